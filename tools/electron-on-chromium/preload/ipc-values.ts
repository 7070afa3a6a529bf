/**
 * Encodes values for another process as JSON. Electron clones structures
 * (docs/api/ipc-renderer.md): what cannot be cloned throws as there. Values that can be cloned but
 * are neither JSON nor undefined, special numbers, dates or errors throw "not implemented". The
 * text of this function is also injected into pages, so it is self-contained.
 * @param isHostObject whether an object belongs to this run-time; Electron's own objects cannot be
 * cloned
 */
export function ipcValues(isHostObject: (value: object) => boolean) {
  const mark = '$electron';
  const errors = { EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError };
  type KnownError = keyof typeof errors;

  /**
   * @throws Error with Electron's message if the values cannot be cloned; "not implemented" if this
   * run-time cannot
   */
  function encode(values: readonly unknown[]): unknown {
    const parents = new Set<object>();

    function one(value: unknown): unknown {
      if (value === undefined) return { [mark]: 'undefined' };
      if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
      if (typeof value === 'number') return number(value);
      if (typeof value !== 'object') return refuse(typeof value);
      if (parents.has(value)) return refuse('cyclic references');
      parents.add(value);
      const encoded = object(value);
      parents.delete(value);
      return encoded;
    }
    function number(value: number): unknown {
      const isPlain = Number.isFinite(value) && !Object.is(value, -0);
      return isPlain ? value : { [mark]: 'number', text: Object.is(value, -0) ? '-0' : `${value}` };
    }
    function object(value: object): unknown {
      if (isHostObject(value)) throw notCloneable();
      if (Array.isArray(value)) return Array.from(value as unknown[], one);
      if (value instanceof Date) return { [mark]: 'date', time: number(value.getTime()) };
      if (value instanceof Error) {
        return { [mark]: 'error', name: value.name, message: value.message };
      }
      const kind = Object.prototype.toString.call(value).slice(8, -1);
      if (kind !== 'Object') return refuse(`values of type ${kind}`);
      const entries = Object.entries(value).map(([key, part]) => [key, one(part)]);
      return mark in value ? { [mark]: 'object', entries } : Object.fromEntries(entries);
    }

    // Also recognizes a Proxy, a function and an object of the page, which JavaScript alone cannot.
    try {
      structuredClone(values);
    } catch {
      throw notCloneable();
    }
    return values.map(one);
  }

  function notCloneable(): Error {
    return new Error('An object could not be cloned.');
  }

  function refuse(description: string): never {
    throw new Error(`not implemented by electron-on-chromium: ipc with ${description}`);
  }

  function decode(values: unknown): unknown[] {
    return (values as unknown[]).map(decodeOne);
  }

  function decodeOne(value: unknown): unknown {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map(decodeOne);
    const parts = value as Record<string, unknown>;
    switch (parts[mark]) {
      case 'undefined':
        return undefined;
      case 'number':
        return Number(parts['text']);
      case 'date':
        return new Date(decodeOne(parts['time']) as number);
      case 'error':
        return errorOf(String(parts['name']), String(parts['message']));
      case 'object':
        return objectOf(parts['entries'] as [string, unknown][]);
      default:
        return objectOf(Object.entries(parts));
    }
  }

  function objectOf(entries: readonly (readonly [string, unknown])[]): object {
    return Object.fromEntries(entries.map(([key, part]) => [key, decodeOne(part)]));
  }

  /** Structured cloning keeps only built-in error types; any other becomes an Error. */
  function errorOf(name: string, message: string): Error {
    return Object.hasOwn(errors, name)
      ? new errors[name as KnownError](message)
      : new Error(message);
  }

  return { encode, decode };
}
