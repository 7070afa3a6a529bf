import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { AppError } from '../../../../electron/shared/messages/errors.js';
import { files, until } from './support/fake-work.js';
import { filesOf } from './support/queue-on-disk.js';
import {
  openStarted,
  place,
  run,
  uploading,
  withRequest,
  useUploadingQueue,
} from './support/uploading-queue.js';
import { errorMessage } from '../../../support/error-message.js';
import { literal, message } from '../../../../electron/shared/messages/message.js';

useUploadingQueue();

const hook = 'https://hooks.test/done';

describe('uploads', () => {
  test('work without a local file', async () => {
    const { rows } = await run(['a'], uploading(['s3://papers/{name}.pdf', 's3://other/x.pdf']));
    expect(rows()).toMatchObject([
      { status: 'completed', deliveries: ['delivery-1', 'delivery-2'], pages: 1 },
    ]);
    expect(rows()[0]).not.toHaveProperty('path');
    expect(place.outbox.sent).toMatchObject([
      { to: 's3://papers/a.pdf', what: 'PDF of /in/a.html' },
      { to: 's3://other/x.pdf', what: 'PDF of /in/a.html' },
    ]);
    expect(filesOf(place.out)).toEqual({});
  });

  test('of jobs added together have placeholders replaced, and are numbered in order', async () => {
    const destinations = ['s3://papers/{date}/{n}-{title}.pdf', 's3://papers/all/{name}.pdf'];
    await run(['x/same', 'y/same', 'z/Same'], uploading(destinations));
    const day = /\d{4}-\d\d-\d\d/;
    expect(place.outbox.places.map((place) => place.replace(day, 'DAY'))).toEqual([
      's3://papers/DAY/1-A title.pdf',
      's3://papers/DAY/2-A title.pdf',
      's3://papers/DAY/3-A title.pdf',
      's3://papers/all/Same.pdf',
      's3://papers/all/same-2.pdf',
      's3://papers/all/same.pdf',
    ]);
    const second = place.outbox.sent.find(({ to }) => to.endsWith('same-2.pdf'));
    expect(second?.what).toBe('PDF of /in/y/same.html');
  });

  test('of jobs added later are not numbered', async () => {
    const { queue, ended } = await run(['a'], uploading(['s3://papers/a.pdf']));
    vi.spyOn(Date, 'now').mockReturnValue(0);
    await queue.add(files('a'), uploading(['s3://papers/a.pdf']));
    vi.restoreAllMocks();
    await ended();
    expect(place.outbox.places).toEqual(['s3://papers/a.pdf', 's3://papers/a.pdf']);
  });

  test('with too long a key fail before the conversion', async () => {
    const long = `s3://papers/${'{name}/'.repeat(6)}x.pdf`;
    const { rows, convert } = await run(['n'.repeat(200)], uploading([long]));
    expect(convert).not.toHaveBeenCalled();
    expect(rows()[0]?.error).toMatchObject({ code: 'invalid-request' });
    expect(errorMessage(rows()[0]?.error)).toMatch(
      /with its placeholders filled in, has a path of 1,211 bytes\. The limit is 1,024\.$/,
    );
  });

  test('are done even if the local file exists and is skipped', async () => {
    mkdirSync(place.out);
    writeFileSync(join(place.out, 'a.pdf'), 'older');
    const options = uploading(['s3://papers/a.pdf'], { save: true, existing: 'skip' });
    const { rows } = await run(['a'], options);
    expect(rows()[0]).toMatchObject({ status: 'completed', deliveries: ['delivery-1'] });
    expect(rows()[0]).not.toHaveProperty('path');
    expect(filesOf(place.out)).toEqual({ 'a.pdf': 'older' });
    expect(place.outbox.places).toEqual(['s3://papers/a.pdf']);
  });

  test('that the user discarded are marked, also after a restart', async () => {
    const options = withRequest(uploading(['s3://papers/a.pdf', 's3://other/a.pdf']), {
      webhook: hook,
    });
    const { queue, rows, close } = await run(['a'], options);
    queue.markDropped(rows()[0]?.id ?? '', ['delivery-1']);
    expect(rows()[0]).toMatchObject({ dropped: 1 });
    expect(rows()[0]).not.toHaveProperty('discarded');
    queue.markDropped(rows()[0]?.id ?? '', ['delivery-2']);
    expect(rows()[0]).toMatchObject({ status: 'completed', dropped: 2, discarded: true });
    await close();
    const again = await openStarted();
    expect(again.rows()[0]).toMatchObject({ dropped: 2, discarded: true });
    await again.close();
  });

  test('that cannot be staged fail the job, whose PDF is kept for a retry', async () => {
    place.outbox.refusal = new AppError(
      'write-failed',
      literal('/place.outbox/x.pdf could not be written: full.'),
    );
    const { rows, queue, ended, convert } = await run(['a'], uploading(['s3://papers/a.pdf']));
    expect(rows()[0]).toMatchObject({ status: 'failed', kept: true, deliveries: [] });
    place.outbox.refusal = null;
    queue.retry('failed');
    await ended();
    expect(rows()[0]).toMatchObject({ status: 'completed', deliveries: ['delivery-1'] });
    expect(convert).toHaveBeenCalledTimes(1);
    expect(readdirSync(join(place.folder, 'kept'))).toEqual([]);
    expect(place.outbox.sent[0]?.what).toBe('PDF of /in/a.html');
  });

  test('are required without a local file', async () => {
    const { rows, convert } = await run(['a'], uploading([]));
    expect(convert).not.toHaveBeenCalled();
    expect(rows()[0]?.error?.fields).toEqual([
      {
        field: 'save',
        message: message('jobs.noDestination'),
      },
    ]);
  });
});

