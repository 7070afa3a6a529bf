import { type Message, message } from './messages/message.js';
import { excerpt } from './request/text.js';

/** Returns what is wrong with a glob as in .gitignore that selects paths; null if nothing. */
export function globIssue(glob: string): Message | null {
  const value = excerpt(glob);
  if (glob.trim() === '') return message('sites.globEmpty');
  if (/^[a-z]+:\/\//i.test(glob)) return message('sites.globUrl', { value });
  // Git reads it as a comment.
  if (glob.startsWith('#')) return message('sites.globMark', { value });
  return hasOpenBracket(glob) ? message('sites.globBracket', { value }) : null;
}

function hasOpenBracket(glob: string): boolean {
  return glob
    .replace(/\\./g, '')
    .replace(/\[[^\]]+\]/g, '')
    .includes('[');
}

/** Returns the globs of a text with commas between them. */
export function globsIn(text: string): string[] {
  return text
    .split(',')
    .map((glob) => glob.trim())
    .filter((glob) => glob !== '');
}
