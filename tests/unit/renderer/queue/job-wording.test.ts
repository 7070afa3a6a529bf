import { describe, expect, it } from 'vitest';
import { filterJobs } from '../../../../renderer/queue/job-filter.js';
import {
  batchEndText,
  batchText,
  canceledText,
  countsText,
  findingsText,
  outcomeText,
  rowText,
} from '../../../../renderer/queue/job-wording.js';
import { describeOptions } from '../../../../renderer/queue/options-wording.js';
import { row, rowsOf, summary } from '../support/jobs.js';
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

  it.each([
    ['/a/x.html', 'x.html'],
    ['"/a/x.html"', '"x.html"'],
  ])('shows the name of its file instead of the path %s in its row', (path, name) => {
    const sourcePathRelative = message('request.sourcePathRelative', { path });
    const error = { code: 'source-unreadable', message: sourcePathRelative } as const;
    const failed = row('x', 'failed', { place: '/a', name: 'x.html', error });
    expect(rowText(failed, null)).toContain(`Source "${name}" is not`);
    expect(rowText({ ...failed, place: '/b' }, null)).toContain(`Source "${path}" is not`);
  });

  it('does not repeat its service in its row', () => {
    const reason = message('remote.notCreated', { status: 500, said: '' });
    const refused = message('remote.refused', { service: '"office"', reason });
    const text = message('remote.withAdvice', { error: refused, advice: literal('Ask there.') });
    const failed = row('x', 'failed', { error: { code: 'remote-refused', message: text } });
    const full = 'The service "office" did not create a PDF: it answered 500. Ask there.';
    expect(rowText(failed, 'office')).toBe(
      'The service did not create a PDF: it answered 500. Ask there.',
    );
    expect(rowText(failed, 'home')).toBe(full);
    expect(rowText(failed, null)).toBe(full);
  });

  it('is short about a missing key in its row, and complete elsewhere', () => {
    const text = 'The key of the service "office" is not known.';
    const waiting = row('x', 'queued', {
      error: { code: 'remote-refused', message: literal(text) },
    });
    expect(rowText(waiting, 'office')).toBe("Waiting for the service's key");
    expect(outcomeText(waiting)).toBe(text);
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