describe('a PDF that is uploaded and cannot be written', () => {
  async function unwritten() {
    writeFileSync(place.out, 'a file, where the folder should be');
    const options = uploading(['s3://papers/{name}.pdf'], { save: true });
    const opened = await run(['a'], withRequest(options, { webhook: hook }));
    expect(opened.rows()[0]).toMatchObject({
      status: 'failed',
      kept: true,
      deliveries: ['delivery-1', 'delivery-2'],
    });
    return { ...opened, options };
  }

  test('is uploaded once, and a retry only writes it', async () => {
    const { convert, close } = await unwritten();
    expect(place.outbox.places).toEqual([hook, 's3://papers/a.pdf']);
    await close();
    rmSync(place.out);
    const again = await openStarted();
    again.queue.retry('failed');
    await again.ended();
    expect(again.rows()[0]).toMatchObject({
      status: 'completed',
      path: join(place.out, 'a.pdf'),
      deliveries: ['delivery-1', 'delivery-2'],
    });
    expect(place.outbox.places).toEqual([hook, 's3://papers/a.pdf']);
    expect(convert).toHaveBeenCalledTimes(1);
    expect(again.convert).not.toHaveBeenCalled();
  });

  test('is uploaded to a destination added later, and not again to the first', async () => {
    const { queue, ended, options } = await unwritten();
    rmSync(place.out);
    const [id = ''] = queue.listed.rows.map((row) => row.id);
    const uploads = [
      ...options.output.uploads,
      { target: null, destination: 's3://papers/new.pdf', existing: 'ask' as const },
    ];
    queue.change(
      [id],
      withRequest({ ...options, output: { ...options.output, uploads } }, { webhook: hook }),
    );
    queue.retry('failed');
    await ended();
    expect(place.outbox.places).toEqual([hook, hook, 's3://papers/a.pdf', 's3://papers/new.pdf']);
  });

  test('is uploaded to where its target was moved', async () => {
    const { queue, ended, options } = await unwritten();
    rmSync(place.out);
    const [id = ''] = queue.listed.rows.map((row) => row.id);
    const uploads = [
      { target: 'reports', destination: 's3://report/{name}.pdf', existing: 'ask' as const },
      { target: 'other', destination: 's3://report/b.pdf', existing: 'ask' as const },
    ];
    queue.change([id], { ...options, output: { ...options.output, uploads } });
    queue.moveUploads('reports', (to) => to.replace('//report/', '//reports/2026/'));
    queue.retry('failed');
    await ended();
    expect(place.outbox.places).toEqual([
      hook,
      's3://papers/a.pdf',
      's3://report/b.pdf',
      's3://reports/2026/a.pdf',
    ]);
  });

  test('is rendered and uploaded again for other options', async () => {
    const { queue, ended, options, convert } = await unwritten();
    rmSync(place.out);
    const [id = ''] = queue.listed.rows.map((row) => row.id);
    queue.change([id], withRequest(options, { webhook: hook, zoom: 2 }));
    queue.retry('failed');
    await ended();
    expect(convert).toHaveBeenCalledTimes(2);
    expect(place.outbox.places).toEqual([hook, hook, 's3://papers/a.pdf', 's3://papers/a.pdf']);
  });
});

describe('a staged delivery', () => {
  test('is not sent before the end of the job is persisted', async () => {
    const { queue, journal, ended } = await openStarted();
    const settled = journal.flush.bind(journal);
    let persist: () => void = () => undefined;
    const persisted = new Promise<void>((resolve) => (persist = resolve));
    await queue.add(files('a'), uploading(['s3://papers/a.pdf']));
    journal.flush = async () => persisted.then(settled);
    await until(() => queue.summary.counts.completed === 1);
    expect(place.outbox.sent).toEqual([]);
    expect(place.outbox.held.size).toBe(1);
    persist();
    await ended();
    expect(place.outbox.places).toEqual(['s3://papers/a.pdf']);
  });

  test('is deleted when the job is canceled or removed', async () => {
    const { queue } = await openStarted();
    const hold = place.outbox.stage.bind(place.outbox);
    for (const end of ['cancel', 'remove'] as const) {
      place.outbox.stage = async (work) => {
        const ids = await hold(work);
        queue[end](queue.listed.rows.map(({ id }) => id));
        return ids;
      };
      await queue.add(files('a'), uploading(['s3://papers/a.pdf']));
      await until(() => queue.summary.batch === null);
      await until(() => place.outbox.held.size === 0);
    }
    expect(place.outbox.sent).toEqual([]);
  });
});
