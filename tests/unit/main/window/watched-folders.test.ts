import {
  appendFileSync,
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as after, setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { WatchedFolders } from '../../../../electron/main/window/watched-folders.js';
import { type JobOptions, jobOptionsSchema } from '../../../../electron/shared/jobs.js';
import type { ConversionSource } from '../../../../electron/shared/request/source.js';
import { testLimits } from '../../../support/runner-options.js';

const options: JobOptions = jobOptionsSchema.parse({ request: { zoom: 1.5 }, output: {} });

let root = '';
let folder = '';
let converted: string[] = [];
const opened: WatchedFolders[] = [];

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'platen-watched-'));
  folder = join(root, 'in');
  mkdirSync(folder);
  converted = [];
});

afterEach(async () => {
  await Promise.all(opened.map(async (watched) => watched.close()));
  opened.length = 0;
  rmSync(root, { recursive: true });
});

/**
 * @param writtenAfterMs so short that nothing has to wait, unless a test writes a file slowly
 * @param heldOpenMs longer than any test, unless it waits for that
 */
async function open(writtenAfterMs = 100, heldOpenMs = 60_000): Promise<WatchedFolders> {
  const watched = new WatchedFolders({
    userData: root,
    queue: {
      add: async (sources: readonly ConversionSource[], given) => {
        expect(given).toEqual(options);
        for (const source of sources) {
          expect(source).toMatchObject({ kind: 'file', folder });
          if (source.kind === 'file') converted.push(source.path.slice(folder.length + 1));
        }
        return Promise.resolve(sources.map(({ kind }) => kind));
      },
    },
    log: (line) => expect.fail(line),
    writtenAfterMs,
    heldOpenMs,
  });
  opened.push(watched);
  await watched.open();
  watched.start();
  return watched;
}

const write = (name: string, text = '<p>text') => writeFileSync(join(folder, name), text);

const whenConverted = async (...names: readonly string[]) =>
  vi.waitFor(() => expect([...converted].sort()).toEqual(names), testLimits.poll);

it('converts what appears or changes, not what is there', async () => {
  write('old.html');
  const watched = await open();
  await watched.add(folder, options);
  write('new.html');
  await whenConverted('new.html');
  mkdirSync(join(folder, 'deeper'));
  write('deeper/page.html');
  await whenConverted('deeper/page.html', 'new.html');
  write('old.html', '<p>changed');
  await whenConverted('deeper/page.html', 'new.html', 'old.html');
});

it('converts what appears in a new folder while it is being read', async () => {
  const watched = await open();
  await watched.add(folder, options);
  const names = Array.from({ length: 60 }, (_, index) => join(`copied-${index}`, 'page.html'));
  for (const [index, name] of names.entries()) {
    mkdirSync(join(folder, dirname(name)));
    // Each file falls on another moment of the reading.
    for (let turn = 0; turn < index; turn += 1) await nextTurn();
    write(name);
  }
  await whenConverted(...names.sort());
});

it('ignores hidden and temporary files, other types and node_modules', async () => {
  const watched = await open();
  await watched.add(folder, options);
  mkdirSync(join(folder, 'node_modules'));
  for (const name of [
    '.page.html',
    '~$page.html',
    'page.html.part',
    'page.pdf',
    'node_modules/a.html',
  ])
    write(name);
  write('page.html');
  await whenConverted('page.html');
});

it('ignores SVG files that only define fonts, before and after the start', async () => {
  const font = '<svg><defs><font id="f"><glyph unicode="a"/></font></defs></svg>';
  write('old.svg', font);
  const watched = await open();
  write('page.html');
  await watched.add(folder, options);
  write('new.svg', font);
  write('image.svg', '<svg><circle r="9"/></svg>');
  await whenConverted('image.svg');
});

