import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { literal } from '../../../../electron/shared/messages/message.js';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test, vi } from 'vitest';
import type { ConversionSource } from '../../../../electron/shared/request/source.js';
import { englishText } from '../../../../electron/shared/messages/translator.js';
import { files, options, until } from './support/fake-work.js';
import { fakeEngine, openOnDisk } from './support/queue-on-disk.js';
import { errorMessage } from '../../../support/error-message.js';
import { nameText } from './support/start-queue.js';

const root = mkdtempSync(join(tmpdir(), 'platen-journal-'));

afterAll(() => rmSync(root, { recursive: true }));

const other = { ...options, output: { ...options.output, existing: 'skip' as const } };

/** Returns a folder with a persisted queue: paused, reordered, with changed and removed jobs. */
async function folderWithQueue(): Promise<string> {
  const folder = mkdtempSync(join(root, 'case-'));
  const { queue, journal } = await openOnDisk(folder, fakeEngine().engine);
  queue.setPaused(true);
  const [a = '', b = '', c = '', d = ''] = await queue.add(files('a', 'b', 'c', 'd'), options);
  queue.move([d], a);
  queue.change([b, c], other);
  queue.cancel([c]);
  queue.remove([a]);
  await queue.stop();
  await journal.close();
  return folder;
}

const path = (folder: string) => join(folder, 'queue', 'jobs.jsonl');
const linesOf = (folder: string) => readFileSync(path(folder), 'utf8').split('\n').slice(0, -1);

/** Opens the queue of a folder and returns what was restored. */
async function found(folder: string) {
  const { queue, journal, notice } = await openOnDisk(folder, fakeEngine().engine);
  const { rows, summary } = queue.listed;
  await queue.stop();
  await journal.close();
  const jobs = rows.map(({ id, name, status }) => {
    const { existing } = queue.get(id)?.options.output ?? {};
    return `${nameText(name)} ${status} ${existing}`;
  });
  return { jobs, paused: summary.paused, notice: notice && englishText(notice), rows };
}

const whole = {
  jobs: ['d.html queued number', 'b.html queued skip', 'c.html canceled skip'],
  paused: true,
  notice: null,
};

describe('a persisted queue', () => {
  test('is restored, also after a second start', async () => {
    const folder = await folderWithQueue();
    expect(await found(folder)).toMatchObject(whole);
    expect(await found(folder)).toMatchObject(whole);
  });

  test('is empty for a new folder, where no file is created', async () => {
    const folder = mkdtempSync(join(root, 'case-'));
    expect(await found(folder)).toMatchObject({ jobs: [], paused: false, notice: null });
  });

  test('has the results and errors of its jobs', async () => {
    const folder = mkdtempSync(join(root, 'case-'));
    const { engine, convert } = fakeEngine();
    const preflight = [{ kind: 'images' as const, message: literal('x.png did not load.') }];
    const made = {
      parts: [Buffer.from('PD'), Buffer.from('F')],
      size: 3,
      pages: 3,
      title: 'T',
      preflight,
    };
    // Which of the two runs first depends on the disk.
    convert.mockImplementation(async ({ source }) => {
      if (source.kind === 'file' && source.path === '/in/a.html') return Promise.resolve(made);
      throw new Error('no');
    });
    const { queue, journal } = await openOnDisk(folder, engine);
    queue.start();
    const output = { ...options.output, folder: join(folder, 'out') };
    const [id = ''] = await queue.add(files('a', 'b'), { ...options, output });
    await until(() => queue.summary.batch === null);
    await queue.stop();
    await journal.close();
    const again = await openOnDisk(folder, engine);
    expect(again.queue.listed.rows).toEqual(queue.listed.rows);
    expect(errorMessage(again.queue.listed.rows[1]?.error)).toBe('Platen failed: no');
    expect(again.queue.get(id)?.state).toEqual({
      status: 'completed',
      path: join(folder, 'out', 'a.pdf'),
      pdf: { pages: 3, size: 3, title: 'T', preflight },
      ranMs: expect.any(Number) as unknown,
    });
    await again.journal.close();
  });
});

