import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ArtifactStore, PrivatePreviews } from '../../../../electron/main/window/artifact-store.js';
import type { ConvertedPdf } from '../../../../electron/main/engine/contract/pdf-engine.js';
import { leaveHalfWritten } from '../files/support/leftovers.js';
import { testLimits } from '../../../support/runner-options.js';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'platen-artifacts-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function pdfOf(title: string): ConvertedPdf {
  return { parts: [Buffer.from(title)], size: title.length, pages: 1, title, preflight: [] };
}

const names = { suggestedName: 'Report.pdf', sourceName: 'report', isPrivate: false };

async function open(): Promise<ArtifactStore> {
  const artifacts = new ArtifactStore(folder);
  await artifacts.open();
  return artifacts;
}

test('finds a preview with its names until it is removed', async () => {
  const artifacts = await open();
  const { id } = await artifacts.keep(pdfOf('Report'), names);
  expect(artifacts.get(id)).toMatchObject({ ...names, title: 'Report', size: 6 });
  expect((await artifacts.read(id)).toString()).toBe('Report');
  const path = artifacts.pathOf(id);
  await artifacts.remove(id);
  expect(existsSync(path)).toBe(false);
  expect(() => artifacts.get(id)).toThrow('This preview is no longer available. Convert again.');
  await artifacts.remove(id);
});

test('copies a PDF under a name for other applications, until it is removed', async () => {
  const artifacts = await open();
  const { id } = await artifacts.keep(pdfOf('Report'), names);
  const path = await artifacts.copyAs(id, 'Mine.pdf');
  expect(basename(path)).toBe('Mine.pdf');
  expect(readFileSync(path, 'utf8')).toBe('Report');
  expect(basename(await artifacts.copyAs(id, '../My report'))).toBe('My-report.pdf');
  await artifacts.remove(id);
  expect(existsSync(path)).toBe(false);

  const left = await artifacts.keep(pdfOf('Report'), names);
  const copy = await artifacts.copyAs(left.id, 'Mine.pdf');
  await open();
  expect(existsSync(copy)).toBe(false);
});

test('removes partly written files of an earlier run', async () => {
  await leaveHalfWritten(folder);
  await open();
  expect(readdirSync(folder)).toEqual([]);
});

test('forgets the PDF of a job that was read long ago', async () => {
  const artifacts = await open();
  const pdf = { ...pdfOf('Report'), suggestedName: 'Report.pdf' };
  for (let number = 0; number < 100; number += 1) {
    artifacts.addJobPdf(`job-${number}`, { path: `/out/${number}.pdf` }, pdf);
    artifacts.addJobPdf('visible', { path: '/out/visible.pdf' }, pdf);
  }
  expect(artifacts.pathOf('visible')).toBe('/out/visible.pdf');
  expect(artifacts.pathOf('job-99')).toBe('/out/99.pdf');
  expect(() => artifacts.pathOf('job-0')).toThrow('This preview is no longer available.');
});

test('removes the oldest previews, and all at the next start', async () => {
  const artifacts = await open();
  const ids: string[] = [];
  for (let number = 1; number <= 10; number += 1) {
    ids.push((await artifacts.keep(pdfOf(`number ${number}`), names)).id);
  }
  expect(readdirSync(folder).sort()).toEqual(
    ids
      .slice(2)
      .map((id) => `${id}.pdf`)
      .sort(),
  );
  await open();
  expect(readdirSync(folder)).toEqual([]);
});

test('keeps the last saved versions beside the newest previews, but no private one', async () => {
  const artifacts = await open();
  const keep = async (number: number, isPrivate = false) => {
    const { id } = await artifacts.keep(pdfOf(`number ${number}`), { ...names, isPrivate });
    await artifacts.keepSaved(id);
    return id;
  };
  const saved: string[] = [];
  for (let number = 1; number <= 13; number += 1) saved.push(await keep(number));
  const secret = await keep(0, true);
  for (let number = 1; number <= 8; number += 1) {
    await artifacts.keep(pdfOf(`later ${number}`), names);
  }
  const isThere = (id: string) => existsSync(join(folder, `${id}.pdf`));
  expect(saved.map(isThere)).toEqual([false, ...Array.from({ length: 12 }, () => true)]);
  expect(isThere(secret)).toBe(false);

  // Saved again, it is the newest one, and the next to go is another.
  await artifacts.keepSaved(saved[1] ?? '');
  await keep(14);
  await artifacts.keep(pdfOf('last'), names);
  expect(saved.slice(1, 4).map(isThere)).toEqual([true, false, true]);
});

function previews(remove: (id: string) => Promise<void> = async () => Promise.resolve()) {
  const removed = vi.fn(remove);
  const log = vi.fn();
  return { removed, log, watching: new PrivatePreviews({ remove: removed }, log) };
}

test('removes a private preview once it is delivered', () => {
  const { removed, watching } = previews();
  watching.expect('preview', ['first', 'second']);
  watching.ended({ id: 'another', state: { status: 'delivered', attempts: 1 } });
  watching.ended({ id: 'first', state: { status: 'skipped', attempts: 1 } });
  expect(removed).not.toHaveBeenCalled();
  watching.ended({ id: 'second', state: { status: 'delivered', attempts: 1 } });
  expect(removed.mock.calls).toEqual([['preview']]);
});

test('logs a private preview that cannot be removed, without its name', async () => {
  const { log, watching } = previews(async () => Promise.reject(new Error('the disk is full')));
  watching.expect('preview', ['first']);
  watching.ended({ id: 'first', state: { status: 'delivered', attempts: 1 } });
  await vi.waitFor(
    () =>
      expect(log.mock.calls).toEqual([
        ['A private preview is still on the disk: Platen failed: the disk is full'],
      ]),
    testLimits.poll,
  );
});
