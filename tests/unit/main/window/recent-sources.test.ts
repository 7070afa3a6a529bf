import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { parseConversionRequest } from '../../../../electron/shared/request/request.js';
import { draftDefaults } from '../../../../renderer/document/draft/draft-defaults.js';

vi.mock('electron', () => ({ shell: {} }));
const { RecentSources } = await import('../../../../electron/main/window/recent-sources.js');

let root = '';
let added: string[] = [];
const opened: InstanceType<typeof RecentSources>[] = [];

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'platen-recent-'));
  added = [];
});

afterEach(async () => {
  await Promise.all(opened.map((recent) => recent.settled()));
  opened.length = 0;
  rmSync(root, { recursive: true });
});

async function open({ historyLimit = 500, draft = draftDefaults } = {}) {
  const state = { settings: { historyLimit }, draft };
  const recent = new RecentSources({
    folder: root,
    state,
    addToSystem: (path) => added.push(path),
    log: (line) => expect.fail(line),
  });
  opened.push(recent);
  await recent.open();
  return { recent, state };
}

function write(...names: readonly string[]): readonly string[] {
  return names.map((name) => {
    const path = join(root, name);
    mkdirSync(join(path, '..'), { recursive: true });
    writeFileSync(path, '<p>text');
    return path;
  });
}

const load = async ({ recent }: Awaited<ReturnType<typeof open>>, ...paths: readonly string[]) =>
  recent.load(paths, () => undefined);

const request = (source: string, more: object = {}) =>
  parseConversionRequest({ source: { kind: 'url', url: source }, ...more });

it('lists files, folders with their count and URLs, the newest first, over a restart', async () => {
  const [a = ''] = write('a.html', 'manual/1.html', 'manual/2.html');
  const window = await open();
  await load(window, a);
  await load(window, join(root, 'manual'));
  window.recent.addPreviewed(request('https://user:password@example.org/handbook'));
  await load(window, a);
  await window.recent.settled();
  expect(statSync(join(root, 'recent.json')).mode & 0o077).toBe(0);
  expect(await (await open()).recent.list()).toMatchObject([
    { kind: 'file', location: a },
    { kind: 'url', location: 'https://example.org/handbook' },
    { kind: 'folder', location: join(root, 'manual'), count: 2 },
  ]);
  expect(added).toEqual([a, a]);
});

it('lists no files that are gone, and keeps at most eight', async () => {
  const names = Array.from({ length: 10 }, (_, index) => `${index}.html`);
  const paths = write(...names);
  const window = await open();
  for (const path of paths) await load(window, path);
  rmSync(paths[9] ?? '');
  const left = await window.recent.list();
  expect(left.map(({ location }) => location)).toEqual(paths.slice(2, 9).toReversed());
  // Many files at once leave room for earlier ones.
  await load(window, ...paths.slice(0, 9));
  expect((await window.recent.list()).map(({ location }) => location)).toEqual(
    [0, 1, 2, 8, 7, 6, 5].map((index) => paths[index]),
  );
  window.recent.set(left.slice(0, 1));
  expect(await window.recent.list()).toEqual(left.slice(0, 1));
});

it.each(['gdpr', 'hipaa'] as const)('records nothing of a document with %s', async (flag) => {
  const [a = '', b = ''] = write('a.html', 'manual/b.html');
  const window = await open({ draft: { ...draftDefaults, [flag]: true } });
  await load(window, a);
  window.recent.addPreviewed(request('https://example.org/'));
  expect(await window.recent.list()).toEqual([]);
  expect(added).toEqual([]);

  // The flag of the request counts, too.
  window.state.draft = draftDefaults;
  const compliance = { gdpr: false, hipaa: false, [flag]: true };
  window.recent.addPreviewed(request('https://example.org/', { compliance }));
  expect(await window.recent.list()).toEqual([]);

  // What was loaded before the flag is removed.
  await load(window, a, join(root, 'manual'));
  window.recent.addPreviewed(request('https://example.org/b'));
  window.recent.addPreviewed(request('https://example.org/c'));
  const files = [
    { path: a, name: 'a.html', size: 1 },
    { path: b, name: 'b.html', size: 1, folder: join(root, 'manual') },
  ];
  window.state.draft = { ...draftDefaults, files, url: 'example.org/b', [flag]: true };
  window.recent.forgetPrivate();
  await window.recent.settled();
  expect(await window.recent.list()).toMatchObject([{ location: 'https://example.org/c' }]);
  expect(readFileSync(join(root, 'recent.json'), 'utf8')).not.toContain('manual');
});

it('records nothing while the history is off', async () => {
  const window = await open({ historyLimit: 0 });
  await load(window, ...write('a.html'));
  expect(await window.recent.list()).toEqual([]);
});
