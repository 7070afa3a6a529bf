import { fileURLToPath } from 'node:url';

/** What the command line asks for: a window, with files in it, or a command without one. */
export type Command =
  | { readonly name: 'convert'; readonly args: readonly string[] }
  | { readonly name: 'window'; readonly paths: readonly string[] };

/**
 * Reads Platen's own arguments (without the program's name). The first word names a command; without one, every word is a file to
 * open, and switches are Chromium's.
 */
export function commandFrom(args: readonly string[]): Command {
  const [first, ...rest] = args;
  if (first === 'convert') return { name: 'convert', args: rest };
  return { name: 'window', paths: args.filter((word) => !word.startsWith('-')).map(pathOf) };
}

/** Desktops on Linux hand files over as `file:` addresses (Desktop Entry Specification, %U). */
function pathOf(word: string): string {
  return word.startsWith('file:') && URL.canParse(word) ? fileURLToPath(word) : word;
}