describe('an incomplete last line', () => {
  test('is ignored wherever it ends', async () => {
    const folder = await folderWithQueue();
    await found(folder);
    const { journal, queue } = await openOnDisk(folder, fakeEngine().engine);
    await journal.flush();
    const before = statSync(path(folder)).size;
    queue.setPaused(false);
    await journal.close();
    const bytes = readFileSync(path(folder));
    expect(bytes.length).toBeGreaterThan(before);
    for (let size = before; size < bytes.length; size += 1) {
      writeFileSync(path(folder), bytes.subarray(0, size));
      expect(await found(folder)).toMatchObject(whole);
    }
    writeFileSync(path(folder), bytes);
    expect(await found(folder)).toMatchObject({ ...whole, paused: false });
  });

  test('is not continued', async () => {
    const folder = await folderWithQueue();
    appendFileSync(path(folder), '{"entry":"pau');
    const { journal, queue } = await openOnDisk(folder, fakeEngine().engine);
    queue.setPaused(false);
    await journal.close();
    expect(await found(folder)).toMatchObject({ ...whole, paused: false });
  });

  test('of zeros, as after a power cut, is ignored too', async () => {
    const folder = await folderWithQueue();
    appendFileSync(path(folder), Buffer.alloc(4096));
    expect(await found(folder)).toMatchObject(whole);
  });
});

describe('damage', () => {
  /** Damages each matching line and returns what is restored then. */
  async function foundAfter(pattern: RegExp, damage = '{"entry":"?!\u0000') {
    const folder = await folderWithQueue();
    await found(folder);
    const lines = linesOf(folder).map((line) => (pattern.test(line) ? damage : line));
    const text = `${lines.join('\n')}\n`;
    writeFileSync(path(folder), text);
    return { folder, text, ...(await found(folder)) };
  }

  test('of a line loses that job, and a copy of the file is kept', async () => {
    const { folder, text, jobs, notice } = await foundAfter(/b\.html/);
    expect(jobs).toEqual(['d.html queued number', 'c.html canceled skip']);
    const [aside = ''] = readdirSync(join(folder, 'queue')).filter((name) =>
      name.includes('damaged'),
    );
    const damagedPath = join(folder, 'queue', aside);
    expect(notice).toBe(
      `${path(folder)} was damaged in one line. It was renamed to ${damagedPath}; 2 jobs were restored.`,
    );
    expect(readFileSync(damagedPath, 'utf8')).toBe(text);
    expect(await found(folder)).toMatchObject({ jobs, notice: null });
  });

  test('of options fails the jobs that had them', async () => {
    const { jobs, rows } = await foundAfter(/"ref":1,/);
    expect(jobs[0]).toBe('d.html failed number');
    expect(jobs.slice(1)).toEqual(whole.jobs.slice(1));
    expect(errorMessage(rows[0]?.error)).toBe(
      'The options of this job were damaged on the disk. Choose its options again, then retry.',
    );
  });

  test.each([
    ['the first line', /platen-queue/, undefined],
    ['a line of something else', /platen-queue/, '{"format":"platen-queue","version":2}'],
  ])('in %s is reported, and all jobs are restored', async (_, pattern, damage) => {
    const { jobs, notice } = await foundAfter(pattern, damage);
    expect(jobs).toEqual(whole.jobs);
    expect(notice).toContain('was damaged in one line');
  });

  test('by invalid UTF-8 loses a job rather than renaming it', async () => {
    const folder = await folderWithQueue();
    const bytes = readFileSync(path(folder));
    bytes[bytes.indexOf('b.html')] = 0xff;
    writeFileSync(path(folder), bytes);
    const { jobs, notice } = await found(folder);
    expect(jobs).toEqual(['d.html queued number', 'c.html canceled skip']);
    expect(notice).toContain('was damaged in');
  });

  test('of the whole file leaves an empty list and a copy of the file', async () => {
    const folder = mkdtempSync(join(root, 'case-'));
    mkdirSync(join(folder, 'queue', 'jobs.jsonl'), { recursive: true });
    const { jobs, notice } = await found(folder);
    expect(jobs).toEqual([]);
    expect(notice).toMatch(/could not be read \(EISDIR\).*; the job list starts empty\.$/);
    expect(
      readdirSync(join(folder, 'queue')).filter((name) => name.includes('damaged')),
    ).toHaveLength(1);
    expect(statSync(path(folder)).isFile()).toBe(true);
  });
});

