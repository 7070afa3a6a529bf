import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { PdfSpool } from '../../../../electron/main/files/pdf-spool.js';
import type { JobOptions } from '../../../../electron/shared/jobs.js';
import type { Output } from '../../../../electron/shared/output.js';
import { files, options, until } from './support/fake-work.js';
import { fakeEngine, filesOf, openOnDisk } from './support/queue-on-disk.js';
import { errorMessage } from '../../../support/error-message.js';
import { message } from '../../../../electron/shared/messages/message.js';

const root = mkdtempSync(join(tmpdir(), 'platen-work-'));
let folder: string;
let out: string;

beforeEach(() => {
  folder = mkdtempSync(join(root, 'case-'));
  out = join(folder, 'out');
});

afterAll(() => rmSync(root, { recursive: true }));

function optionsWith(output: Partial<Output>, filename?: string): JobOptions {
  return {
    request: { ...options.request, ...(filename !== undefined && { filename }) },
    output: { ...options.output, folder: out, ...output },
    renderOn: null,
  };
}

async function openStarted() {
  const { engine, convert } = fakeEngine();
  const opened = await openOnDisk(folder, engine);
  opened.queue.start();
  const ended = async () => until(() => opened.queue.summary.batch === null);
  return { ...opened, convert, ended };
}

test('a file to skip is not converted', async () => {
  mkdirSync(out);
  writeFileSync(join(out, 'a.pdf'), 'older');
  const { queue, convert, ended } = await openStarted();
  await queue.add(files('a', 'b'), optionsWith({ existing: 'skip' }));
  await ended();
  expect(convert).toHaveBeenCalledTimes(1);
  expect(queue.listed.rows).toMatchObject([
    { status: 'completed', skipped: true, path: join(out, 'a.pdf') },
    { status: 'completed', path: join(out, 'b.pdf') },
  ]);
  expect(filesOf(out)['a.pdf']).toBe('older');
});

test('merged documents fail with options that cannot be applied to them', async () => {
  const { queue, convert, ended } = await openStarted();
  const parts = ['/in/a.html', '/in/b.pdf'].map((path) => ({ kind: 'file' as const, path }));
  queue.setPaused(true);
  const [id = ''] = await queue.add([{ kind: 'merged', parts }], optionsWith({}));
  queue.change([id], { ...optionsWith({}), request: { ...options.request, pages: '1-2' } });
  queue.setPaused(false);
  await ended();
  expect(errorMessage(queue.listed.rows[0]?.error)).toContain('cannot be combined with merging');
  expect(convert).not.toHaveBeenCalled();
  queue.change([id], optionsWith({}));
  queue.retry([id]);
  await ended();
  expect(queue.listed.rows).toMatchObject([{ path: join(out, 'a-merged.pdf') }]);
});

test('names follow the order of the list, with placeholders replaced for each job', async () => {
  const { queue, ended } = await openStarted();
  await queue.add(files('x/same', 'y/same', 'z/same'), optionsWith({}));
  await queue.add(files('p', 'q'), optionsWith({}, '{n}-{title}-{name}.pdf'));
  await ended();
  expect(queue.listed.rows.map(({ path }) => path?.slice(out.length + 1))).toEqual([
    'same.pdf',
    'same-2.pdf',
    'same-3.pdf',
    '1-A title-p.pdf',
    '2-A title-q.pdf',
  ]);
});

test('a job without a PDF leaves its name to others, also over a restart', async () => {
  const { queue, journal, convert, ended } = await openStarted();
  convert.mockRejectedValue(new Error('broken'));
  const [failed = ''] = await queue.add(files('x/a'), optionsWith({}));
  await ended();
  queue.setPaused(true);
  const [canceled = ''] = await queue.add(files('b'), optionsWith({}));
  queue.cancel([canceled]);
  await queue.stop();
  await journal.close();

  const again = await openStarted();
  again.queue.setPaused(false);
  await again.queue.add(files('y/a', 'b'), optionsWith({}));
  await again.ended();
  again.queue.retry([failed]);
  await again.ended();
  expect(filesOf(out)).toEqual({
    'a.pdf': 'PDF of /in/y/a.html',
    'a-2.pdf': 'PDF of /in/x/a.html',
    'b.pdf': 'PDF of /in/b.html',
  });
});

test('a job that fails leaves its name at once, and a retry reserves it again', async () => {
  const { queue, convert, ended } = await openStarted();
  convert.mockRejectedValueOnce(new Error('broken'));
  const [first = ''] = await queue.add(files('x/a'), optionsWith({}));
  await ended();
  queue.setPaused(true);
  queue.retry([first]);
  await queue.add(files('y/a'), optionsWith({}));
  queue.cancel([first]);
  await queue.add(files('z/a'), optionsWith({}));
  queue.setPaused(false);
  await ended();
  expect(filesOf(out)).toEqual({
    'a.pdf': 'PDF of /in/z/a.html',
    'a-2.pdf': 'PDF of /in/y/a.html',
  });
});

