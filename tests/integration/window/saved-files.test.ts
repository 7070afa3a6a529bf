import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openFile } from '../../../electron/main/window/saved-files.js';

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
