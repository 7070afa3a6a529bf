import { describe, expect, test } from 'vitest';
import { errorMessage } from '../../../support/error-message.js';
import { settled } from './support/fake-clock.js';
import { places, testOutbox, webhook } from './support/test-outbox.js';

const gdpr = { gdpr: true, hipaa: false };

describe.each([gdpr, { gdpr: false, hipaa: true }])('a private delivery (%o)', (compliance) => {
  test('is removed from the disk once it is delivered; its row stays until Platen quits', async () => {
    const { outbox, files, pdfs, send, next } = testOutbox();
    outbox.start();
    const [id = ''] = await send({ compliance, uploads: places('secret.pdf') });
    expect(files.entries.has(id)).toBe(true);
    const { upload, succeed } = await next();
    expect(upload.encryptedOnly).toBe(compliance.hipaa);
    await succeed();
    expect(files.entries.size + pdfs.size).toBe(0);
    expect(outbox.row(id)).toMatchObject({ status: 'delivered', receipt: { compliance } });
    outbox.remove('ended');
    expect(outbox.rows).toEqual([]);
  });

  test('stays on the disk only until a webhook contains its outcome', async () => {
    const { outbox, files, pdfs, send, next, nextPost } = testOutbox();
    outbox.start();
    const uploads = places('secret.pdf', 'other.pdf');
    const [first = '', second = '', message = ''] = await send({ compliance, uploads, webhook });
    const [one, other] = [await next(), await next()];
    await one.succeed();
    expect([...files.entries.keys()].sort()).toEqual([first, second, message].sort());
    await other.succeed();
    expect([...files.entries.keys()]).toEqual([message]);
    expect(pdfs.size).toBe(0);
    await (await nextPost()).arrive();
    expect(files.entries.size).toBe(0);
  });

  test('is removed from the disk when its webhook is removed, or at the next start', async () => {
    const { outbox, files, send, next } = testOutbox();
    outbox.start();
    const uploads = places('secret.pdf', 'other.pdf');
    const [first = '', second = '', message = ''] = await send({ compliance, uploads, webhook });
    await (await next()).succeed();
    const stored = [...files.entries.values()].filter(({ id }) => id === first);
    outbox.remove([message]);
    await settled();
    expect([...files.entries.keys()]).toEqual([second]);
    const later = testOutbox({ deliveries: stored });
    for (const entry of stored) later.files.entries.set(entry.id, entry);
    later.outbox.start();
    await settled();
    expect(stored).toHaveLength(1);
    expect(later.files.entries.size).toBe(0);
  });

  test('stays, with its PDF, until it is delivered', async () => {
    const { outbox, files, pdfs, send, next } = testOutbox();
    outbox.start();
    const [id = ''] = await send({ compliance, uploads: places('secret.pdf') });
    await (await next()).fail('delivery-refused');
    expect(files.entries.has(id)).toBe(true);
    expect(pdfs.size).toBe(1);
  });
});

describe('the log', () => {
  const abortUpload = async () =>
    Promise.reject(new Error('s3://papers-bucket/secret.pdf is open'));

  test.each([
    [gdpr, ["Couldn't abort a multipart upload. The delivery is private; the error is internal."]],
    [
      { gdpr: false, hipaa: false },
      ["Couldn't abort a multipart upload. Platen failed: s3://papers-bucket/secret.pdf is open"],
    ],
  ])('of a delivery with %o', async (compliance, lines) => {
    const { outbox, clock, send, next, log } = testOutbox({ abortUpload });
    outbox.start();
    const [id = ''] = await send({ compliance, uploads: places('secret.pdf') });
    const { hooks, fail } = await next();
    await hooks.beforeSending({ key: 'secret.pdf', multipart: 'm-1' });
    await fail('delivery-interrupted');
    outbox.remove([id]);
    await clock.advance(0);
    expect(log).toEqual(lines);
  });
});

describe('a private upload that is interrupted', () => {
  test('is not named to others that wait with it', async () => {
    const { outbox, send, next } = testOutbox({ concurrency: { upload: 1, webhook: 1 } });
    outbox.start();
    await send({ compliance: gdpr, uploads: places('secret.pdf') });
    await send({ uploads: places('b.pdf') });
    await (await next()).fail('delivery-interrupted');
    expect(errorMessage(outbox.rows[1]?.error)).toBe(
      'Waiting with others for the same destination, whose last attempt was interrupted.',
    );
  });
});
