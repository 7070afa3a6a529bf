import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bridgePage } from '../support/bridge-window.js';
import { type TestServer, app, servePages, standInTest } from '../support/electron.js';

// Asserts what Electron's spec/api-context-bridge.spec.ts asserts, as far as the stand-in
// implements it; the README of the stand-in lists the rest.

let server: TestServer;

beforeAll(async () => {
  await app.whenReady();
  server = await servePages({ '/': '<!doctype html><p>page</p>' });
});

afterAll(async () => server[Symbol.asyncDispose]());

/** Returns the result of code in a page with this preload script. */
async function inPage(preload: string, code: string): Promise<unknown> {
  await using page = await bridgePage(preload, `${server.origin}/`);
  return await page.run(`(async () => (${code}))()`);
}

/** Returns the message of the error that code throws or rejects with; null if there is no error. */
const failureOf = (code: string) =>
  `await (async () => { try { await (${code}); return null } catch (error) { return error.message } })()`;

describe('exposeInMainWorld copies', () => {
  test.each([
    ['a number', '123', 'example', 123],
    ['a nested number', '{ number: 123 }', 'example.number', 123],
    ['a string', "'words'", 'example', 'words'],
    ['a nested string', "{ text: 'words' }", 'example.text', 'words'],
    ['a boolean', 'true', 'example', true],
    ['a nested boolean', '{ flag: true }', 'example.flag', true],
    ['a bigint', '10n', 'String(example) + typeof example', '10bigint'],
    ['an array', "[123, 'words']", '[example, Array.isArray(example)]', [[123, 'words'], true]],
    ['a nested array', "{ list: [123, 'words'] }", 'example.list', [123, 'words']],
    [
      'a number',
      '{ 1: 123, 2: 456 }',
      '[example[1], example[2], Array.isArray(example)]',
      [123, 456, false],
    ],
    ['null', 'null', '`${example}`', 'null'],
    ['undefined', 'undefined', "`${example} ${'example' in window}`", 'undefined true'],
    [
      'nested null and undefined',
      '{ values: [null, undefined] }',
      'example.values.map((value) => `${value}`)',
      ['null', 'undefined'],
    ],
  ])('%s', async (_name, value, code, expected) => {
    expect(await inPage(`expose('example', ${value})`, code)).toEqual(expected);
  });

  test('typed arrays and regular expressions, with the prototypes of the page', async () => {
    const preload = `
      expose('bytes', new Uint8Array(100));
      expose('pattern', /a/g);
      expose('nested', { bytes: new Uint8Array(100), pattern: /a/g });`;
    const code = `[bytes, nested.bytes].every((one) => Object.getPrototypeOf(one) === Uint8Array.prototype)
      && [pattern, nested.pattern].every((one) => Object.getPrototypeOf(one) === RegExp.prototype)`;
    expect(await inPage(preload, code)).toBe(true);
  });

  test('an object that contains itself', async () => {
    const preload = `const o = { value: 135 }; o.o = o; expose('example', { o })`;
    const code = '[example.o.value, example.o.o.value, example.o.o === example.o]';
    expect(await inPage(preload, code)).toEqual([135, 135, true]);
  });

  test('own properties of an instance, and not its methods', async () => {
    const preload = `
      class Counter { count = 1; next = () => 2; previous() { return 0 } }
      expose('counter', new Counter());`;
    const code =
      '[counter.count, counter.next(), typeof counter.previous, Object.getPrototypeOf(counter) === Object.prototype]';
    expect(await inPage(preload, code)).toEqual([1, 2, 'undefined', true]);
  });

  test('blobs, in both directions', async () => {
    const preload = `expose('example', {
      make: () => new Blob(['ab', 'cd']),
      read: async (make) => make().text(),
    })`;
    const code =
      "[await example.make().text(), await example.read(() => new Blob(['12', '45'])), example.make() instanceof Blob]";
    expect(await inPage(preload, code)).toEqual(['abcd', '1245', true]);
  });
});

