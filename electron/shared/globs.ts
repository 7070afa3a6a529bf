import type { FieldIssue } from './messages/errors.js';
import { type Message, message } from './messages/message.js';
import { excerpt } from './request/text.js';
import { fieldIssue } from './request/validation.js';

/** By the field that each is in. */
export function globIssues(globs: {
  readonly include: readonly string[];
  readonly exclude: readonly string[];
}): readonly FieldIssue[] {
  return (['include', 'exclude'] as const).flatMap((field) =>
    globs[field].flatMap((glob) => {
      const issue = globIssue(glob);
      return issue === null ? [] : [fieldIssue(field, issue)];
    }),
  );
}

/** Of a glob as in .gitignore that selects paths; null if nothing is wrong. */
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

/** Globs with commas between them. */
export function globsIn(text: string): string[] {
  return text
    .split(',')
    .map((glob) => glob.trim())
    .filter((glob) => glob !== '');
}
