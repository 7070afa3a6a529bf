import { expect, it } from 'vitest';
import { exitStatusOf } from '../../../../electron/main/cli/exit-status.js';
import type { AppErrorCode, AppErrorData } from '../../../../electron/shared/errors.js';
import { literal } from '../../../../electron/shared/messages/message.js';

const errors = (...codes: AppErrorCode[]): AppErrorData[] =>
  codes.map((code) => ({ code, message: literal('It failed.') }));

it.each([
  ['all was made', 3, errors(), 0],
  ['there was nothing to make', 0, errors(), 0],
  ['an option is wrong', 0, errors('invalid-request'), 2],
  ['all sources are unreadable', 0, errors('source-unreadable', 'source-unreadable'), 2],
  ['one of several has too few pages', 2, errors('invalid-request'), 1],
  ['a page did not load', 0, errors('load-failed'), 1],
  ['a page did not load and another is too short', 0, errors('load-failed', 'invalid-request'), 1],
])('tells that %s', (_what, made, failed, status) => {
  expect(exitStatusOf(made, failed)).toBe(status);
});