describe('an exposed value', () => {
  test('cannot be replaced or changed by the page', async () => {
    const preload = `
      expose('number', 123);
      expose('example', { number: 123, list: [123], call: () => 1 });
      expose('list', [123]);`;
    const code = `(() => {
      number = 456; example.number = 456; example.call.note = 1;
      const pushes = [list, example.list].map((one) => { try { one.push(1); return 'pushed' } catch { return 'refused' } });
      return [number, example.number, typeof example.call.note, delete window.number, pushes];
    })()`;
    expect(await inPage(preload, code)).toEqual([
      123,
      123,
      'undefined',
      false,
      ['refused', 'refused'],
    ]);
  });

  test('cannot be replaced by the preload script either, nor replace a property of the window', async () => {
    const preload = `
      const attempt = (name) => { try { expose(name, 2); return null } catch (error) { return error.message } };
      expose('example', { attempt: 1 });
      const failures = [attempt('example'), attempt('toString')];
      expose('failures', failures);`;
    const message = 'Cannot bind an API on top of an existing property on the window object';
    expect(await inPage(preload, '[example.attempt, ...failures]')).toEqual([1, message, message]);
  });

  test('requires a name that is a string', async () => {
    const preload = `
      let failure;
      try { contextBridge.exposeInMainWorld(undefined, 1); } catch (error) { failure = [error.name, error.message]; }
      expose('failure', failure);`;
    expect(await inPage(preload, 'failure')).toEqual([
      'TypeError',
      'Error processing argument at index 1, conversion failure from undefined',
    ]);
  });
});

describe('promises', () => {
  test.each([
    ["Promise.resolve('done')", 'await example', 'done'],
    ["{ nested: Promise.resolve('done') }", 'await example.nested', 'done'],
    ["Promise.reject(new Error('failed'))", failureOf('example'), 'failed'],
    ["{ nested: Promise.reject(new Error('failed')) }", failureOf('example.nested'), 'failed'],
    ["() => new Promise((done) => setTimeout(() => done('later')))", 'await example()', 'later'],
    [
      '() => new Promise((done) => setTimeout(() => done(Promise.resolve(123))))',
      'await example()',
      123,
    ],
    ['(promise) => promise', "await example(Promise.resolve('from the page'))", 'from the page'],
  ])('%s', async (value, code, expected) => {
    expect(await inPage(`expose('example', ${value})`, code)).toEqual(expected);
  });

  standInTest('do not call browser functions that the page has replaced', async () => {
    const code = `await (async () => {
      let isCalled = false;
      Function.prototype.bind = new Proxy(Function.prototype.bind, { apply: (...args) => { isCalled = true; return Reflect.apply(...args) } });
      return [await example(), isCalled];
    })()`;
    expect(await inPage("expose('example', () => Promise.resolve('ok'))", code)).toEqual([
      'ok',
      false,
    ]);
  });
});

describe('functions', () => {
  test('are called across the bridge, any number of times', async () => {
    const preload = `expose('example', {
      number: () => 123, text: () => 'help', flag: () => false, later: async () => 'promise', plain: () => 'value' })`;
    const code =
      '[example.number(), example.number(), example.text(), example.flag(), await example.later()]';
    expect(await inPage(preload, code)).toEqual([123, 123, 'help', false, 'promise']);
    expect(await inPage("expose('example', () => 'value')", 'example()')).toBe('value');
  });

  test('of the page are called by the preload script', async () => {
    expect(
      await inPage("expose('example', { call: (f) => f(123) })", 'example.call((n) => n + 1)'),
    ).toBe(124);
  });

  test('are identical after a round trip', async () => {
    const code = '(() => { const own = () => null; return example(own) === own })()';
    expect(await inPage("expose('example', (f) => f)", code)).toBe(true);
  });

  test('are another proxy in each call: a listener cannot be removed by passing it again', async () => {
    const preload = `let kept; expose('example', { keep: (f) => { kept = f }, isKept: (f) => f === kept })`;
    const code = '(() => { const own = () => 1; example.keep(own); return example.isKept(own) })()';
    expect(await inPage(preload, code)).toBe(false);
  });

  test('get an object that is passed twice in one call as one object', async () => {
    const code = '(() => { const one = { foo: 1 }; return example(one, one) })()';
    expect(await inPage("expose('example', (a, b) => a === b)", code)).toBe(true);
  });

  standInTest(
    'have themselves as `this`, and not the object that they were read from',
    async () => {
      const preload = `expose('example', { number: 1, read() { return typeof this + this.number } })`;
      expect(await inPage(preload, 'example.read()')).toBe('functionundefined');
    },
  );

  test.each([
    ['{ first: (second) => second((fourth) => fourth()) }', 'example.first'],
    ['(second) => second((fourth) => fourth())', 'example'],
  ])('and promises nest: %s', async (value, path) => {
    const code = `await ${path}((third) => third(() => Promise.resolve('final value')))`;
    expect(await inPage(`expose('example', ${value})`, code)).toBe('final value');
  });
});