it('waits until a file is written', async () => {
  const writtenAfterMs = 4000;
  const watched = await open(writtenAfterMs);
  await watched.add(folder, options);
  const path = join(folder, 'slow.html');
  const end = Date.now() + 1.5 * writtenAfterMs;
  while (Date.now() < end) {
    appendFileSync(path, 'more');
    await after(50);
  }
  expect(converted).toEqual([]);
  await whenConverted('slow.html');
});

it.runIf(process.platform === 'linux')(
  'waits for a file that a program holds open for writing, but not for one that is read',
  async () => {
    const watched = await open();
    await watched.add(folder, options);
    const writer = openSync(join(folder, 'slow.html'), 'w');
    writeSync(writer, '<p>half');
    write('read.html');
    const reader = openSync(join(folder, 'read.html'), 'r');
    await whenConverted('read.html');
    write('later.html');
    await whenConverted('later.html', 'read.html');
    closeSync(writer);
    closeSync(reader);
    await whenConverted('later.html', 'read.html', 'slow.html');
  },
);

it.runIf(process.platform === 'linux')(
  'converts a file that a program holds open and no longer changes',
  async () => {
    const watched = await open(100, 500);
    await watched.add(folder, options);
    const writer = openSync(join(folder, 'shown.html'), 'w');
    writeSync(writer, '<p>saved');
    await whenConverted('shown.html');
    closeSync(writer);
  },
);

it('converts after a restart what is new or changed since, and nothing twice', async () => {
  const watched = await open();
  await watched.add(folder, options);
  write('a.html');
  write('b.html');
  await whenConverted('a.html', 'b.html');
  await watched.close();
  write('b.html', '<p>changed while closed');
  write('c.html');
  await open();
  await whenConverted('a.html', 'b.html', 'b.html', 'c.html');
});

it('forgets deleted files after a restart', async () => {
  const watched = await open();
  const writeAtSameTime = () => {
    write('page.html');
    utimesSync(join(folder, 'page.html'), 1_000_000_000, 1_000_000_000);
  };
  writeAtSameTime();
  await watched.add(folder, options);
  await watched.close();
  rmSync(join(folder, 'page.html'));
  await open();
  writeAtSameTime();
  await whenConverted('page.html');
});

it('stops for a removed folder, also after a restart', async () => {
  const watched = await open();
  const other = join(root, 'other');
  mkdirSync(other);
  await watched.add(other, options);
  const [row] = await watched.list();
  await watched.remove(row?.id ?? '');
  expect(await watched.list()).toEqual([]);
  await watched.add(folder, options);
  writeFileSync(join(other, 'x.html'), '<p>');
  write('page.html');
  await whenConverted('page.html');
  expect(await (await open()).list()).toMatchObject([{ folder }]);
});

it('says that a folder is missing, and converts nothing again when it is back', async () => {
  const watched = await open();
  await watched.add(folder, options);
  write('page.html');
  await whenConverted('page.html');
  await watched.close();
  const [row] = await (await open()).list();
  expect(row?.error).toBeUndefined();
  rmSync(folder, { recursive: true });
  expect(await watched.list()).toMatchObject([{ error: { key: 'watch.folderMissing' } }]);
});

it.each([
  [
    'a watched folder',
    async (watched: WatchedFolders) => watched.add(folder, options),
    'watchedAlready',
  ],
  [
    'a missing folder',
    async (watched: WatchedFolders) => watched.add(join(root, 'none'), options),
    'folderMissing',
  ],
  [
    'private documents',
    async (watched: WatchedFolders) => {
      const request = { ...options.request, compliance: { gdpr: true, hipaa: false } };
      await watched.add(join(root, 'none'), { ...options, request });
    },
    'private',
  ],
])('refuses %s', async (_case, add, reason) => {
  const watched = await open();
  await watched.add(folder, options);
  const failure = await add(watched).catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: 'refused' });
  expect((failure as { toData: () => unknown }).toData()).toMatchObject({
    message: { key: `watch.${reason}` },
  });
});
