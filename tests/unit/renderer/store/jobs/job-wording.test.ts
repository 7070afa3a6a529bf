import { describe, expect, it } from 'vitest';
import { filterJobs } from '../../../../../renderer/store/jobs/job-filter.js';
import {
  batchEndText,
  batchText,
  canceledText,
  countsText,
  findingsText,
  outcomeText,
  rowText,
} from '../../../../../renderer/store/jobs/job-wording.js';
import { describeOptions } from '../../../../../renderer/store/jobs/options-wording.js';
import { row, rowsOf, summary } from './support.js';
import { literal } from '../../../../../electron/shared/messages/message.js';

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

  it('does not repeat its path in its row', () => {
    const error = {
      code: 'source-unreadable',
      message: literal('"/a/x.html" does not exist.'),
    } as const;
    const failed = row('x', 'failed', { place: '/a', error });
    expect(rowText(failed, null)).toBe('Does not exist.');
    expect(rowText({ ...failed, place: '/b' }, null)).toBe('"/a/x.html" does not exist.');
  });

  it('does not repeat its service in its row', () => {
    const message = 'The service "office" made no PDF: it answered 500.';
    const failed = row('x', 'failed', {
      error: { code: 'remote-refused', message: literal(message) },
    });
    expect(rowText(failed, 'office')).toBe('Made no PDF: it answered 500.');
    expect(rowText(failed, 'home')).toBe(message);
    expect(rowText(failed, null)).toBe(message);
  });

  it('is short about a missing key in its row, and complete elsewhere', () => {
    const message = 'The key of the service "office" is not known.';
    const waiting = row('x', 'queued', {
      error: { code: 'remote-refused', message: literal(message) },
    });
    expect(rowText(waiting, 'office')).toBe("Waiting for the service's key");
    expect(outcomeText(waiting)).toBe(message);
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
    );
    expect(words).toEqual([
      ['Size', 'a5'],
      ['Margins', '1cm'],
      ['Zoom', '85%'],
      ['JavaScript', 'Off'],
      ['Timeout', '60 s'],
      ['Folder', 'Same folder as source'],
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
    );
    expect(words).toContainEqual(['Margins', 'top 1cm, left 2cm']);
    expect(words).toContainEqual(['Folder', '/out']);
  });
});

describe('the text of the queue', () => {
  const counts = { queued: 10_000, running: 1, completed: 3, failed: 0, canceled: 0 };

  it('leaves out empty states', () => {
    expect(countsText(summary({ counts }))).toEqual(['3 completed', '1 running', '10,000 waiting']);
  });

  it('shows an estimate only if there is one, and none while paused', () => {
    const batch = { total: 5, ended: 4, failed: 1, secondsLeft: 2.2 };
    expect(batchText(summary())).toBeNull();
    expect(batchText(summary({ batch }))).toBe('4 of 5 · about 2 s left');
    expect(batchText(summary({ batch: { ...batch, secondsLeft: null } }))).toBe('4 of 5');
    expect(batchText(summary({ batch, paused: true }))).toBe('4 of 5 · paused');
  });

  it('announces the end of a batch', () => {
    const batch = { total: 40, ended: 40, failed: 0, secondsLeft: null };
    expect(batchEndText(batch)).toBe('Batch complete: 40 files converted');
    expect(batchEndText({ ...batch, failed: 2 })).toBe('Batch complete: 40 files, 2 failed');
  });
});

describe('filtering the list', () => {
  const rows = rowsOf('a', 'b:completed', 'c:failed', 'd:running');
  const order = [...rows.keys()];

  it('returns the list itself for all, otherwise the jobs of that status in order', () => {
    expect(filterJobs('all', order, rows)).toBe(order);
    expect(filterJobs('done', order, rows)).toEqual(['b']);
    expect(filterJobs('failed', order, rows)).toEqual(['c']);
    expect(filterJobs('queued', order, rows)).toEqual(['a']);
  });
});
