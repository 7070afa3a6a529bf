// Checks Platen by its command: `node tools/check-command.mjs [PROGRAM [ARGUMENT]...]`, such as
// `xvfb-run --auto-servernum platen`; without a program, this checkout.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { answerHelp } from './answer-help.mjs';
import { chart } from './check-electron/chart.mjs';
import { readPdf } from './dist-check/check-conversion.mjs';

answerHelp(`node tools/check-command.mjs [PROGRAM [ARGUMENT]...]

Converts pages with an installed Platen, or with this checkout, and checks the PDFs and the exit statuses.
`);

const root = resolve(import.meta.dirname, '..');
const given = process.argv.slice(2);
const launcher = [process.execPath, join(root, 'tools/run.mjs')];
const [program = '', ...first] = given.length > 0 ? given : launcher;
const folder = mkdtempSync(join(tmpdir(), 'platen-command-'));

const server = createServer((_request, response) => {
  response.setHeader('content-type', 'text/html');
  response.end(chart);
});

try {
  const address = await listen();
  await check('prints its forms and its version', async () => {
    assert.match((await run(['--help'])).stdout, /platen convert SOURCE/);
    assert.match((await run(['--version'])).stdout, /^\d+\.\d+\.\d+\r?$/m);
  });
  await check('converts a file', async () => {
    const pdf = join(folder, 'file.pdf');
    const { status } = await run(['convert', join(root, 'examples/invoice.html'), '--out', pdf]);
    assert.equal(status, 0);
    assert.match(await textOf(pdf), /Invoice/);
  });
  await check('converts a URL with arguments after it, and draws all frames', async () => {
    const pdf = join(folder, 'url.pdf');
    assert.equal((await run(['convert', address, '--out', pdf])).status, 0);
    assert.match(await textOf(pdf), /drawn 100 %/);
  });
  server.close();
  await check('exits with 1, without a PDF, for a URL that cannot be reached', async () => {
    const pdf = join(folder, 'none.pdf');
    const { status, stderr } = await run(['convert', address, '--out', pdf]);
    assert.equal(status, 1);
    assert.match(stderr, /127\.0\.0\.1/);
    assert.equal(existsSync(pdf), false);
  });
} finally {
  server.close();
  rmSync(folder, { recursive: true });
}

/** @returns {Promise<string>} the address of the server, whose port is free */
async function listen() {
  await new Promise((listening) => {
    server.listen(0, '127.0.0.1', () => listening(undefined));
  });
  const place = server.address();
  assert.ok(typeof place === 'object' && place !== null);
  return `http://127.0.0.1:${place.port}/`;
}

/**
 * @param {string} name
 * @param {() => Promise<void>} test
 */
async function check(name, test) {
  try {
    await test();
    process.stdout.write(`  ok      ${name}\n`);
  } catch (thrown) {
    process.stdout.write(`  FAILED  ${name}\n${String(thrown)}\n`);
    process.exitCode = 1;
  }
}

/**
 * Runs the program to its end. On Windows a .cmd file needs a shell, which splits its
 * command line at spaces.
 * @param {readonly string[]} args
 * @returns {Promise<{ status: number | null, stdout: string, stderr: string }>}
 */
async function run(args) {
  const isCommandFile = program.endsWith('.cmd');
  const words = [program, ...first, ...args];
  const [name = '', ...rest] = isCommandFile ? words.map((word) => `"${word}"`) : words;
  const child = spawn(name, rest, { shell: isCommandFile });
  const output = { stdout: '', stderr: '' };
  for (const stream of /** @type {const} */ (['stdout', 'stderr'])) {
    child[stream].setEncoding('utf8').on('data', (/** @type {string} */ text) => {
      output[stream] += text;
    });
  }
  const status = await new Promise((ended, failed) => {
    child.once('error', failed);
    child.once('close', ended);
  });
  process.stdout.write(output.stderr);
  return { status, ...output };
}

/** @param {string} path */
async function textOf(path) {
  return (await readPdf(readFileSync(path))).text;
}
