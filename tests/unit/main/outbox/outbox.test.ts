import { describe, expect, test, vi } from 'vitest';
import { pdf, places, testOutbox, webhook } from './support/test-outbox.js';
import { settled } from './support/fake-clock.js';
import { englishText } from '../../../../electron/shared/messages/translator.js';
import type { Message } from '../../../../electron/shared/messages/message.js';
import { errorMessage } from '../../../support/error-message.js';
import { testLimits } from '../../../support/runner-options.js';

describe('a staged delivery', () => {
  test('is persisted with its PDF, but neither sent nor listed before it is released', async () => {
    const { outbox, files, pdfs, uploads } = testOutbox();
    outbox.start();
    const ids = await outbox.stage({ job: 'job', pdf, uploads: places('a.pdf', 'b.pdf'), webhook });
    await settled();
    expect([...files.entries.keys()]).toEqual(ids);
    expect([...files.entries.values()].map(({ kind }) => kind)).toEqual([
      'upload',
      'upload',
      'webhook',
    ]);
    expect([...pdfs.values()]).toEqual(['the PDF']);
    expect(uploads).toEqual([]);
    expect(outbox.rows).toEqual([]);
    await outbox.release(ids);
    await settled();
    expect(uploads).toHaveLength(2);
    expect(outbox.rows.map(({ id }) => id)).toEqual(ids);
  });

  test('is persisted as released when the call returns', async () => {
    const { outbox, files } = testOutbox();
    const ids = await outbox.stage({ job: null, pdf, uploads: places('a.pdf', 'b.pdf') });
    await outbox.release(ids);
    const states = [...files.entries.values()].map(({ state }) => state.status);
    expect(states).toEqual(['waiting', 'waiting']);
  });

  test('is deleted without a trace', async () => {
    const { outbox, files, pdfs, statuses } = testOutbox();
    outbox.start();
    const ids = await outbox.stage({ job: 'job', pdf, uploads: places('a.pdf'), webhook });
    await outbox.discard(ids);
    expect(files.entries.size + pdfs.size).toBe(0);
    await outbox.release(ids);
    await settled();
    expect(statuses()).toEqual([]);
  });

  test('is sent at startup if an ended job refers to it, and deleted otherwise', async () => {
    const { outbox, pdfs, files, next } = testOutbox();
    const [named = ''] = await outbox.stage({ job: 'a', pdf, uploads: places('a.pdf') });
    await outbox.stage({ job: 'b', pdf, uploads: places('b.pdf') });
    await outbox.reconcile(new Set([named]));
    outbox.start();
    expect((await next()).upload.place.key).toBe('a.pdf');
    expect([...files.entries.keys()]).toEqual([named]);
    expect(pdfs.size).toBe(1);
  });

  test('leaves nothing behind if it cannot be persisted', async () => {
    const { outbox, files, pdfs } = testOutbox();
    const keep = vi.spyOn(files, 'save');
    keep.mockResolvedValueOnce().mockRejectedValueOnce(new Error('the disk is full'));
    await expect(
      outbox.stage({ job: 'job', pdf, uploads: places('a.pdf', 'b.pdf') }),
    ).rejects.toThrow('the disk is full');
    expect(files.entries.size + pdfs.size).toBe(0);
    expect(outbox.rows).toEqual([]);
  });
});

