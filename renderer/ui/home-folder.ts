let home: string | null = null;

/** Sets the home folder of the user, which the main process knows. */
export function setHomeFolder(folder: string): void {
  home = folder;
}

/** Without surrounding space; `~` at its start is the home folder. */
export function typedPath(text: string): string {
  const path = text.trim();
  return home !== null && /^~(?=$|[\\/])/.test(path) ? home + path.slice(1) : path;
}
