import { Session } from 'node:inspector/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MainWorldAnswer } from '../../../../../electron/main/engine/page/page-devtools.js';
import {
  PageWaits,
  type WaitConditions,
} from '../../../../../electron/main/engine/page/page-waits.js';
import { Findings } from '../../../../../electron/main/engine/contract/findings.js';
import { englishText } from '../../../../../electron/shared/messages/translator.js';

/** V8's own answers, in the protocol in which Chromium sends them. */
const v8 = new Session();
beforeAll(() => v8.connect());
afterAll(() => v8.disconnect());

async function runInPage(expression: string): Promise<MainWorldAnswer> {
  const answer = await v8.post('Runtime.evaluate', { expression, awaitPromise: true });
  const { result, exceptionDetails: exception } = answer;
  // The cast is safe: V8 leaves out what Node's types call undefined.
  return (exception === undefined ? { result } : { result, exception }) as MainWorldAnswer;
}

const noConditions = { selector: '', expression: '', networkIdle: false, limitMs: 300 };

function waitsWith(page: object = {}): { readonly waits: PageWaits; readonly findings: Findings } {
  const findings = new Findings();
  const devTools = {
    find: async () => Promise.reject(new Error('Nothing is searched for.')),
    runInPage,
    scrollOn: async () => Promise.resolve(false),
    scrollBack: async () => Promise.resolve(),
    ...page,
  };
  const tracker = {
    pending: ['https://a.test/feed'],
    untilQuiet: async () => Promise.resolve(false),
    whenIdle: async () => Promise.resolve(),
  };
  return { waits: new PageWaits({ devTools, tracker, findings }), findings };
}

/** Returns how waiting ends; undefined for success. */
async function outcomeOf(conditions: Partial<WaitConditions>, page: object = {}): Promise<unknown> {
  const { waits } = waitsWith(page);
  return waits.until({ ...noConditions, ...conditions }).catch((error: unknown) => error);
}

describe('a selector', () => {
  it.each([
    [0, 'No element matched the selector ".a" within 0.3 s. Check the selector, or wait longer.'],
    [1, 'An element matches the selector ".a", but was still hidden after 0.3 s.'],
    [2, '2 elements match the selector ".a", but were still hidden after 0.3 s.'],
  ])('with %d hidden elements: %s', async (matching, message) => {
    const find = async () => Promise.resolve({ matching, visible: false });
    expect(await outcomeOf({ selector: '.a' }, { find })).toMatchObject({
      code: 'timed-out',
      message,
    });
  });
});

describe('an expression', () => {
  it.each([
    ['1n', true],
    ['"0"', true],
    ['[]', true],
    ['-0', false],
    ['0n', false],
    ['NaN', false],
    ['""', false],
    ['null', false],
    ['undefined', false],
  ])('%s is %s', async (expression, isTrue) => {
    const outcome = await outcomeOf({ expression, limitMs: 0 });
    if (isTrue) expect(outcome).toBeUndefined();
    else
      expect(outcome).toMatchObject({
        code: 'timed-out',
        message: `The expression "${expression}" was still ${expression} after 0 s. Check it, or wait longer.`,
      });
  });

  it('may return a promise, and end with a comment', async () => {
    const counter = 'globalThis.platenTurns = (globalThis.platenTurns ?? 0) + 1';
    const expression = `new Promise((resolve) => setTimeout(() => resolve((${counter}) === 2), 5)) // x`;
    expect(await outcomeOf({ expression, limitMs: 10_000 })).toBeUndefined();
    expect(Reflect.get(globalThis, 'platenTurns')).toBe(2);
    Reflect.deleteProperty(globalThis, 'platenTurns');
  });

  it('is false if it was, and the page has been busy since', async () => {
    const answers = [runInPage('false'), new Promise(() => undefined)];
    const outcome = await outcomeOf({ expression: 'slow()' }, { runInPage: () => answers.shift() });
    expect(outcome).toMatchObject({
      code: 'timed-out',
      message: 'The expression "slow()" was still false after 0.3 s. Check it, or wait longer.',
    });
    expect(answers).toEqual([]);
  });

  it.each([
    [
      'new Promise(() => 0)',
      'timed-out',
      'The promise of the expression "new Promise(() => 0)" was still pending after 0.3 s.',
    ],
    [
      'app.isReady',
      'invalid-request',
      'The expression "app.isReady" failed: ReferenceError: app is not defined',
    ],
    [
      'Promise.reject(new Error("no data"))',
      'invalid-request',
      'The expression "Promise.reject(new Error("no data"))" failed: Error: no data',
    ],
  ])('%s fails with %s: %s', async (expression, code, message) => {
    expect(await outcomeOf({ expression })).toMatchObject({ code, message });
  });
});

describe('the JavaScript of the user', () => {
  it.each([
    [
      '\n  nothing.here();',
      'The JavaScript failed in line 2: ReferenceError: nothing is not defined',
    ],
    [
      'await 0;\n\nawait Promise.reject(new TypeError("no"));',
      'The JavaScript failed in line 3: TypeError: no',
    ],
    ['throw "text"', 'The JavaScript failed: "text"'],
  ])('%j: %s', async (script, message) => {
    const { waits } = waitsWith();
    await expect(waits.run(script)).rejects.toMatchObject({
      code: 'invalid-request',
      message,
      fields: [{ field: 'javascript' }],
    });
  });
});

it('a network that is still busy at the limit is reported, not refused', async () => {
  const { waits, findings } = waitsWith();
  await waits.until({ ...noConditions, networkIdle: true });
  expect(findings.preflight.map(({ message }) => englishText(message))).toEqual([
    'The page was still requesting https://a.test/feed after 0.3 s of waiting for the network.',
  ]);
});
