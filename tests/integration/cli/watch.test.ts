import { readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { countPages } from '../../../electron/main/engine/pdf/count-pages.js';
import { linesOf, startConvert } from '../support/run-convert.js';
import { convertHere } from '../support/run-here.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const folder = temporaryFolder();
afterAll(() => folder.remove());

const twoPages = '<p>one<p style="break-before: page">two';
const waiting = { timeout: 60_000, interval: 100 };

/** Starts to watch, in a process of its own, which is stopped as with Ctrl+C. */
function startWatch(cwd: string, ...args: readonly string[]) {
  const child = startConvert(['in', '--watch', '--out', 'pdf', ...args], {
    cwd,
    configFolder: join(cwd, 'config'),
  });
  const written = { stdout: '', stderr: '' };
  child.stdout.on('data', (data: Buffer) => (written.stdout += data.toString()));
  child.stderr.on('data', (data: Buffer) => (written.stderr += data.toString()));
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  return {
    /** Waits until so many results are printed, and returns them in any order. */
    results: async (count: number): Promise<readonly unknown[]> => {
      await expect.poll(() => linesOf(written.stdout), waiting).toHaveLength(count);
      return linesOf(written.stdout).map((line): unknown => JSON.parse(line));
    },
    stop: async () => {
      child.kill('SIGINT');
      return { status: await ended, stderr: written.stderr };
    },
  };
}

it('converts existing, new and changed files until it is stopped, and continues in the next run', async () => {
  const cwd = folder.with({
    'in/a.html': '<p>a',
    'in/current.html': '<p>not changed',
    'in/.hidden/x.html': '<p>hidden',
    'pdf/current.pdf': 'made earlier',
  });
  utimesSync(join(cwd, 'in/current.html'), 1_000_000_000, 1_000_000_000);
  const [a, b] = [join(cwd, 'in/a.html'), join(cwd, 'in/b.html')];
  const first = startWatch(cwd, '--json');
  const initial = await first.results(2);
  expect(initial).toContainEqual(expect.objectContaining({ source: a, pages: 1 }));
  expect(initial).toContainEqual(
    expect.objectContaining({ path: join(cwd, 'pdf/current.pdf'), skipped: true }),
  );
  writeFileSync(b, '<p>b');
  expect((await first.results(3))[2]).toMatchObject({ source: b, pages: 1 });
  writeFileSync(a, twoPages);
  expect((await first.results(4))[3]).toMatchObject({ source: a, pages: 2 });
  expect(await countPages(readFileSync(join(cwd, 'pdf/a.pdf')))).toBe(2);
  const { status, stderr } = await first.stop();
  expect([status, stderr]).toEqual([0, expect.stringContaining('Watching 1 place.')]);

  writeFileSync(b, twoPages);
  const second = startWatch(cwd, '--json');
  const later = await second.results(3);
  expect(later.filter((each) => JSON.stringify(each).includes('skipped'))).toHaveLength(2);
  expect(later).toContainEqual(expect.objectContaining({ source: b, pages: 2 }));
  writeFileSync(b, Buffer.from([0, 1, 2, 3]));
  expect((await second.results(4))[3]).toMatchObject({
    source: b,
    error: expect.anything() as unknown,
  });
  expect((await second.stop()).status).toBe(1);
});

it('ends with an error when the folder is removed', async () => {
  const cwd = folder.with({ 'in/a.html': '<p>a' });
  const run = convertHere(['in', '--watch'], {
    cwd,
    onBytes: () => rmSync(join(cwd, 'in'), { recursive: true }),
  });
  const { status, stderr, lines } = await run;
  expect(lines).toEqual([join(cwd, 'in/a.pdf')]);
  expect([status, stderr]).toEqual([1, expect.stringContaining('was removed')]);
});

it.each([
  [
    ['https://example.org/'],
    /^--watch: .*files and folders, but https:\/\/example\.org\/ is neither/,
  ],
  [['none'], /does not exist/],
  [['.', '--out', 'one.pdf'], /^--out: .*may convert several documents/],
  [['.', '--filename', 'one.pdf'], /^--filename: .*the same for all documents/],
])('refuses %j', async (args, error) => {
  const { status, stderr } = await convertHere([...args, '--watch'], { cwd: folder.with({}) });
  expect([status, stderr]).toEqual([2, expect.stringMatching(error)]);
});
