import { beforeAll, expect, test } from 'vitest';
import { app, evaluate, hiddenWindow, pageAddress, servePages } from './support/electron.js';

beforeAll(async () => app.whenReady());

interface Line {
  readonly level: string;
  readonly message: string;
  readonly lineNumber: number;
  readonly sourceId: string;
}

/** Returns what a page at a URL writes to the console until it writes "end". */
async function consoleOf(address: string): Promise<readonly Line[]> {
  using window = hiddenWindow();
  const lines: Line[] = [];
  const ended = new Promise<void>((end) => {
    window.webContents.on('console-message', ({ level, message, lineNumber, sourceId }) => {
      if (message === 'end') end();
      else lines.push({ level, message, lineNumber, sourceId });
    });
  });
  await window.loadURL(address);
  await ended;
  return lines;
}

test.each([
  ["console.log('a', 1, true)", 'info', 'a 1 true'],
  ["console.info('%s', null, undefined)", 'info', '%s null undefined'],
  ["console.warn('w')", 'warning', 'w'],
  ["console.debug('d')", 'debug', 'd'],
  ["console.error('e', {a: 1}, -0, 5n)", 'error', 'e [object Object] -0 5n'],
  ["console.error(new TypeError('wrong'))", 'error', 'TypeError: wrong'],
  ["console.assert(false, 'no')", 'error', 'no'],
  ["setTimeout(() => { throw new RangeError('far') })", 'error', 'Uncaught RangeError: far'],
  ["setTimeout(() => { throw 'text' })", 'error', 'Uncaught text'],
  ["Promise.reject(new Error('kept'))", 'error', 'Uncaught (in promise) Error: kept'],
  ['syntax error here', 'error', "Uncaught SyntaxError: Unexpected identifier 'error'"],
])('%s', async (code, level, message) => {
  await using server = await servePages({
    '/': `<p>\n<script>\n${code}\n</script><script>onload = () => setTimeout(() => console.log('end'), 9)</script>`,
  });
  const sourceId = `${server.origin}/`;
  expect(await consoleOf(sourceId)).toEqual([{ level, message, lineNumber: 3, sourceId }]);
});

test('messages of Chromium itself have the URL they refer to', async () => {
  await using server = await servePages({
    '/': '<img src=/missing.png onerror="console.log(\'end\')">',
  });
  expect(await consoleOf(`${server.origin}/`)).toEqual([
    {
      level: 'error',
      message: 'Failed to load resource: the server responded with a status of 404 (Not Found)',
      lineNumber: 0,
      sourceId: `${server.origin}/missing.png`,
    },
  ]);
});

test('frames of other sites are included', async () => {
  await using other = await servePages({ '/': "<script>console.error('inside')</script>" });
  await using server = await servePages({
    '/': `<iframe src="${other.origin.replace('127.0.0.1', 'localhost')}" onload="console.log('end')"></iframe>`,
  });
  expect(await consoleOf(`${server.origin}/`)).toMatchObject([{ message: 'inside' }]);
});

test('a listener added later receives the messages from then on', async () => {
  using window = hiddenWindow();
  await window.loadURL(pageAddress('<p>x'));
  const lines: string[] = [];
  const reported = new Promise<void>((report) => {
    window.webContents.once('console-message', ({ message }) => {
      lines.push(message);
      report();
    });
  });
  await evaluate(window, "console.log('late')");
  await evaluate(window, "console.log('too late')");
  await reported;
  expect(lines).toEqual(['late']);
});

test('the deprecated arguments are passed too, and the frame throws by name', async () => {
  using window = hiddenWindow();
  const reported = new Promise<unknown[]>((report) => {
    window.webContents.on('console-message', (details, ...rest) => {
      expect(() => details.frame).toThrow("not implemented by electron-on-chromium: the 'frame'");
      report(rest);
    });
  });
  await window.loadURL(pageAddress("<script>console.warn('w')</script>"));
  expect(await reported).toEqual([2, 'w', 1, '']);
});
