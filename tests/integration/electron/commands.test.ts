import { join, resolve } from 'node:path';
import type { IncomingHttpHeaders } from 'node:http';
import { readFileSync } from 'node:fs';
import { afterAll, expect, it } from 'vitest';
import { cleanEnvironment } from '../../support/environment.js';
import { freePorts } from '../../support/free-port.js';
import { readPdf } from '../../support/read-pdf.js';
import { runProgram } from '../../support/run-program.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { page, startWebServer } from '../support/web-server.js';

const launcher = resolve(import.meta.dirname, '../../../tools/run.mjs');
const files = temporaryFolder();
afterAll(() => files.remove());

/** What Chromium says of a machine without a GPU or a bus, and the launcher of its choice. */
const ofMachine = /^(?:\[\d+:\d+\/[\d.]+:ERROR:|platen: )/;

async function convert(...args: readonly string[]) {
  // The program of this process is Electron in the tests on Electron.
  const env = { ...cleanEnvironment(), ELECTRON_RUN_AS_NODE: '1' };
  return runProgram(process.execPath, [launcher, 'convert', ...args], { env });
}

it.each([[[]], [['--quiet']]])(
  'a URL that does not load has one line on stderr %j',
  async (options) => {
    const [port = 0] = await freePorts(1);
    const url = `http://127.0.0.1:${port}/`;
    const out = join(files.with({}), 'page.pdf');
    const { status, stderr } = await convert(url, '--out', out, ...options);
    const lines = stderr.split('\n').filter((line) => line !== '' && !ofMachine.test(line));
    expect([status, lines]).toEqual([1, [expect.stringContaining(`${url} could not be loaded`)]]);
  },
);

it('a data folder that cannot be created is named, with the reason', async () => {
  const file = join(files.with({ file: '' }), 'file');
  const env = { ...cleanEnvironment(), ELECTRON_RUN_AS_NODE: '1', XDG_CONFIG_HOME: file };
  const { status, stderr } = await runProgram(process.execPath, [launcher, 'convert', 'a.html'], {
    env,
  });
  expect([status, stderr]).toEqual([
    1,
    expect.stringContaining(
      `platen: Platen's data folder ${join(file, 'Platen')} could not be created: a part of the path is a file, not a folder. `,
    ),
  ]);
});

it('servers and scripts see the user agent of Chromium', async () => {
  const received: IncomingHttpHeaders[] = [];
  const server = await startWebServer({
    '/': (response, request) => {
      received.push(request.headers);
      page(`<p><script>document.querySelector('p').append(navigator.userAgent)</script>`)(
        response,
        request,
      );
    },
  });
  const out = join(files.with({}), 'page.pdf');
  const { status, stderr } = await convert(`${server.origin}/`, '--out', out);
  await server.close();
  expect([status, stderr]).toEqual([0, expect.any(String)]);
  const [headers] = received;
  expect(JSON.stringify(headers)).not.toMatch(/platen|electron/i);
  expect(headers?.['user-agent']).toMatch(/^Mozilla\/5\.0 .* Chrome\/[\d.]+ Safari\/[\d.]+$/);
  const { text } = await readPdf(readFileSync(out));
  expect(text.replaceAll(/\s/g, '')).toBe(headers?.['user-agent']?.replaceAll(/\s/g, ''));
});
