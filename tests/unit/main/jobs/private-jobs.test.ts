import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { AppError } from '../../../../electron/shared/errors.js';
import type { JobOptions } from '../../../../electron/shared/jobs.js';
import type { ConversionSource } from '../../../../electron/shared/request/source.js';
import { until } from './support/fake-work.js';
import { openStarted, place, uploading, withRequest } from './support/uploading-queue.js';

/** A word that stands for a name that nobody is to read. */
const secret = 'Meier';

const compliance = { gdpr: true, hipaa: false };

/** Options that name somebody wherever options can. */
function naming(more: Partial<JobOptions['output']> = {}): JobOptions {
  const options = uploading([`s3://papers/${secret}/{name}.pdf`], { save: true, ...more });
  const webhook = `https://hooks.test/${secret}`;
  return withRequest(options, { filename: `${secret}.pdf`, webhook, compliance });
}

const file: ConversionSource = { kind: 'file', path: `/in/${secret}.html` };
const longHtml: ConversionSource = { kind: 'html', html: `<p>${secret}${' and more'.repeat(400)}` };

/** All that the queue has on the disk. */
function remembered(): string {
  const folder = join(place.folder, 'queue');
  const names = readdirSync(folder, { recursive: true, withFileTypes: true });
  return names
    .filter((each) => each.isFile())
    .map((each) => `${each.name}\n${readFileSync(join(each.parentPath, each.name), 'utf8')}`)
    .join('\n');
}

describe.each([{ flag: 'gdpr' }, { flag: 'hipaa' }])('a job with $flag', ({ flag }) => {
  const flagged = (options: JobOptions) => withRequest(options, { compliance: { [flag]: true } });

  test('is remembered whole until it has ended, and then without what it was about', async () => {
    const { queue, ended, rows, close } = await openStarted();
    queue.setPaused(true);
    await queue.add([file, longHtml], flagged(naming()));
    expect(remembered()).toContain(secret);
    queue.setPaused(false);
    await ended();
    expect(rows()[0]).toMatchObject({
      name: `${secret}.html`,
      path: join(place.out, `${secret}.pdf`),
    });
    await until(() => !remembered().includes(secret));
    expect(remembered()).not.toContain('A title');
    await close();

    const again = await openStarted();
    expect(again.rows()).toMatchObject([
      {
        name: 'Private document',
        place: '',
        status: 'completed',
        pages: 1,
        deliveries: ['delivery-1', 'delivery-2'],
      },
      { name: 'Private document', deliveries: expect.any(Array) as string[] },
    ]);
    expect(again.rows()[0]).not.toHaveProperty('path');
    await again.close();
  });
});

test('the list is without what a private job was about also where Platen is killed as it ends', async () => {
  const { queue, ended, journal } = await openStarted();
  await queue.add([file], naming());
  await ended();
  await journal.close();
  const again = await openStarted();
  await again.journal.settled();
  expect(remembered()).not.toContain(secret);
  await again.close();
});

test('a private job that failed keeps its code, and the reason until Platen ends', async () => {
  const { queue, convert, ended, rows, close } = await openStarted();
  convert.mockRejectedValueOnce(new AppError('load-failed', `/in/${secret}.html is damaged.`));
  await queue.add([file], naming());
  await ended();
  expect(rows()[0]?.error?.message).toContain(secret);
  await close();
  expect(remembered()).not.toContain(secret);
  const again = await openStarted();
  expect(again.rows()[0]).toMatchObject({
    status: 'failed',
    error: {
      code: 'load-failed',
      message:
        'This private document could not be made into a PDF. The reason was told until Platen ended.',
    },
  });
  again.queue.retry('failed');
  await again.ended();
  expect(again.rows()[0]?.error).toEqual({
    code: 'source-unreadable',
    message:
      'This document was private, so Platen forgot what it was made from once it had ended. Add it again.',
  });
  await again.close();
});

test('a private job that is tried again is remembered whole again', async () => {
  const { queue, convert, ended, close } = await openStarted();
  convert.mockRejectedValueOnce(new AppError('load-failed', 'It did not load.'));
  const [id = ''] = await queue.add([longHtml], naming());
  await ended();
  await until(() => !remembered().includes(secret));
  queue.setPaused(true);
  queue.retry([id]);
  await until(() => remembered().includes(secret));
  await close();
  const again = await openStarted();
  again.queue.setPaused(false);
  await again.ended();
  expect(again.rows()).toMatchObject([{ status: 'completed' }]);
  expect(place.outbox.sent.at(-1)?.to).toBe(`https://hooks.test/${secret}`);
  await again.close();
});

test('a private job whose PDF waits to be written is remembered whole until that is done', async () => {
  writeFileSync(place.out, 'a file, where the folder should be');
  const { queue, ended, close } = await openStarted();
  await queue.add([file], naming());
  await ended();
  await close();
  const again = await openStarted();
  expect(again.rows()).toMatchObject([{ status: 'failed', kept: true, name: `${secret}.html` }]);
  rmSync(place.out);
  again.queue.retry('failed');
  await again.ended();
  expect(readdirSync(place.out)).toEqual([`${secret}.pdf`]);
  expect(readdirSync(join(place.folder, 'kept'))).toEqual([]);
  await again.close();
  expect(remembered()).not.toContain(secret);
});

test('HTML that was kept before its job became private goes as the job ends', async () => {
  const { queue, ended, close } = await openStarted();
  queue.setPaused(true);
  const other: ConversionSource = { ...longHtml, html: `${longHtml.html} of another` };
  const [id = ''] = await queue.add([longHtml], uploading([], { save: true }));
  await queue.add([other], uploading([], { save: true }));
  const htmlFiles = () => readdirSync(join(place.folder, 'queue', 'html'));
  expect(htmlFiles()).toHaveLength(2);
  queue.change([id], naming());
  queue.setPaused(false);
  await ended();
  await close();
  expect(htmlFiles()).toHaveLength(1);
});

test('nothing that is logged of a private job names it', async () => {
  mkdirSync(place.out);
  const { queue, ended, log, close } = await openStarted();
  place.outbox.refusal = new AppError('write-failed', 'The disk is full.');
  await queue.add([file], naming({ uploads: [] }));
  await ended();
  expect(log).toEqual([
    'The webhook of a job is not sent, as it could not be kept. The disk is full.',
  ]);
  await close();
});

test('a job with hipaa whose source is not encrypted is not begun', async () => {
  const { queue, convert, ended, rows, close } = await openStarted();
  const options = withRequest(uploading([], { save: true }), { compliance: { hipaa: true } });
  await queue.add([{ kind: 'url', url: 'http://public.test/page' }], options);
  await ended();
  expect(convert).not.toHaveBeenCalled();
  expect(rows()[0]?.error).toMatchObject({
    code: 'invalid-request',
    fields: [{ field: 'source' }],
  });
  await close();
});
