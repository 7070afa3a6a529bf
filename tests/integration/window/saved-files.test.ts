// @module-tag core

import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SavedFiles, openFile } from '../../../electron/main/window/saved-files.js';

let folder: string;
let path: string | undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'platen-open-'));
  path = process.env['PATH'];
  process.env['PATH'] = `${folder}:/bin:/usr/bin`;
  const program = join(folder, 'xdg-open');
  writeFileSync(program, `#!/bin/sh\nprintf '%s' "$*" > '${join(folder, 'opened')}'\n`);
  chmodSync(program, 0o755);
});

afterEach(() => {
  if (path !== undefined) process.env['PATH'] = path;
  rmSync(folder, { recursive: true });
});

describe.runIf(process.platform === 'linux')('openFile', () => {
  it("opens a file without waiting for Electron's promise, which never settles on Linux", async () => {
    const file = join(folder, 'a.pdf');
    writeFileSync(file, '%PDF-');
    await openFile(file);
    const note = join(folder, 'opened');
    await expect.poll(() => existsSync(note) && readFileSync(note, 'utf8')).toBe(file);
  });

  it('says so if the file does not exist', async () => {
    const file = join(folder, 'gone.pdf');
    await expect(openFile(file)).rejects.toThrow(`File not found: ${file}. Convert again.`);
  });
});

describe('saving to the output folder', () => {
  const pdf = Buffer.from('%PDF-1.7');
  const files = () =>
    new SavedFiles({
      dialogs: unused(),
      state: unused(),
      downloads: join(folder, 'downloads'),
      log: () => undefined,
    });
  const input = {
    artifactId: 'a',
    name: 'report.pdf',
    folder: null,
    files: [],
    existing: 'ask' as const,
    security: {},
  };

  it('uses the named folder, else that of the file, else Downloads', async () => {
    const path = join(folder, 'manual', 'guide', 'intro.html');
    const file = { path, folder: join(folder, 'manual') };
    const out = join(folder, 'out');
    const saved = files();
    expect(await saved.save(input, pdf)).toEqual({
      status: 'saved',
      path: join(folder, 'downloads', 'report.pdf'),
    });
    expect(await saved.save({ ...input, files: [file] }, pdf)).toMatchObject({
      path: join(folder, 'manual', 'guide', 'report.pdf'),
    });
    const below = join(out, 'guide', 'report.pdf');
    expect(await saved.save({ ...input, files: [file], folder: out }, pdf)).toMatchObject({
      path: below,
    });
    saved.check(below);
  });

  it.each([
    ['ask', 'exists', 'report.pdf', 'old'],
    ['skip', 'skipped', 'report.pdf', 'old'],
    ['number', 'saved', 'report-2.pdf', '%PDF-1.7'],
    ['overwrite', 'saved', 'report.pdf', '%PDF-1.7'],
  ] as const)('%s: an existing file has the outcome %s', async (existing, status, name, text) => {
    const out = join(folder, 'out');
    mkdirSync(out);
    writeFileSync(join(out, 'report.pdf'), 'old');
    const path = join(out, name);
    const saved = files();
    expect(await saved.save({ ...input, folder: out, existing }, pdf)).toEqual({ status, path });
    expect(readFileSync(path, 'utf8')).toBe(text);
    if (status !== 'saved') expect(() => saved.check(path)).toThrow();
  });

  it('never replaces a PDF that was merged', async () => {
    const [page, cover] = [join(folder, 'page.html'), join(folder, 'report.pdf')];
    writeFileSync(cover, 'the cover');
    const merged = { ...input, files: [{ path: page }, { path: cover }] };
    const path = join(folder, 'report-2.pdf');
    const saved = await files().save({ ...merged, existing: 'overwrite' }, pdf);
    expect(saved).toEqual({ status: 'saved', path });
    expect(readFileSync(cover, 'utf8')).toBe('the cover');
  });
});

/** A part that these tests never call. */
function unused(): never {
  // A proxy stands in for any type; calling it fails the test.
  return new Proxy({}, { get: () => expect.fail('unexpected call') }) as never;
}
