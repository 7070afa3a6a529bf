import { fileURLToPath } from 'node:url';

/** What the command line asks for: a window, with files in it, or a command without one. */
export type Command =
  | { readonly name: 'convert' | 'serve'; readonly args: readonly string[] }
  | { readonly name: 'window'; readonly paths: readonly string[] };

/**
 * Reads Platen's own arguments (without the program's name). The first word names a command, after Chromium's own switches if there are any; without one, every word is a file to
 * open, and switches are Chromium's.
 */
export function commandFrom(args: readonly string[]): Command {
  const [first, ...rest] = afterSwitches(args);
  if (first === 'convert' || first === 'serve') return { name: first, args: rest };
  return { name: 'window', paths: args.filter((word) => !word.startsWith('-')).map(pathOf) };
}

/** Desktops on Linux hand files over as `file:` addresses (Desktop Entry Specification, %U). */
function pathOf(word: string): string {
  if (!word.startsWith('file:///') || !URL.canParse(word)) return word;
  return fileURLToPath(word);
}

function afterSwitches(args: readonly string[]): readonly string[] {
  const start = args.findIndex((word) => !word.startsWith('-'));
  return start === -1 ? [] : args.slice(start);
}
