/**
 * Values on their way between the processes, as JSON. Used in both: its text is put into pages too, so it stands on nothing outside.
 * Electron clones structures (docs/api/ipc-renderer.md); of those, JSON's values, undefined, the other numbers, dates and errors are here.
 */
export function ipcValues() {
  const mark = '$electron';

  function encode(value: unknown): unknown {
    if (value === undefined) return { [mark]: 'undefined' };
    if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
    if (typeof value === 'number')
      return Number.isFinite(value) ? value : { [mark]: 'number', text: String(value) };
    if (typeof value !== 'object') throw new Error('An object could not be cloned.');
    if (Array.isArray(value)) return value.map(encode);
    if (value instanceof Date) return { [mark]: 'date', time: value.getTime() };
    if (value instanceof Error)
      return { [mark]: 'error', name: value.name, message: value.message };
    const kind = Object.prototype.toString.call(value).slice(8, -1);
    if (kind !== 'Object')
      throw new Error(`not implemented by electron-on-chromium: ipc with values of type ${kind}`);
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, encode(part)]));
  }

  function decode(value: unknown): unknown {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map(decode);
    const parts = value as Record<string, unknown>;
    switch (parts[mark]) {
      case 'undefined':
        return undefined;
      case 'number':
        return Number(parts['text']);
      case 'date':
        return new Date(Number(parts['time']));
      case 'error':
        return Object.assign(new Error(String(parts['message'])), { name: String(parts['name']) });
      default:
        return Object.fromEntries(Object.entries(parts).map(([key, part]) => [key, decode(part)]));
    }
  }

  return { encode, decode };
}
