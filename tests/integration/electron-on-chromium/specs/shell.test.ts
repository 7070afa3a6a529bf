import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import * as standIn from '../../../../tools/electron-on-chromium/index.js';

// Asserts what Electron's spec/api-shell.spec.ts asserts, as far as the stand-in implements it;
// the README of the stand-in lists the rest.

const { shell } = standIn as unknown as typeof Electron.CrossProcessExports;

let folder: string;
let path: string | undefined;

/** An `xdg-open` that records its argument, and then behaves as the test says. */
function xdgOpen(script: string): void {
  const program = join(folder, 'xdg-open');
  writeFileSync(program, `#!/bin/sh\nprintf '%s' "$*" > '${join(folder, 'opened')}'\n${script}\n`);
  chmodSync(program, 0o755);
}

async function opened(): Promise<string> {
  const note = join(folder, 'opened');
  await expect.poll(() => existsSync(note) && readFileSync(note, 'utf8')).toBeTruthy();
  return readFileSync(note, 'utf8');
}

/** Returns whether a promise has settled once all pending work has run. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let settled = false;
  const settle = () => {
    settled = true;
  };
  promise.then(settle, settle);
  await new Promise(setImmediate);
  return settled;
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'platen-shell-'));
  path = process.env['PATH'];
  process.env['PATH'] = `${folder}:/bin:/usr/bin`;
});

afterEach(() => {
  if (path !== undefined) process.env['PATH'] = path;
  rmSync(folder, { recursive: true });
});

describe.runIf(process.platform === 'linux')('openExternal', () => {
  test("opens a URL in Chromium's spelling", async () => {
    xdgOpen('');
    await shell.openExternal('http://127.0.0.1');
    expect(await opened()).toBe('http://127.0.0.1/');
  });

  test('does not wait for the command, and does not report its failure', async () => {
    xdgOpen('exec sleep 60 & exit 4');
    await shell.openExternal('https://example.test/');
    expect(await opened()).toBe('https://example.test/');
  });

  test('rejects if there is no command', async () => {
    process.env['PATH'] = folder;
    await expect(shell.openExternal('http://127.0.0.1')).rejects.toThrow('Failed to open path');
  });

  test('accepts text only', async () => {
    await expect(shell.openExternal(7 as unknown as string)).rejects.toThrow(
      'Error processing argument at index 0, conversion failure from 7',
    );
  });
});

describe.runIf(process.platform === 'linux')('openPath', () => {
  test('opens a file, and never settles', async () => {
    xdgOpen('exit 2');
    const promise = shell.openPath('/tmp/a.pdf');
    expect(await opened()).toBe('/tmp/a.pdf');
    expect(await isSettled(promise)).toBe(false);
  });

  test('never settles without a command either', async () => {
    process.env['PATH'] = folder;
    expect(await isSettled(shell.openPath('/tmp/a.pdf'))).toBe(false);
  });
});

test.runIf(process.platform === 'linux')('showItemInFolder opens the folder', async () => {
  xdgOpen('');
  shell.showItemInFolder('/tmp/folder/a.pdf');
  expect(await opened()).toBe('/tmp/folder');
});

test.each(['trashItem', 'beep', 'readShortcutLink', 'writeShortcutLink'])(
  '%s throws by name',
  (member) => {
    expect((): unknown => Reflect.get(shell, member)).toThrow(
      `not implemented by electron-on-chromium: shell.${member}`,
    );
  },
);
