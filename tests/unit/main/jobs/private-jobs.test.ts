import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { AppError, codeOf } from '../../../../electron/shared/messages/errors.js';
import type { JobOptions } from '../../../../electron/shared/jobs.js';
import type { ConversionSource } from '../../../../electron/shared/request/source.js';
import { until } from './support/fake-work.js';
import {
  openStarted,
  place,
  uploading,
  withRequest,
  useUploadingQueue,
} from './support/uploading-queue.js';
import { errorMessage } from '../../../support/error-message.js';
import { literal, message } from '../../../../electron/shared/messages/message.js';

useUploadingQueue();

/** A name that must not be persisted. */
const secret = 'Meier';

const compliance = { gdpr: true, hipaa: false };

/** Options with the name wherever options can have it. */
function naming(more: Partial<JobOptions['output']> = {}): JobOptions {
  const options = uploading([`s3://papers/${secret}/{name}.pdf`], { save: true, ...more });
  const webhook = `https://hooks.test/${secret}`;
  return withRequest(options, { filename: `${secret}.pdf`, webhook, compliance });
}

const file: ConversionSource = { kind: 'file', path: `/in/${secret}.html` };
const longHtml: ConversionSource = { kind: 'html', html: `<p>${secret}${' and more'.repeat(400)}` };

const merged: ConversionSource = {
  kind: 'merged',
  parts: [
    { kind: 'file', path: `/in/${secret}/a.html` },
    { kind: 'url', url: `https://${secret}.test/b` },
  ],
};

/** Everything the queue has on the disk. */
function persisted(): string {
  const folder = join(place.folder, 'queue');
  const names = readdirSync(folder, { recursive: true, withFileTypes: true });
  try {
    return names
      .filter((each) => each.isFile())
      .map((each) => `${each.name}\n${readFileSync(join(each.parentPath, each.name), 'utf8')}`)
      .join('\n');
  } catch (error) {
    // The queue has written a file since, and renamed it.
    if (codeOf(error) === 'ENOENT') return persisted();
    throw error;
  }
}

describe.each([{ flag: 'gdpr' }, { flag: 'hipaa' }])('a job with $flag', ({ flag }) => {
  const flagged = (options: JobOptions) => withRequest(options, { compliance: { [flag]: true } });

  test('is persisted completely until it has ended, and then without names', async () => {
    const { queue, ended, rows, close } = await openStarted();
    queue.setPaused(true);
    await queue.add([file, longHtml], flagged(naming()));
    expect(persisted()).toContain(secret);
    queue.setPaused(false);
    await ended();
    expect(rows()[0]).toMatchObject({
      name: `${secret}.html`,
      path: join(place.out, `${secret}.pdf`),
    });
    await until(() => !persisted().includes(secret));
    expect(persisted()).not.toContain('A title');
    await close();

    const again = await openStarted();
    // The jobs run at the same time, so either may have the first ids.
    const twoIds = [expect.any(String), expect.any(String)] as string[];
    expect(again.rows()).toMatchObject([
      {
        name: message('jobs.privateDocument'),
        place: '',
        status: 'completed',
        pages: 1,
        deliveries: twoIds,
      },
      { name: message('jobs.privateDocument'), deliveries: twoIds },
    ]);
    expect(again.rows()[0]).not.toHaveProperty('path');
    await again.close();
  });
});

test('the names of private jobs are gone even if Platen is killed as they end', async () => {
  const { queue, ended, journal } = await openStarted();
  await queue.add([file, merged], naming());
  await ended();
  await journal.close();
  const again = await openStarted();
  await again.journal.flush();
  expect(persisted()).not.toContain(secret);
  await again.close();
});

test('a failed private job keeps its error code, and its message until Platen quits', async () => {
  const { queue, convert, ended, rows, close } = await openStarted();
  convert.mockRejectedValueOnce(
    new AppError('load-failed', literal(`/in/${secret}.html is damaged.`)),
  );
  await queue.add([file], naming());
  await ended();
  expect(errorMessage(rows()[0]?.error)).toContain(secret);
  await close();
  expect(persisted()).not.toContain(secret);
  const again = await openStarted();
  expect(again.rows()[0]).toMatchObject({
    status: 'failed',
    error: {
      code: 'load-failed',
      message: message('jobs.privateFailure'),
    },
  });
  again.queue.retry('failed');
  await again.ended();
  expect(again.rows()[0]?.error).toEqual({
    code: 'source-unreadable',
    message: message('jobs.privateSourceDeleted'),
  });
  await again.close();
});

test('a private job that is retried is persisted completely again', async () => {
  const { queue, convert, ended, close } = await openStarted();
  convert.mockRejectedValueOnce(new AppError('load-failed', literal('It did not load.')));
  const [id = ''] = await queue.add([longHtml], naming());
  await ended();
  await until(() => !persisted().includes(secret));
  queue.setPaused(true);
  queue.retry([id]);
  await until(() => persisted().includes(secret));
  await close();
  const again = await openStarted();
  again.queue.setPaused(false);
  await again.ended();
  expect(again.rows()).toMatchObject([{ status: 'completed' }]);
  expect(place.outbox.sent.at(-1)?.to).toBe(`https://hooks.test/${secret}`);
  await again.close();
});

test('a private job with a kept PDF is persisted completely until it is written', async () => {
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
  expect(persisted()).not.toContain(secret);
});

test('HTML stored before its job became private is deleted when the job ends', async () => {
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

test('the log does not name a private job', async () => {
  mkdirSync(place.out);
  const { queue, ended, log, close } = await openStarted();
  place.outbox.refusal = new AppError('write-failed', literal('The disk is full.'));
  await queue.add([file], naming({ uploads: [] }));
  await ended();
  expect(log).toEqual(['The webhook of a job is not sent. The disk is full.']);
  await close();
});

test('a job with hipaa and an unencrypted source is not converted', async () => {
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
