/** Sentences about what a page wanted from a person, or from the computer, and did not get (docs/security.md). */

/** Functions of a page's window that would open a box. */
const boxes = new Set(['alert', 'confirm', 'prompt', 'print']);

/** @param name as the page's own script tells it; null for a name that is no box, as a page may tell anything */
export function refusedBox(name: string): string | null {
  if (!boxes.has(name)) return null;
  return `The page called ${name}(), which is refused: nobody sees it while the page is converted.`;
}

export function refusedWindow(address: string): string {
  return `The page wanted to open a new window (${shortened(address)}), which is refused.`;
}

/** @param permission Electron's name for it (its documentation of `setPermissionRequestHandler`) */
export function refusedPermission(permission: string): string {
  return `The page asked for the permission "${permission}", which is refused.`;
}

export function refusedProgram(address: string): string {
  return `The page wanted to open ${shortened(address)} in another program, which is refused.`;
}

export function refusedDownload(address: string): string {
  return `The page wanted to save a download (${shortened(address)}), which is refused.`;
}

/** An address as it fits into a sentence. */
export function shortened(address: string): string {
  return address.length <= 120 ? address : `${address.slice(0, 117)}...`;
}
