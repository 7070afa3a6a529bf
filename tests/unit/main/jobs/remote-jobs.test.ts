import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { AppError } from '../../../../electron/shared/messages/errors.js';
import { type JobOptions, jobOptionsSchema } from '../../../../electron/shared/jobs.js';
import type { RemoteRenderer } from '../../../../electron/main/engine/remote-renderer.js';
import { isSent } from '../../../../electron/main/jobs/job.js';
import type { JobQueue } from '../../../../electron/main/jobs/job-queue.js';
import { FakeOutbox } from './support/fake-outbox.js';
import { fakeRemote, receipt, remotePdf } from './support/fake-remote.js';
import { files, until } from './support/fake-work.js';
import { fakeEngine, filesOf, openOnDisk } from './support/queue-on-disk.js';
import { literal, message } from '../../../../electron/shared/messages/message.js';
import { issuesInEnglish } from '../../../support/error-message.js';

const root = mkdtempSync(join(tmpdir(), 'platen-remote-'));
let folder: string;
let out: string;
let outbox: FakeOutbox;

beforeEach(() => {
  folder = mkdtempSync(join(root, 'case-'));
  out = join(folder, 'out');
  outbox = new FakeOutbox();
});
afterAll(() => rmSync(root, { recursive: true }));

const destination = 's3://papers/{n}-{name}.pdf';

function optionsOf(request: object = {}, output: object = {}): JobOptions {
  return jobOptionsSchema.parse({
    request,
    output: { folder: out, ...output },
    renderOn: 'office',
  });
}

async function open(remote: RemoteRenderer) {
  const { engine, convert } = fakeEngine();
  const opened = await openOnDisk(folder, engine, { remote, outbox });
  opened.queue.start();
  const ended = async () => until(() => opened.queue.summary.batch === null);
  const close = async () => {
    await opened.queue.stop();
    await opened.journal.close();
  };
  return { ...opened, local: convert, ended, close };
}

function isSentJob(queue: Pick<JobQueue, 'get'>, id = ''): boolean {
  const job = queue.get(id);
  return job !== undefined && isSent(job.state);
}

/** Never responds. */
const hanging = async () => new Promise<never>(() => undefined);

/** Responds only when it is canceled. */
const patient = async (_request: object, { signal }: { signal?: AbortSignal }) =>
  new Promise<never>((_, reject) => {
    const cancel = () => reject(new AppError('canceled', literal('It was canceled.')));
    if (signal?.aborted) cancel();
    signal?.addEventListener('abort', cancel);
  });

const failing = (code: AppError['code']) => async () =>
  Promise.reject(new AppError(code, literal(`It is ${code}.`)));