describe('errors', () => {
  test('are thrown with their message, as an Error of the page', async () => {
    const preload = `expose('example', { fail: () => { throw Object.assign(new RangeError('oh no'), { code: 7 }) } })`;
    const code = `(() => { try { example.fail() } catch (error) {
      return [error.message, error.name, typeof error.code, Object.getPrototypeOf(error) === Error.prototype] } })()`;
    expect(await inPage(preload, code)).toEqual(['oh no', 'Error', 'undefined', true]);
  });

  test('are Errors of the page, whatever was thrown', async () => {
    const preload = `expose('example', {
      normal: () => { throw new Error('whoops') },
      weird: () => { throw 'this is not an error' },
      notCloneable: () => Object(Symbol('foo')),
      inArray: () => [Object(Symbol('foo'))],
      inObject: () => ({ bad: Object(Symbol('foo')) }),
      getter: () => ({ get bad() { throw new Error('damn') } }),
      rejects: async () => { throw Object(Symbol('foo')) },
      resolves: async () => Object(Symbol('foo')),
      take: () => undefined,
    })`;
    const calls = [
      ...['normal', 'weird', 'notCloneable', 'inArray', 'inObject', 'getter'].map((n) => `${n}()`),
      "take(Object(Symbol('test')))",
      'rejects()',
      'resolves()',
    ];
    const code = `await Promise.all([${calls.map((call) => `(async () => example.${call})()`).join()}].map((promise) =>
      promise.then(() => 'no error', (error) => [Object.getPrototypeOf(error) === Error.prototype, error.message.replace('Uncaught Error: ', '')])))`;
    const notCloneable = [true, 'An object could not be cloned.'];
    expect(await inPage(preload, code)).toEqual([
      [true, 'whoops'],
      [
        true,
        'An unknown exception occurred in the isolated context, an error occurred but a valid exception was not thrown.',
      ],
      notCloneable,
      notCloneable,
      notCloneable,
      [true, 'damn'],
      notCloneable,
      notCloneable,
      notCloneable,
    ]);
  });

  test('are thrown for more than 1000 levels', async () => {
    const nested = (levels: number) =>
      failureOf(
        `(() => { let a = []; for (let i = 0; i < ${levels}; i++) a = [a]; example(a) })()`,
      );
    await using page = await bridgePage("expose('example', () => undefined)", `${server.origin}/`);
    expect(await page.run(`(async () => ${nested(999)})()`)).toBe(null);
    expect(await page.run(`(async () => ${nested(1000)})()`)).toMatch(/recursion depth exceeded/);
  });

  test('are thrown for a Proxy, anywhere in a value', async () => {
    const code = `[
      ${failureOf('example(new Proxy({ a: 1 }, {}))')},
      ${failureOf('example({ call: () => 1, list: [new Proxy([1], {})] })')},
      ${failureOf('example({ call: () => 1, list: [{ a: 1 }] })')},
    ]`;
    const message = 'An object could not be cloned.';
    expect(await inPage("expose('example', () => undefined)", code)).toEqual([
      message,
      message,
      null,
    ]);
  });
});

/** Returns whether each of these expressions has the prototype of the page's own class. */
const prototypeChecks = (checks: readonly (readonly [string, string])[]) =>
  `[${checks.map(([value, type]) => `[${JSON.stringify(value)}, Object.getPrototypeOf(${value}) === ${type}.prototype]`).join()}]
    .filter(([, isOwn]) => !isOwn)`;