test('a journal that has grown is compacted', async () => {
  const folder = mkdtempSync(join(root, 'case-'));
  const { queue, journal } = await openOnDisk(folder, fakeEngine().engine);
  queue.setPaused(true);
  const [id = ''] = await queue.add(files('a'), options);
  const sizes: number[] = [];
  for (let turn = 0; turn < 90; turn += 1) {
    for (let change = 0; change < 100; change += 1) {
      queue.change([id], { ...other, request: { ...other.request, zoom: 1 + (turn % 9) / 10 } });
      queue.change([id], { ...options, request: { ...other.request, pages: '1-2' } });
    }
    await journal.flush();
    sizes.push(statSync(path(folder)).size);
  }
  expect(Math.max(...sizes)).toBeLessThan(1_300_000);
  expect(sizes.some((size, index) => size < (sizes[index - 1] ?? 0))).toBe(true);
  await journal.close();
  expect(await found(folder)).toMatchObject({ jobs: ['a.html queued number'] });
});

test('merged documents are converted after a restart, in their order and under one name', async () => {
  const folder = mkdtempSync(join(root, 'case-'));
  const paths = ['/in/b.html', '/in/a.html', '/in/c.pdf'];
  const parts = paths.map((path) => ({ kind: 'file' as const, path }));
  const source: ConversionSource = { kind: 'merged', parts };
  const output = { ...options.output, folder: join(folder, 'out') };
  const { queue, journal } = await openOnDisk(folder, fakeEngine().engine);
  queue.setPaused(true);
  await queue.add([source], { ...options, output });
  await journal.close();

  const { engine, convert } = fakeEngine();
  const again = await openOnDisk(folder, engine);
  expect(again.queue.listed.rows).toMatchObject([
    { name: { key: 'merge.documents', params: { first: 'b.html', count: 2 } } },
  ]);
  again.queue.setPaused(false);
  again.queue.start();
  await until(() => again.queue.summary.batch === null);
  expect(convert.mock.calls.map(([request]) => request.source)).toEqual([source]);
  expect(again.queue.listed.rows[0]?.path).toBe(join(folder, 'out', 'b-merged.pdf'));
  await again.journal.close();
});

describe('long HTML', () => {
  const html = '<p>long</p>'.repeat(1000);
  const source: ConversionSource = { kind: 'html', html, base: '/base' };

  test('has its own file, once, until no job needs it', async () => {
    const folder = mkdtempSync(join(root, 'case-'));
    const htmlFolder = join(folder, 'queue', 'html');
    const { queue, journal } = await openOnDisk(folder, fakeEngine().engine);
    queue.setPaused(true);
    const output = { ...options.output, folder: join(folder, 'out') };
    const ids = await queue.add([source, source], { ...options, output });
    expect(readdirSync(htmlFolder)).toHaveLength(1);
    expect(statSync(path(folder)).size).toBeLessThan(2000);
    await journal.close();

    const { engine, convert } = fakeEngine();
    const again = await openOnDisk(folder, engine);
    again.queue.setPaused(false);
    again.queue.start();
    await until(() => again.queue.summary.batch === null);
    expect(convert.mock.calls.map(([request]) => request.source)).toEqual([source, source]);
    again.queue.remove(ids);
    await again.journal.close();

    await found(folder);
    expect(readdirSync(htmlFolder)).toEqual([]);
  });

  test('that is missing fails its job', async () => {
    const folder = mkdtempSync(join(root, 'case-'));
    const { queue, journal } = await openOnDisk(folder, fakeEngine().engine);
    await queue.add([source], options);
    rmSync(join(folder, 'queue', 'html'), { recursive: true });
    queue.start();
    await until(() => queue.summary.batch === null);
    expect(errorMessage(queue.listed.rows[0]?.error)).toMatch(
      /^The HTML of this job, stored at .*\.html, cannot be read\. Paste it again\.$/,
    );
    await journal.close();
  });
});

test('a write error is reported; the queue works on, and is written when it can be', async () => {
  const folder = mkdtempSync(join(root, 'case-'));
  const { queue, journal } = await openOnDisk(folder, fakeEngine().engine);
  writeFileSync(join(folder, 'queue'), 'a file, where the folder should be');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  expect(queue.summary.persistenceError).toBeUndefined();
  await queue.add(files('a'), options);
  const { persistenceError } = queue.summary;
  expect(persistenceError && englishText(persistenceError)).toMatch(
    /^The job list can't be saved, and would be lost if Platen quit now\. .*jobs\.jsonl could not be written: a part of the path is a file, not a folder\.$/,
  );
  await queue.add(files('b'), options);
  expect(queue.summary.counts.queued).toBe(2);

  rmSync(join(folder, 'queue'));
  vi.advanceTimersByTime(5000);
  vi.useRealTimers();
  await until(() => queue.summary.persistenceError === undefined);
  await journal.close();
  expect(await found(folder)).toMatchObject({
    jobs: ['a.html queued number', 'b.html queued number'],
  });
});