test('a PDF that cannot be written is kept, also over a restart, and a retry only writes it', async () => {
  writeFileSync(out, 'a file, where the folder should be');
  const { queue, journal, ended } = await openStarted();
  const [id = ''] = await queue.add(files('a'), optionsWith({}));
  await ended();
  const kept = join(folder, 'kept', `${id}.pdf`);
  expect(queue.listed.rows[0]).toMatchObject({
    status: 'failed',
    kept: true,
    error: {
      code: 'write-failed',
      message: message('files.kept', {
        error: message('files.notWritten', {
          path: join(out, 'a.pdf'),
          reason: message('files.notFolder'),
        }),
        path: kept,
      }),
    },
  });
  await queue.stop();
  await journal.close();

  const again = await openStarted();
  again.queue.retry('failed');
  await again.ended();
  expect(again.queue.listed.rows[0]).toMatchObject({ status: 'failed', kept: true });
  rmSync(out);
  again.queue.retry([id]);
  await again.ended();
  expect(again.convert).not.toHaveBeenCalled();
  expect(again.queue.listed.rows[0]).toMatchObject({ status: 'completed', pages: 1 });
  expect(filesOf(out)).toEqual({ 'a.pdf': 'PDF of /in/a.html' });
  expect(readdirSync(join(folder, 'kept'))).toEqual([]);
});

test('a missing kept PDF fails the retry, and the next one converts again', async () => {
  writeFileSync(out, 'a file, where the folder should be');
  const { queue, convert, ended } = await openStarted();
  const [id = ''] = await queue.add(files('a'), optionsWith({}));
  await ended();
  rmSync(join(folder, 'kept', `${id}.pdf`));
  rmSync(out);
  queue.retry('failed');
  await ended();
  expect(errorMessage(queue.listed.rows[0]?.error)).toMatch(
    /no longer exists\. Convert it again\.$/,
  );
  queue.retry('failed');
  await ended();
  expect(convert).toHaveBeenCalledTimes(2);
  expect(filesOf(out)).toEqual({ 'a.pdf': 'PDF of /in/a.html' });
});

async function withKept(request: Partial<JobOptions['request']> = {}) {
  writeFileSync(out, 'a file, where the folder should be');
  const opened = await openStarted();
  const wanted = optionsWith({});
  const [id = ''] = await opened.queue.add(files('a'), wanted);
  await opened.ended();
  rmSync(out);
  const changedRequest = { ...wanted, request: { ...wanted.request, ...request } };
  return {
    ...opened,
    id,
    changed: changedRequest,
    keptNames: () => readdirSync(join(folder, 'kept')),
  };
}

test('a kept PDF is rendered again if the new options change it', async () => {
  const {
    queue,
    id,
    changed: changedRequest,
    convert,
    ended,
    keptNames,
  } = await withKept({ zoom: 2 });
  queue.change([id], changedRequest);
  expect(queue.listed.rows[0]).not.toHaveProperty('kept');
  expect(errorMessage(queue.listed.rows[0]?.error)).toMatch(
    /was deleted because its options have changed/,
  );
  await until(() => keptNames().length === 0);
  queue.retry([id]);
  await ended();
  expect(convert).toHaveBeenCalledTimes(2);
  expect(queue.listed.rows[0]).toMatchObject({ status: 'completed' });
});

test('a kept PDF is only written if just its name has changed', async () => {
  const {
    queue,
    id,
    changed: changedRequest,
    convert,
    ended,
  } = await withKept({ filename: 'z.pdf' });
  queue.change([id], changedRequest);
  queue.retry([id]);
  await ended();
  expect(convert).toHaveBeenCalledTimes(1);
  expect(filesOf(out)).toEqual({ 'z.pdf': 'PDF of /in/a.html' });
});

test('a job succeeds even if its kept PDF cannot be removed', async () => {
  const { queue, id, ended } = await withKept();
  vi.spyOn(PdfSpool.prototype, 'remove').mockRejectedValueOnce(new Error('it is in use'));
  queue.retry([id]);
  await ended();
  expect(queue.listed.rows[0]).toMatchObject({ status: 'completed' });
});

test('canceling the write of a kept PDF keeps it', async () => {
  const { queue, id, ended, keptNames } = await withKept();
  vi.spyOn(PdfSpool.prototype, 'read').mockImplementationOnce(async () => {
    queue.cancel([id]);
    return Promise.resolve(Buffer.from('x'));
  });
  queue.retry([id]);
  await ended();
  expect(queue.listed.rows[0]).toMatchObject({ status: 'canceled', kept: true });
  expect(keptNames()).toEqual([`${id}.pdf`]);
});

test('removing a job removes its kept PDF', async () => {
  writeFileSync(out, 'a file, where the folder should be');
  const { queue, ended } = await openStarted();
  await queue.add(files('a'), optionsWith({}));
  await ended();
  queue.remove('ended');
  await until(() => readdirSync(join(folder, 'kept')).length === 0);
});