describe('a job of a service', () => {
  test('is sent with its placeholders replaced, and its PDF is saved with the receipt', async () => {
    const { remote, convert } = fakeRemote();
    const { queue, local, ended, close } = await open(remote);
    const storage = { provider: 'object_store', bucketDestination: destination };
    const request = { storage, filename: '{name}-{n}.pdf', webhook: 'https://example.org/hook' };
    await queue.add(files('ä b', 'c'), optionsOf(request));
    await ended();
    expect(local).not.toHaveBeenCalled();
    expect(
      convert.mock.calls.map(([endpoint, asked]) => [
        endpoint,
        asked.filename,
        asked.storage,
        asked.webhook,
      ]),
    ).toEqual([
      [
        'office',
        '--b-1.pdf',
        { ...storage, bucketDestination: 's3://papers/1-ä b.pdf' },
        request.webhook,
      ],
      [
        'office',
        'c-2.pdf',
        { ...storage, bucketDestination: 's3://papers/2-c.pdf' },
        request.webhook,
      ],
    ]);
    expect(filesOf(out)).toEqual({
      'ä b-1.pdf': 'PDF of a service',
      'c-2.pdf': 'PDF of a service',
    });
    expect(queue.listed.rows[0]).toMatchObject({
      status: 'completed',
      remote: receipt,
      pages: 2,
      deliveries: [],
    });
    expect(outbox.held.size).toBe(0);
    await close();
    const again = await open(remote);
    expect(again.queue.listed.rows[0]).toMatchObject({ status: 'completed', remote: receipt });
    await again.close();
  });

  test('does not share a key in a bucket with another', async () => {
    const { remote, convert } = fakeRemote();
    const { queue, ended, close } = await open(remote);
    const storage = { provider: 'object_store', bucketDestination: 's3://papers/{name}.pdf' };
    await queue.add(files('x/same', 'y/same'), optionsOf({ storage }));
    await ended();
    expect(convert.mock.calls.map(([, asked]) => asked.storage)).toMatchObject([
      { bucketDestination: 's3://papers/same.pdf' },
      { bucketDestination: 's3://papers/same-2.pdf' },
    ]);
    await close();
  });

  test("uses the service's default storage, with placeholders replaced, if the request has none", async () => {
    const bucketDestination = 's3://papers/{date}/{n}-{name}.pdf';
    const storage = { provider: 'object_store', bucketDestination } as const;
    const { remote, convert } = fakeRemote(undefined, storage);
    const { queue, ended, close } = await open(remote);
    await queue.add(files('x/same', 'y/same', 'z'), optionsOf());
    await ended();
    const sent = convert.mock.calls.map(([, asked]) => asked.storage);
    expect(sent).toMatchObject([
      {
        bucketDestination: expect.stringMatching(
          /^s3:\/\/papers\/\d{4}-\d\d-\d\d\/1-same\.pdf$/,
        ) as string,
      },
      { bucketDestination: expect.stringMatching(/\/2-same\.pdf$/) as string },
      { bucketDestination: expect.stringMatching(/\/3-z\.pdf$/) as string },
    ]);
    const own = { provider: 'object_store', bucketDestination: 's3://own/{n}.pdf' };
    await queue.add(files('q'), optionsOf({ storage: own }));
    await ended();
    expect(convert.mock.calls[3]?.[1].storage).toMatchObject({
      bucketDestination: 's3://own/1.pdf',
    });
    await close();
  });

  test("does not share a key in the service's default storage with another", async () => {
    const storage = {
      provider: 'object_store',
      bucketDestination: 's3://papers/{name}.pdf',
    } as const;
    const { remote, convert } = fakeRemote(undefined, storage);
    const { queue, ended, close } = await open(remote);
    await queue.add(files('x/same', 'y/same'), optionsOf());
    await ended();
    expect(convert.mock.calls.map(([, asked]) => asked.storage)).toMatchObject([
      { bucketDestination: 's3://papers/same.pdf' },
      { bucketDestination: 's3://papers/same-2.pdf' },
    ]);
    await close();
  });

  test('has the uploads of its output done by Platen, that of its request by the service', async () => {
    const { queue, ended, close } = await open(fakeRemote().remote);
    const storage = { provider: 'object_store', bucketDestination: 's3://theirs/a.pdf' };
    const uploads = [{ destination: 's3://ours/{title}.pdf' }];
    await queue.add(files('a'), optionsOf({ storage }, { uploads, save: false }));
    await ended();
    await until(() => outbox.places.length > 0);
    expect(outbox.places).toEqual(['s3://ours/Elsewhere.pdf']);
    await close();
  });

  test('fails if a destination depends on the title', async () => {
    const { remote, convert } = fakeRemote();
    const { queue, ended, close } = await open(remote);
    const storage = { provider: 'object_store', bucketDestination: 's3://papers/{title}.pdf' };
    await queue.add(files('a'), optionsOf({ storage }));
    await ended();
    expect(convert).not.toHaveBeenCalled();
    expect(issuesInEnglish(queue.listed.rows[0]?.error?.fields)).toEqual([
      {
        field: 'storage.bucketDestination',
        message:
          'Bucket destination "s3://papers/{title}.pdf" contains the page\'s title, which is not known before the service renders the page. Use {name} or {n} instead.',
      },
    ]);
    await close();
  });

  test('is completed without a PDF that could not be downloaded, with the reason', async () => {
    const notFetched = literal('The PDF could not be downloaded.');
    const answer = async () => Promise.resolve({ receipt: { ...receipt, notFetched }, pdf: null });
    const { queue, ended, close } = await open(fakeRemote(answer).remote);
    await queue.add(files('a'), optionsOf());
    await ended();
    const [row] = queue.listed.rows;
    expect(row).toMatchObject({ status: 'completed', remote: { notFetched } });
    expect(row).not.toHaveProperty('skipped');
    expect(row).not.toHaveProperty('path');
    await close();
  });

  test('reports transferred bytes', async () => {
    const { queue, close } = await open(fakeRemote(patient).remote);
    await queue.add(files('a'), optionsOf());
    await until(() => queue.listed.rows[0]?.stage === 'sending');
    expect(queue.listed.rows[0]).toMatchObject({ bytes: { done: 5, of: 10 } });
    queue.cancel('unended');
    await close();
  });

  test('is not sent if its file exists and is to be skipped', async () => {
    const { remote, convert } = fakeRemote();
    mkdirSync(out);
    writeFileSync(join(out, 'a.pdf'), 'older');
    const { queue, ended, close } = await open(remote);
    await queue.add(files('a'), optionsOf({}, { existing: 'skip' }));
    await ended();
    expect(convert).not.toHaveBeenCalled();
    expect(queue.listed.rows[0]).toMatchObject({ skipped: true });
    await close();
  });

  test('keeps a PDF that cannot be written with its receipt, and a retry sends nothing', async () => {
    const { remote, convert } = fakeRemote();
    writeFileSync(out, 'a file, where the folder should be');
    const first = await open(remote);
    await first.queue.add(files('a'), optionsOf());
    await first.ended();
    expect(first.queue.listed.rows[0]).toMatchObject({ status: 'failed', kept: true });
    await first.close();
    rmSync(out);
    const { queue, ended, close } = await open(remote);
    queue.retry('failed');
    await ended();
    expect(convert).toHaveBeenCalledTimes(1);
    expect(queue.listed.rows[0]).toMatchObject({ status: 'completed', remote: receipt });
    await close();
  });
});

