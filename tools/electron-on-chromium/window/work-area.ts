/** A work area such as `640x480`, into which windows are fitted. For tests. */
export const workAreaVariable = 'ELECTRON_ON_CHROMIUM_WORK_AREA';

/** Returns the size of a window, limited to the work area if there is one. */
export function withinWorkArea({ width, height }: Electron.Size): Electron.Size {
  const area = process.env[workAreaVariable];
  if (area === undefined) return { width, height };
  const [, maxWidth, maxHeight] = /^(\d+)x(\d+)$/.exec(area) ?? [];
  if (maxWidth === undefined || maxHeight === undefined) {
    throw new Error(`${workAreaVariable} is "${area}"; it must be like 640x480.`);
  }
  return { width: Math.min(width, Number(maxWidth)), height: Math.min(height, Number(maxHeight)) };
}
