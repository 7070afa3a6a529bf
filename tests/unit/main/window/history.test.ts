import {
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Job } from '../../../../electron/main/jobs/job.js';
import { jobOptionsSchema } from '../../../../electron/shared/jobs.js';
import type { ConversionSource } from '../../../../electron/shared/request/source.js';

vi.mock('electron', () => ({ shell: {} }));
const { History } = await import('../../../../electron/main/window/history.js');

let root = '';
let limit = 500;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'platen-history-'));
  limit = 500;
});

afterEach(() => rmSync(root, { recursive: true }));

async function openHistory() {
  const history = new History({
    folder: join(root, 'history'),
    settings: () => ({ historyLimit: limit }),
    onChange: () => undefined,
    log: (line) => expect.fail(line),
  });
  expect(await history.open()).toBeNull();
  return history;
}

/** Returns a completed job. */
function done(source: ConversionSource, request: object = {}, path = join(root, 'a.pdf')): Job {
  return {
    id: 'a',
    source,
    number: 1,
    of: 1,
    added: 0,
    options: jobOptionsSchema.parse({ request, output: {} }),
    state: { status: 'completed', path, pdf: { pages: 2, size: 10, title: '', preflight: [] } },
    progress: null,
    credentialError: null,
  };
}

async function record(...jobs: readonly Job[]) {
  const history = await openHistory();
  for (const job of jobs) {
    const source = job.source as ConversionSource;
    history.recordJob(job, () => Promise.resolve(source));
  }
  await history.close();
  return openHistory();
}

const file: ConversionSource = { kind: 'file', path: '/in/a.html' };

describe('the history', () => {
  it('has what was converted, in a file that only the user can read', async () => {
    writeFileSync(join(root, 'a.pdf'), '');
    const history = await record(done(file, { format: 'a5' }));
    expect(await history.list()).toMatchObject([
      { name: 'a.html', place: '/in', path: join(root, 'a.pdf'), isMissing: false, pages: 2 },
    ]);
    const [entry] = await history.list();
    const { source, options } = await history.sourceOf(entry?.id ?? '');
    expect(source).toEqual(file);
    expect(options.request.format).toBe('a5');
    if (process.platform !== 'win32') {
      const { mode } = statSync(join(root, 'history', 'history.json'));
      expect(mode & 0o777).toBe(0o600);
    }
  });

  it('marks a PDF that is gone', async () => {
    const history = await record(done(file));
    expect(await history.list()).toMatchObject([{ isMissing: true }]);
  });

  it('records neither private documents, nor anything while it is off', async () => {
    const secret = done(file, { compliance: { gdpr: true, hipaa: false } });
    expect(await (await record(secret)).list()).toEqual([]);
    limit = 0;
    expect(await (await record(done(file))).list()).toEqual([]);
  });

  it('holds no passwords and no webhooks', async () => {
    const url = 'https://user:hidden@example.org/page';
    const history = await record(
      done({ kind: 'url', url }, { webhook: 'https://hooks.example.org/token' }),
    );
    expect(await history.list()).toHaveLength(1);
    const text = readFileSync(join(root, 'history', 'history.json'), 'utf8');
    expect(text).not.toMatch(/hidden|token/);
    expect(text).toContain('https://example.org/page');
  });

  it('keeps long HTML until its entry is removed', async () => {
    const html = `<p>${'long '.repeat(1000)}`;
    const history = await record(done({ kind: 'html', html }));
    const [entry] = await history.list();
    expect((await history.sourceOf(entry?.id ?? '')).source).toEqual({ kind: 'html', html });
    history.remove([entry?.id ?? '']);
    await history.close();
    await openHistory();
    expect(readdirSync(join(root, 'history', 'html'))).toEqual([]);
  });

  it('has one entry per PDF, and as many as the limit', async () => {
    limit = 2;
    const history = await record(
      ...['1', '2', '3', '3'].map((name) => done(file, {}, join(root, `${name}.pdf`))),
    );
    const paths = (await history.list()).map(({ path }) => path);
    expect(paths).toEqual([join(root, '3.pdf'), join(root, '2.pdf')]);
  });

  it('records a preview once it is saved', async () => {
    const history = await openHistory();
    const request = { source: file, disableJavascript: false, timeoutSeconds: 30 };
    history.rememberPreview({ id: 'x', pages: 1, size: 5 }, request, null);
    history.recordSaved('x', join(root, 'saved.pdf'), {});
    history.recordSaved('unknown', join(root, 'other.pdf'), {});
    await history.close();
    expect(await (await openHistory()).list()).toMatchObject([{ path: join(root, 'saved.pdf') }]);
    expect(existsSync(join(root, 'history', 'history.json'))).toBe(true);
  });

  it('finds the newest PDF of the source of a preview that is still there', async () => {
    const path = (name: string) => join(root, `${name}.pdf`);
    const part = done(file, {}, path('part'));
    const range = { first: 0, end: 1, title: '', size: 5 };
    const whole = { pages: 1, size: 5, title: '', preflight: [] };
    const parts = [{ ...range, path: path('part'), state: 'saved' as const }];
    const divided: Job = { ...part, state: { ...part.state, split: { whole, parts } } };
    const other: ConversionSource = { kind: 'file', path: '/in/b.html' };
    const history = await record(
      ...['old', 'new', 'gone'].map((name) => done(file, {}, path(name))),
      done(other, {}, path('other')),
      divided,
    );
    for (const name of ['old', 'new', 'other', 'part']) writeFileSync(path(name), '');
    const request = { disableJavascript: false, timeoutSeconds: 30 };
    const sources = { file, html: { kind: 'html', html: '<p>a' } } as const;
    for (const [id, source] of Object.entries(sources)) {
      history.rememberPreview({ id, pages: 1, size: 5 }, { ...request, source }, null);
    }
    expect(await history.savedVersion('file')).toMatchObject({ path: path('new') });
    rmSync(path('new'));
    expect(await history.savedVersion('file')).toMatchObject({ path: path('old') });
    rmSync(path('old'));
    expect(await history.savedVersion('file')).toBeNull();
    expect(await history.savedVersion('html')).toBeNull();
    expect(await history.savedVersion('unknown')).toBeNull();
  });
});