describe('the idempotency key', () => {
  const keysOf = (convert: ReturnType<typeof fakeRemote>['convert']) =>
    convert.mock.calls.map(([, , { idempotencyKey }]) => idempotencyKey);

  test.each([
    ['remote-uncertain', true],
    ['remote-refused', false],
    ['remote-unreachable', false],
  ] as const)('after %s is the same for a retry: %s', async (code, isSame) => {
    const { remote, convert } = fakeRemote(failing(code));
    const { queue, ended, close } = await open(remote);
    await queue.add(files('a'), optionsOf());
    await ended();
    expect(queue.listed.rows[0]).toMatchObject({ status: 'failed', error: { code } });
    queue.retry('failed');
    await ended();
    const [first, second] = keysOf(convert);
    expect(first === second).toBe(isSame);
    await close();
  });

  test('is kept by a canceled request, but not after success or for other options', async () => {
    const { remote, convert } = fakeRemote(patient);
    const { queue, ended, close } = await open(remote);
    const ids = await queue.add(files('a'), optionsOf());
    await until(() => convert.mock.calls.length === 1);
    await until(() => isSentJob(queue, ids[0]));
    queue.cancel(ids);
    await ended();
    convert.mockImplementation(async () => Promise.resolve({ receipt, pdf: remotePdf() }));
    queue.retry(ids);
    await ended();
    queue.retry(ids);
    await ended();
    const [canceled, again, fresh] = keysOf(convert);
    expect(again).toBe(canceled);
    expect(fresh).not.toBe(again);
    convert.mockImplementation(async (_id, _request, options) => {
      await options.beforeSending?.();
      throw new AppError('remote-uncertain', literal('Who knows.'));
    });
    queue.retry(ids);
    await ended();
    queue.change(ids, optionsOf({ landscape: false }));
    queue.retry(ids);
    await ended();
    const [, , , uncertain, other] = keysOf(convert);
    expect(other).not.toBe(uncertain);
    await close();
  });

  test('of a request that was open at a kill is sent again only by the user', async () => {
    const { remote, convert } = fakeRemote(hanging);
    const killed = await open(remote);
    const [id = ''] = await killed.queue.add(files('a'), optionsOf());
    await until(() => isSentJob(killed.queue, id));
    await killed.journal.flush();
    // As after a kill: the first queue is not stopped.
    const { queue, ended, close } = await open(fakeRemote().remote);
    expect(queue.listed.rows[0]).toMatchObject({
      status: 'failed',
      error: {
        code: 'remote-uncertain',
        message: message('jobs.uncertain'),
      },
    });
    const second = fakeRemote();
    await close();
    const last = await open(second.remote);
    last.queue.retry([id]);
    await last.ended();
    expect(second.convert.mock.calls[0]?.[2].idempotencyKey).toBe(
      convert.mock.calls[0]?.[2].idempotencyKey,
    );
    await ended();
    await last.close();
  });

  test('of a request that may still be fulfilled keeps its name for the retry', async () => {
    const killed = await open(fakeRemote(hanging).remote);
    const [id = ''] = await killed.queue.add(files('x/a'), optionsOf());
    await until(() => isSentJob(killed.queue, id));
    await killed.journal.flush();
    const { queue, ended, close } = await open(fakeRemote().remote);
    const [other = ''] = await queue.add(files('y/a'), optionsOf());
    await ended();
    queue.retry([id]);
    await ended();
    expect([id, other].map((each) => queue.get(each)?.state)).toMatchObject([
      { status: 'completed', path: join(out, 'a.pdf') },
      { status: 'completed', path: join(out, 'a-2.pdf') },
    ]);
    await close();
  });

  test('of a request that was open at a quit is left to the user; unsent requests continue', async () => {
    const { remote, convert } = fakeRemote(patient);
    const quit = await open(remote);
    await quit.queue.add(files('a'), optionsOf());
    const first = quit.queue.listed.rows[0]?.id ?? '';
    await until(() => isSentJob(quit.queue, first));
    convert.mockImplementation(async (_id, _request, { signal }) =>
      patient({}, { ...(signal && { signal }) }),
    );
    await quit.queue.add(files('b'), optionsOf());
    await until(() => convert.mock.calls.length === 2);
    await quit.close();
    const { queue, ended, close } = await open(fakeRemote().remote);
    await ended();
    expect(queue.listed.rows).toMatchObject([
      { name: 'a.html', status: 'failed', error: { code: 'remote-uncertain' } },
      { name: 'b.html', status: 'completed' },
    ]);
    await close();
  });
});

test('a private job keeps of its receipt which service rendered it, and when', async () => {
  const { queue, ended, close } = await open(fakeRemote().remote);
  await queue.add(files('secret'), optionsOf({ compliance: { gdpr: true } }));
  await ended();
  await close();
  const kept = filesOf(join(folder, 'queue'))['jobs.jsonl'] ?? '';
  expect(kept).toContain('"Office"');
  expect(kept).not.toContain('x.pdf');
  expect(kept).not.toContain('secret');
});
