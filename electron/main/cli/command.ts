import { fileURLToPath } from 'node:url';

/** What the command line asks for: a window, with files in it, or a command without one. */
export type Command =
  | { readonly name: 'convert' | 'serve'; readonly args: readonly string[] }
  | { readonly name: 'window'; readonly paths: readonly string[] };

/**
 * Reads Platen's own arguments (without the program's name, and without the application's folder).
 * Chromium's switches may stand in front, and `--` ends them: the launcher puts it before its own.
 * The first word names a command; without one, every word is a file to open.
 */
export function commandFrom(args: readonly string[]): Command {
  const [first, ...rest] = afterSwitches(args);
  if (first === 'convert' || first === 'serve') return { name: first, args: rest };
  return { name: 'window', paths: wordsOf(args).map(pathOf) };
}

/** Desktops on Linux pass files as `file:` URLs (Desktop Entry Specification, %U). */
function pathOf(word: string): string {
  if (!word.startsWith('file:///') || !URL.canParse(word)) return word;
  return fileURLToPath(word);
}

function afterSwitches(args: readonly string[]): readonly string[] {
  const end = args.indexOf('--');
  const start = args.findIndex((word) => !word.startsWith('-'));
  if (end !== -1 && (start === -1 || end < start)) return args.slice(end + 1);
  return start === -1 ? [] : args.slice(start);
}

/** Everything but switches; what follows `--` is none, whatever it begins with. */
function wordsOf(args: readonly string[]): readonly string[] {
  const end = args.indexOf('--');
  const open = end === -1 ? args : args.slice(0, end);
  const rest = end === -1 ? [] : args.slice(end + 1);
  return [...open.filter((word) => !word.startsWith('-')), ...rest];
}
