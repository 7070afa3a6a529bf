import { describe, expect, test, vi } from 'vitest';
import { pdf, places, testOutbox, webhook } from './support/test-outbox.js';
import { settled } from './support/fake-clock.js';
import { errorMessage } from '../../../support/error-message.js';

describe('what is held', () => {
  test('is remembered with its PDF, and not sent, nor shown, before it is released', async () => {
    const { outbox, memory, pdfs, uploads } = testOutbox();
    outbox.start();
    const ids = await outbox.hold({ job: 'job', pdf, uploads: places('a.pdf', 'b.pdf'), webhook });
    await settled();
    expect([...memory.entries.keys()]).toEqual(ids);
    expect([...memory.entries.values()].map(({ kind }) => kind)).toEqual([
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

  test('is known to the disk as released when the release answers', async () => {
    const { outbox, memory } = testOutbox();
    const ids = await outbox.hold({ job: null, pdf, uploads: places('a.pdf', 'b.pdf') });
    await outbox.release(ids);
    const states = [...memory.entries.values()].map(({ state }) => state.status);
    expect(states).toEqual(['waiting', 'waiting']);
  });

  test('is dropped without a trace', async () => {
    const { outbox, memory, pdfs, statuses } = testOutbox();
    outbox.start();
    const ids = await outbox.hold({ job: 'job', pdf, uploads: places('a.pdf'), webhook });
    await outbox.discard(ids);
    expect(memory.entries.size + pdfs.size).toBe(0);
    await outbox.release(ids);
    await settled();
    expect(statuses()).toEqual([]);
  });

  test('goes out at a start if a job that has ended names it, and is dropped if not', async () => {
    const { outbox, pdfs, memory, next } = testOutbox();
    const [named = ''] = await outbox.hold({ job: 'a', pdf, uploads: places('a.pdf') });
    await outbox.hold({ job: 'b', pdf, uploads: places('b.pdf') });
    await outbox.reconcile(new Set([named]));
    outbox.start();
    expect((await next()).upload.place.key).toBe('a.pdf');
    expect([...memory.entries.keys()]).toEqual([named]);
    expect(pdfs.size).toBe(1);
  });

  test('leaves nothing where it cannot be kept', async () => {
    const { outbox, memory, pdfs } = testOutbox();
    const keep = vi.spyOn(memory, 'keep');
    keep.mockResolvedValueOnce().mockRejectedValueOnce(new Error('the disk is full'));
    await expect(
      outbox.hold({ job: 'job', pdf, uploads: places('a.pdf', 'b.pdf') }),
    ).rejects.toThrow('the disk is full');
    expect(memory.entries.size + pdfs.size).toBe(0);
    expect(outbox.rows).toEqual([]);
  });
});

describe('an upload', () => {
  test('has a receipt when it is delivered, and its PDF is removed', async () => {
    const { outbox, clock, send, next, pdfs, memory } = testOutbox();
    outbox.start();
    const [id = ''] = await send({ uploads: places('in/a.pdf') });
    const { succeed } = await next();
    await clock.pass(5);
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
    expect(memory.entries.get(id)?.state.status).toBe('delivered');
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

  test('is known to the disk before its first byte is sent', async () => {
    const { outbox, memory, send, next } = testOutbox();
    outbox.start();
    const [id = ''] = await send({ uploads: places('a.pdf') });
    const { hooks } = await next();
    expect(memory.entries.get(id)?.state).toEqual({
      status: 'running',
      attempts: 1,
      begun: { key: 'a.pdf' },
    });
    await hooks.beforeSending({ key: 'a.pdf', multipart: 'm-1' });
    expect(memory.entries.get(id)?.state).toMatchObject({ begun: { multipart: 'm-1' } });
    hooks.onProgress(3);
    expect(outbox.row(id)).toMatchObject({ status: 'running', sent: 3 });
  });

  test.each(['delivery-refused', 'object-exists'] as const)(
    'that is answered with %s fails at once and keeps its PDF',
    async (code) => {
      const { outbox, clock, send, next, pdfs, uploads } = testOutbox();
      outbox.start();
      const [id = ''] = await send({ uploads: places('a.pdf') });
      await (await next()).fail(code);
      await clock.pass(1e9);
      expect(uploads).toEqual([]);
      expect(outbox.row(id)).toMatchObject({ status: 'failed', error: { code } });
      expect(pdfs.size).toBe(1);
      outbox.retry([id], 'overwrite');
      const again = await next();
      expect(again.upload).toMatchObject({ id, existing: 'overwrite', begun: { key: 'a.pdf' } });
      await again.succeed();
      expect(outbox.row(id)).toMatchObject({ status: 'delivered', attempts: 1 });
    },
  );

  test('whose access is not to be had fails with that error', async () => {
    const { outbox, send, statuses } = testOutbox({
      accessTo: async () => Promise.reject(new Error('no such target')),
    });
    outbox.start();
    await send({ uploads: places('a.pdf') });
    expect(statuses()).toEqual(['failed']);
    expect(errorMessage(outbox.rows[0]?.error)).toContain('no such target');
  });
});

describe('whoever waits for deliveries', () => {
  test('hears when all have come to rest or are gone', async () => {
    const { outbox, send, next } = testOutbox();
    outbox.start();
    const ids = await send({ uploads: places('a.pdf', 'b.pdf', 'c.pdf') });
    const heard = vi.fn<(statuses: readonly string[]) => void>();
    void outbox.settled(ids).then((rest) => heard(rest.map(({ state }) => state.status)));
    await (await next()).succeed();
    await (await next()).fail('delivery-refused');
    expect(heard).not.toHaveBeenCalled();
    outbox.remove(ids.slice(2));
    await settled();
    expect(heard).toHaveBeenCalledWith(['delivered', 'failed']);
  });

  test('hears also where one is tried again while another is waited for', async () => {
    const { outbox, send, next } = testOutbox();
    outbox.start();
    const ids = await send({ uploads: places('a.pdf', 'b.pdf') });
    const [first = ''] = ids;
    const heard = vi.fn<(statuses: readonly string[]) => void>();
    void outbox.settled(ids).then((rest) => heard(rest.map(({ state }) => state.status)));
    await (await next()).fail('delivery-refused');
    const second = await next();
    outbox.retry([first]);
    const again = await next();
    await second.succeed();
    expect(heard).not.toHaveBeenCalled();
    await again.succeed();
    await settled();
    expect(heard).toHaveBeenCalledWith(['delivered', 'delivered']);
  });

  test('hears of its own, where many others wait', async () => {
    const { outbox, send, next } = testOutbox();
    outbox.start();
    const ids = await send({
      uploads: places(...Array.from({ length: 200 }, (_, n) => `${n}.pdf`)),
    });
    let heard = 0;
    for (const id of ids) void outbox.settled([id]).then(() => (heard += 1));
    for (let ended = 1; ended <= ids.length; ended += 1) {
      await (await next()).succeed();
      expect(heard).toBe(ended);
    }
  });

  test('hears of a delivery once, and a listener that throws is no harm', async () => {
    const onDelivered = vi.fn(() => {
      throw new Error('a fault');
    });
    const { outbox, send, next, statuses, log } = testOutbox({ onDelivered });
    outbox.start();
    await send({ uploads: places('a.pdf') });
    await (await next()).succeed();
    expect(onDelivered).toHaveBeenCalledTimes(1);
    expect(statuses()).toEqual(['delivered']);
    expect(log).toEqual([expect.stringContaining('a fault')]);
  });
});

describe('a stop', () => {
  test('breaks off what is under way, which waits for the next start and was not tried', async () => {
    const { outbox, send, memory, next, uploads } = testOutbox();
    outbox.start();
    const [id = ''] = await send({ uploads: places('a.pdf') });
    await next();
    await outbox.stop();
    const entry = memory.entries.get(id);
    expect(entry?.state).toEqual({ status: 'waiting', attempts: 0, begun: { key: 'a.pdf' } });
    outbox.retry([id]);
    await settled();
    expect(uploads).toEqual([]);
    const later = testOutbox({ remembered: entry ? [entry] : [] });
    later.outbox.start();
    expect((await later.next()).upload).toMatchObject({ id, begun: { key: 'a.pdf' } });
  });

  test('sets no timer that would keep Platen', async () => {
    const { outbox, send, next, clock } = testOutbox();
    outbox.start();
    await send({ uploads: places('a.pdf') });
    await (await next()).fail('delivery-interrupted');
    expect(clock.pending).toBe(1);
    await outbox.stop();
    expect(clock.pending).toBe(0);
  });
});

describe('a disk that takes nothing', () => {
  test('is told of, holds up no delivery, and is told all as soon as it takes it', async () => {
    const troubles: (string | undefined)[] = [];
    const { outbox, memory, send, next, clock, statuses } = testOutbox({
      onChange: ({ trouble }) => troubles.push(trouble),
    });
    outbox.start();
    const ids = await outbox.hold({ job: null, pdf, uploads: places('a.pdf') });
    memory.fault = new Error('the disk is full');
    await outbox.release(ids);
    await (await next()).succeed();
    expect(statuses()).toEqual(['delivered']);
    expect(outbox.trouble).toMatch(/cannot be kept on the disk.*the disk is full/);
    await vi.waitFor(() => expect(troubles.at(-1)).toBe(outbox.trouble));
    expect(memory.entries.get(ids[0] ?? '')?.state.status).toBe('held');
    await expect(send({ uploads: places('b.pdf') })).rejects.toThrow('the disk is full');
    memory.fault = null;
    await clock.pass(5000);
    expect(outbox.trouble).toBeNull();
    await vi.waitFor(() => expect(troubles.at(-1)).toBeUndefined());
    expect(memory.entries.get(ids[0] ?? '')?.state.status).toBe('delivered');
  });
});