const exposed = `{
  number: 123, string: 'string', boolean: true, bigInt: 10n,
  array: [123, 'string', true, ['foo']],
  getObject: () => ({ thing: 123 }),
  getNumber: () => 123, getString: () => 'string', getBoolean: () => true,
  getArray: () => [123, ['foo']],
  getPromise: async () => ({ number: 123, call: () => 'string', array: [123, ['foo']] }),
  getFunction: async () => () => null,
  getError: () => new Error('foo'),
  getWeirdError: () => Object.assign(new Error('foo'), { message: { garbage: true } }),
  object: { number: 123, array: [['foo']], getPromise: async () => ({ call: () => 'string' }) },
  receive: (callback) => callback({ key: 'value' }),
  getBlob: () => new Blob(['ab']),
}`;

const checksOf = (path: string) =>
  [
    [`${path}number`, 'Number'],
    [`${path}string`, 'String'],
    [`${path}boolean`, 'Boolean'],
    [`${path}bigInt`, 'BigInt'],
    [`${path}array`, 'Array'],
    [`${path}array[3]`, 'Array'],
    [`${path}array[3][0]`, 'String'],
    [`${path}getNumber`, 'Function'],
    [`${path}getNumber()`, 'Number'],
    [`${path}getObject()`, 'Object'],
    [`${path}getString()`, 'String'],
    [`${path}getBoolean()`, 'Boolean'],
    [`${path}getArray()`, 'Array'],
    [`${path}getArray()[1]`, 'Array'],
    [`${path}getFunction()`, 'Promise'],
    [`(await ${path}getFunction())`, 'Function'],
    [`${path}getError()`, 'Error'],
    [`${path}getError().message`, 'String'],
    [`${path}getWeirdError()`, 'Error'],
    [`${path}getWeirdError().message`, 'String'],
    [`${path}getPromise()`, 'Promise'],
    [`(await ${path}getPromise())`, 'Object'],
    [`(await ${path}getPromise()).call`, 'Function'],
    [`(await ${path}getPromise()).call()`, 'String'],
    [`(await ${path}getPromise()).array[1]`, 'Array'],
    [`${path}object`, 'Object'],
    [`${path}object.array[0]`, 'Array'],
    [`(await ${path}object.getPromise())`, 'Object'],
    [`(await ${path}object.getPromise()).call`, 'Function'],
    [`(() => { let got; ${path}receive((value) => { got = value }); return got })()`, 'Object'],
    [`${path}getBlob()`, 'Blob'],
  ] as const;

describe('prototypes of the preload script are not exposed to the page', () => {
  test('in an object', async () => {
    const code = prototypeChecks([
      ['example', 'Object'],
      ['Object.keys(example)[0]', 'String'],
      ...checksOf('example.'),
    ]);
    expect(await inPage(`expose('example', ${exposed})`, code)).toEqual([]);
  });

  test('on the window itself', async () => {
    const preload = `for (const [key, value] of Object.entries(${exposed})) expose('x_' + key, value)`;
    expect(await inPage(preload, prototypeChecks(checksOf('x_')))).toEqual([]);
  });
});

describe('unimplemented parts throw with their name:', () => {
  const refusal = (what: string) => `not implemented by electron-on-chromium: ${what}`;

  standInTest.each([
    ['a symbol', '(s) => typeof s', "example(Symbol('s'))", 'contextBridge with symbols'],
    [
      'a symbol as a key',
      "() => ({ [Symbol('s')]: 1 })",
      'example()',
      'contextBridge with symbols as keys',
    ],
    ['an element', '() => document.documentElement', 'example()', 'contextBridge with elements'],
    [
      'an element of the page',
      '() => undefined',
      'example(document.body)',
      'contextBridge with elements',
    ],
    [
      'a video frame',
      '() => { const canvas = new OffscreenCanvas(16, 16); canvas.getContext("2d"); return new VideoFrame(canvas, { timestamp: 0 }) }',
      'example()',
      'contextBridge with video frames',
    ],
  ])('%s', async (_name, value, code, what) => {
    expect(await inPage(`expose('example', ${value})`, failureOf(code))).toBe(refusal(what));
  });

  standInTest.each(['exposeInIsolatedWorld', 'executeInMainWorld', 'internalContextBridge'])(
    '%s',
    async (member) => {
      const preload = `let failure; try { contextBridge.${member}; } catch (error) { failure = error.message }
      expose('failure', failure)`;
      expect(await inPage(preload, 'failure')).toBe(refusal(`contextBridge.${member}`));
    },
  );
});
