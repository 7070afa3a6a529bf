import { existsSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { InMemoryStore } from '../../../../electron/main/service/store/in-memory-store.js';
import { newToken, removeExpired } from '../../../../electron/main/service/store/results.js';
import { ResultsFolder } from '../../../../electron/main/service/tasks/results-folder.js';
import { admitted, made } from './support/in-memory.js';

const folder = mkdtempSync(join(tmpdir(), 'platen-results-'));
afterAll(() => rmSync(folder, { recursive: true }));

const hour = 60 * 60 * 1000;

describe('the results folder', () => {
  it('deletes expired PDFs only', async () => {
    const store = new InMemoryStore('');
    const results = new ResultsFolder(folder);
    const now = Date.now();
    for (const expires of [now - 1, now + hour]) {
      const token = newToken();
      await results.write(token, [Buffer.from('%PDF')]);
      const stored = { token, name: 'x.pdf', size: 4, expires };
      await store.settle(await admitted(store), { outcome: made, stored });
    }
    expect(await removeExpired(results, store, now)).toBe(1);
    expect(readdirSync(folder)).toHaveLength(1);
  });

  it('deletes unknown files after some minutes, and nothing else', async () => {
    const own = mkdtempSync(join(folder, 'strays-'));
    const results = new ResultsFolder(own);
    const now = Date.now();
    const written = (path: string, minutes: number) => {
      writeFileSync(path, 'old');
      utimesSync(path, now / 1000 - minutes * 60, now / 1000 - minutes * 60);
      return path;
    };
    const half = (name: string) => join(own, `.platen-0123abcd-${name}`);
    const gone = [
      written(results.pathOf(newToken()), 11),
      written(half('1234-0123456789ab'), 11),
      // More than one query of the store.
      ...Array.from({ length: 101 }, () => written(results.pathOf(newToken()), 11)),
    ];
    const kept = [
      written(results.pathOf(newToken()), 9),
      written(half('1234-ba9876543210'), 9),
      written(join(own, 'notes.txt'), 99),
    ];
    expect(await results.removeUnknown(new InMemoryStore(''), now)).toBe(gone.length);
    expect(readdirSync(own).toSorted()).toEqual(kept.map((path) => basename(path)).toSorted());
  });

  it.each([
    ['a file', 4, '%PDF'],
    ['a file that was cut off', 100, undefined],
  ])('reads %s', async (_name, size, expected) => {
    const results = new ResultsFolder(folder);
    const token = newToken();
    await results.write(token, [Buffer.from('%PDF')]);
    const bytes = await results.read(token, { first: 0, last: size - 1 });
    expect((await bytes?.toArray())?.join('')).toBe(expected);
  });

  it('keeps known PDFs of any age', async () => {
    const store = new InMemoryStore('');
    const results = new ResultsFolder(folder);
    const now = Date.now();
    const token = newToken();
    await results.write(token, [Buffer.from('%PDF')]);
    const stored = { token, name: 'x.pdf', size: 4, expires: now + hour };
    await store.settle(await admitted(store), { outcome: made, stored });
    const path = results.pathOf(token);
    utimesSync(path, (now - 26 * hour) / 1000, (now - 26 * hour) / 1000);
    expect(await results.removeUnknown(store, now)).toBe(0);
    expect(existsSync(path)).toBe(true);
  });

  it('need not exist', async () => {
    const results = new ResultsFolder(join(folder, 'missing'));
    expect(await results.removeUnknown(new InMemoryStore(''), Date.now())).toBe(0);
  });
});
