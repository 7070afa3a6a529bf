import { describe, expect, it } from 'vitest';
import {
  batchEndText,
  canceledText,
  describeOptions,
  factsText,
  findingsText,
  footerText,
  outcomeText,
  rowText,
  shortReason,
} from '../../../../renderer/queue/wording.js';
import { row, summary } from '../support/jobs.js';
import { literal, message } from '../../../../electron/shared/messages/message.js';

const nameOf = (service: string) => `the name of ${service}`;

it('a canceled job says that the service may continue', () => {
  expect(canceledText(row('a', 'canceled'))).toBe('Canceled before it was converted.');
  expect(canceledText(row('a', 'canceled', { renderOn: 'office' }))).toMatch(
    /may still finish and charge/,
  );
});

describe('the text of a job', () => {
  it.each([
    [row('a'), 'Waiting'],
    [row('a', 'running'), 'Starting'],
    [row('a', 'running', { stage: 'printing' }), 'Printing'],
    [
      row('a', 'running', { stage: 'loading', waitingFor: literal('fonts.example.org') }),
      'Waiting for fonts.example.org',
    ],
    [row('a', 'completed', { pages: 12, size: 184_000 }), '12 pages · 184 KB'],
    [row('a', 'completed', { skipped: true }), 'Skipped: a file with that name already exists'],
    [
      row('a', 'failed', { error: { code: 'timed-out', message: literal('Too long.') } }),
      'Too long.',
    ],
    [row('a', 'canceled'), 'Canceled'],
  ])('%#', (job, text) => {
    expect(outcomeText(job)).toBe(text);
  });

  it('is short in its row, and complete in the details', () => {
    const text = 'The key of the service "office" is not known.';
    const error = { code: 'remote-refused', message: literal(text) } as const;
    const waiting = row('x', 'queued', { error });
    expect(rowText(waiting)).toBe("Waiting for the service's key");
    expect(outcomeText(waiting)).toBe(text);
    expect(rowText(row('x', 'failed', { error }))).toBe('Service refused');
    expect(rowText(row('x', 'completed', { pages: 2, size: 1000 }))).toBe('');
  });

  it.each([
    [
      message('page.answered', { status: 404, meaning: message('page.status404') }),
      '404 Not Found',
    ],
    [message('page.certificateExpired'), 'Certificate expired'],
    [message('page.unsafePort'), 'Not loaded'],
  ])('names the reason of a failure in a few words (%#)', (reason, text) => {
    const notLoaded = message('page.notLoaded', { page: 'https://example.org', reason });
    expect(shortReason({ code: 'load-failed', message: notLoaded })).toBe(text);
  });

  it.each([
    [message('servers.webdavSignIn', { host: 'a' }), 'Sign-in not accepted'],
    [message('s3.wrongSecretKey'), 'Key not accepted'],
    [message('s3.unknownAccessKey'), 'Key not accepted'],
    [message('s3.noBucket', { bucket: 'a' }), 'Bucket not found'],
    [message('servers.failedHttp', { status: 500 }), '500 Internal Server Error'],
    [message('servers.notFolder', { folder: 'a' }), 'Upload failed'],
  ])('names the reason of a refused upload in a few words (%#)', (reason, text) => {
    expect(shortReason({ code: 'delivery-refused', message: reason })).toBe(text);
  });

  it.each([
    [message('remote.noCredits'), 'No credits left'],
    [message('remote.noCreditsSaid', { said: 'Add some' }), 'No credits left'],
    [message('remote.notCreated', { status: 403, said: '' }), '403 Forbidden'],
  ])('shortens the reason that a service gives (%#)', (reason, text) => {
    expect(shortReason({ code: 'remote-refused', message: reason })).toBe(text);
  });

  it('has the pages, the size and the duration of the PDF', () => {
    const done = row('a', 'completed', { pages: 4, size: 68_000, ranMs: 412 });
    expect(factsText(done)).toBe('4 pages · 68 KB · 0.4 s');
  });

  it('counts its warnings', () => {
    expect([0, 1, 1200].map(findingsText)).toEqual(['', '1 warning', '1,200 warnings']);
  });

  it('lists options that are not at their default', () => {
    const margin = { top: '1cm', right: '1cm', bottom: '1cm', left: '1cm' };
    const words = describeOptions(
      {
        request: { disableJavascript: true, timeoutSeconds: 60, format: 'a5', margin, zoom: 0.85 },
        output: { folder: null, existing: 'skip', save: true, uploads: [] },
        renderOn: null,
      },
      nameOf,
      false,
    );
    expect(words).toEqual([
      ['Save to', 'Same folder as source'],
      ['Page', 'A5, margins 1cm'],
      ['Scale', '85%'],
      ['JavaScript', 'Off'],
      ['Timeout', '60 s'],
      ['If file exists', 'Skip'],
    ]);
  });

  it('names the sides of margins that differ', () => {
    const words = describeOptions(
      {
        request: {
          disableJavascript: false,
          timeoutSeconds: 30,
          margin: { top: '1cm', left: '2cm' },
        },
        output: { folder: '/out', existing: 'number', save: true, uploads: [] },
        renderOn: null,
      },
      nameOf,
      false,
    );
    expect(words).toContainEqual(['Page', expect.stringContaining('margins top 1cm, left 2cm')]);
    expect(words).toContainEqual(['Save to', '/out']);
  });
});

describe('the text of the queue', () => {
  it('shows an estimate only if there is one, and none while paused', () => {
    const batch = { total: 5, ended: 4, failed: 1, secondsLeft: 2.2 };
    expect(footerText(summary(), 0)).toBe('');
    expect(footerText(summary({ batch }), 1)).toBe('4 of 5 · about 2 s left');
    expect(footerText(summary({ batch: { ...batch, secondsLeft: null } }), 0)).toBe('4 of 5');
    expect(footerText(summary({ batch, paused: true }), 0)).toBe('4 of 5 · paused');
  });

  it('says how the last batch ended, and what was not delivered', () => {
    const lastBatch = { converted: 8, skipped: 0, failed: 0, canceled: 0 };
    const converted = 'Batch complete: 8 files converted';
    expect(footerText(summary({ lastBatch }), 0)).toBe(converted);
    expect(footerText(summary({ lastBatch }), 8)).toBe(`${converted} · 8 not delivered`);
    expect(footerText(summary(), 1)).toBe('1 not delivered');
  });

  it.each([
    [{ converted: 40 }, 'Batch complete: 40 files converted'],
    [{ converted: 8, failed: 1 }, 'Batch complete: 8 converted and 1 failed'],
    [{ skipped: 2, canceled: 3 }, 'Batch complete: 2 skipped (already exist) and 3 canceled'],
    [{ canceled: 3 }, ''],
  ])('announces the end of a batch: %j', (counts, text) => {
    const none = { converted: 0, skipped: 0, failed: 0, canceled: 0 };
    expect(batchEndText({ ...none, ...counts })).toBe(text);
  });
});