describe('an upload', () => {
  test('has a receipt once it is delivered, and its PDF is removed', async () => {
    const { outbox, clock, send, next, pdfs, files } = testOutbox();
    outbox.start();
    const [id = ''] = await send({ uploads: places('in/a.pdf') });
    const { succeed } = await next();
    await clock.advance(5);
    await succeed({
      place: { bucket: 'papers-bucket', key: 'in/a-2.pdf' },
      etag: '"e"',
      versionId: 'v',
    });
    expect(outbox.row(id)).toEqual({
      id,
      kind: 'upload',
      job: 'job',
      file: 'a.pdf',
      to: 'papers-bucket',
      target: 'papers',
      destination: 's3://papers-bucket/in/a-2.pdf',
      status: 'delivered',
      size: 7,
      attempts: 1,
      receipt: {
        url: 'https://papers.test/in/a.pdf',
        file: { name: 'a-2.pdf', size: 7 },
        compliance: { gdpr: false, hipaa: false },
        destination: 's3://papers-bucket/in/a-2.pdf',
        etag: '"e"',
        versionId: 'v',
        deliveredAt: clock.now(),
      },
    });
    expect(pdfs.size).toBe(0);
    expect(files.entries.get(id)?.state.status).toBe('delivered');
  });

  test('shares its PDF with others, which keep it until the last is done', async () => {
    const { outbox, send, next, pdfs } = testOutbox();
    outbox.start();
    await send({ uploads: places('a.pdf', 'b.pdf') });
    const [first, second] = [await next(), await next()];
    expect(first.upload.path).toBe(second.upload.path);
    await first.succeed();
    expect(pdfs.size).toBe(1);
    await second.succeed({ kind: 'skipped' });
    expect(pdfs.size).toBe(0);
    expect(outbox.rows.map(({ status }) => status)).toEqual(['delivered', 'skipped']);
  });

  test('is persisted before its first byte is sent', async () => {
    const { outbox, files, send, next } = testOutbox();
    outbox.start();
    const [id = ''] = await send({ uploads: places('a.pdf') });
    const { hooks } = await next();
    expect(files.entries.get(id)?.state).toEqual({
      status: 'running',
      attempts: 1,
      uploadState: { key: 'a.pdf' },
    });
    await hooks.beforeSending({ key: 'a.pdf', multipart: 'm-1' });
    expect(files.entries.get(id)?.state).toMatchObject({ uploadState: { multipart: 'm-1' } });
    hooks.onProgress(3);
    expect(outbox.row(id)).toMatchObject({ status: 'running', sent: 3 });
  });

  test.each(['delivery-refused', 'object-exists'] as const)(
    'that gets the response %s fails immediately and keeps its PDF',
    async (code) => {
      const { outbox, clock, send, next, pdfs, uploads } = testOutbox();
      outbox.start();
      const [id = ''] = await send({ uploads: places('a.pdf') });
      await (await next()).fail(code);
      await clock.advance(1e9);
      expect(uploads).toEqual([]);
      expect(outbox.row(id)).toMatchObject({ status: 'failed', error: { code } });
      expect(pdfs.size).toBe(1);
      outbox.retry([id], 'overwrite');
      const again = await next();
      expect(again.upload).toMatchObject({
        id,
        existing: 'overwrite',
        uploadState: { key: 'a.pdf' },
      });
      await again.succeed();
      expect(outbox.row(id)).toMatchObject({ status: 'delivered', attempts: 1 });
    },
  );

  test('fails with the error of its credentials', async () => {
    const { outbox, send, statuses } = testOutbox({
      accessTo: async () => Promise.reject(new Error('no such destination')),
    });
    outbox.start();
    await send({ uploads: places('a.pdf') });
    expect(statuses()).toEqual(['failed']);
    expect(errorMessage(outbox.rows[0]?.error)).toContain('no such destination');
  });
});

describe('a listener', () => {
  test('is called once for each delivery, and may throw', async () => {
    const onEnd = vi.fn(() => {
      throw new Error('a fault');
    });
    const { outbox, send, next, statuses, log } = testOutbox({ onEnd });
    outbox.start();
    await send({ uploads: places('a.pdf') });
    await (await next()).succeed();
    expect(onEnd).toHaveBeenCalledTimes(1);
    expect(statuses()).toEqual(['delivered']);
    expect(log).toEqual([expect.stringContaining('a fault')]);
  });
});

describe('a stop', () => {
  test('interrupts running deliveries, which wait for the next start without counting an attempt', async () => {
    const { outbox, send, files, next, uploads } = testOutbox();
    outbox.start();
    const [id = ''] = await send({ uploads: places('a.pdf') });
    await next();
    await outbox.stop();
    const entry = files.entries.get(id);
    expect(entry?.state).toEqual({ status: 'waiting', attempts: 0, uploadState: { key: 'a.pdf' } });
    outbox.retry([id]);
    await settled();
    expect(uploads).toEqual([]);
    const later = testOutbox({ deliveries: entry ? [entry] : [] });
    later.outbox.start();
    expect((await later.next()).upload).toMatchObject({ id, uploadState: { key: 'a.pdf' } });
  });

  test('leaves no timer that would keep the process alive', async () => {
    const { outbox, send, next, clock } = testOutbox();
    outbox.start();
    await send({ uploads: places('a.pdf') });
    await (await next()).fail('delivery-interrupted');
    expect(clock.pending).toBe(1);
    await outbox.stop();
    expect(clock.pending).toBe(0);
  });
});

describe('a full disk', () => {
  test('is reported, blocks no delivery, and is written as soon as it has room', async () => {
    const errors: (Message | undefined)[] = [];
    const { outbox, files, send, next, clock, statuses } = testOutbox({
      onChange: ({ persistenceError }) => errors.push(persistenceError),
    });
    outbox.start();
    const ids = await outbox.stage({ job: null, pdf, uploads: places('a.pdf') });
    files.fault = new Error('the disk is full');
    await outbox.release(ids);
    await (await next()).succeed();
    expect(statuses()).toEqual(['delivered']);
    expect(outbox.writeError && englishText(outbox.writeError)).toMatch(
      /cannot be saved to the disk.*the disk is full/,
    );
    await vi.waitFor(() => expect(errors.at(-1)).toEqual(outbox.writeError), testLimits.poll);
    expect(files.entries.get(ids[0] ?? '')?.state.status).toBe('staged');
    await expect(send({ uploads: places('b.pdf') })).rejects.toThrow('the disk is full');
    files.fault = null;
    await clock.advance(5000);
    expect(outbox.writeError).toBeNull();
    await vi.waitFor(() => expect(errors.at(-1)).toBeUndefined(), testLimits.poll);
    expect(files.entries.get(ids[0] ?? '')?.state.status).toBe('delivered');
  });
});
