import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { row, summary } from '../support/jobs.js';

const bridge = vi.hoisted(() => ({ call: vi.fn(), on: vi.fn() }));
vi.mock('../../../../renderer/bridge.js', () => bridge);

const files = [{ path: '/home/a/1.html', name: '1.html', size: 1 }];

/**
 * Loads the window's modules with two queued jobs, of which the first is shown, and a file in the
 * form.
 */
async function startWindow() {
  const drafts = await import('../../../../renderer/document/form/draft-store.js');
  const jobs = await import('../../../../renderer/queue/jobs-store.js');
  const selection = await import('../../../../renderer/queue/selection-store.js');
  const view = await import('../../../../renderer/queue/job-view.js');
  drafts.changeDraft({ tab: 'files', files });
  selection.followJobs();
  view.followSelection();
  jobs.applyJobList({ rows: [row('a'), row('b')], summary: summary() });
  selection.selectJob('a', 'only');
  await vi.runAllTimersAsync();
  return {
    ...drafts,
    ...view,
    lookedAt: () => view.useJobView.getState().id,
    detailed: () => view.useJobView.getState().details?.row.id,
  };
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetModules();
  bridge.call.mockImplementation((_name: string, { id }: { readonly id: string }) =>
    Promise.resolve({ ok: true, value: { row: row(id), options: {}, preflight: [] } }),
  );
});

afterEach(() => {
  vi.useRealTimers();
});

describe('the shown job', () => {
  it('is the selected one', async () => {
    const window = await startWindow();
    expect(window.lookedAt()).toBe('a');
    expect(window.detailed()).toBe('a');
  });

  it('is left when the form is edited, and keeps its details', async () => {
    const window = await startWindow();
    window.changeDraft({ format: 'a5' });
    expect(window.lookedAt()).toBeNull();
    expect(window.detailed()).toBe('a');
  });

  it('is left if the user returns to the form before its details arrive', async () => {
    const { selectJob } = await import('../../../../renderer/queue/selection-store.js');
    const window = await startWindow();
    selectJob('b', 'only');
    window.leaveJob();
    await vi.runAllTimersAsync();
    expect(window.lookedAt()).toBeNull();
    expect(window.detailed()).toBe('b');
  });

  it('stays when converted sources leave the form', async () => {
    const window = await startWindow();
    window.changeDraft({ files: [], selectedPath: null });
    expect(window.lookedAt()).toBe('a');
  });
});
