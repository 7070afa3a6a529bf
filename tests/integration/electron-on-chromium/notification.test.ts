import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import * as standIn from '../../../tools/electron-on-chromium/index.js';
import { BrowserWindow, app, nextEvent } from './support/stand-in.js';

const { Notification } = standIn as unknown as typeof Electron.CrossProcessExports;

let folder: string;
let path: string | undefined;

/** A `notify-send` that writes down its arguments, one a line, and then does what a test wants of it. */
function notifySend(script: string): void {
  const program = join(folder, 'notify-send');
  writeFileSync(
    program,
    `#!/bin/sh\nprintf '%s\\n' "$@" > '${join(folder, 'notes')}'\n${script}\n`,
  );
  chmodSync(program, 0o755);
}

// A test is no application with a manifest that names it.
beforeAll(() => app.setName('Test'));

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'platen-notification-'));
  path = process.env['PATH'];
  process.env['PATH'] = `${folder}:/bin:/usr/bin`;
});

afterEach(() => {
  if (path !== undefined) process.env['PATH'] = path;
  rmSync(folder, { recursive: true });
});

describe.runIf(process.platform === 'linux')('Notification', () => {
  test('is supported where there is a program for it', () => {
    process.env['PATH'] = folder;
    expect(Notification.isSupported()).toBe(false);
    notifySend('');
    expect(Notification.isSupported()).toBe(true);
  });

  test('shows its title and its text', async () => {
    notifySend('');
    const notification = new Notification({ title: '--done', body: '3 made' });
    const closed = nextEvent(notification, 'close');
    notification.show();
    await nextEvent(notification, 'show');
    await closed;
    expect(readFileSync(join(folder, 'notes'), 'utf8').trim().split('\n')).toEqual([
      '--app-name=Test',
      '--action=default=Show',
      '--',
      '--done',
      '3 made',
    ]);
  });

  test('tells that it was clicked', async () => {
    notifySend('echo default');
    const notification = new Notification({ title: 'Done' });
    notification.show();
    await nextEvent(notification, 'click');
  });

  test('is gone when it is closed', async () => {
    notifySend('exec sleep 60');
    const notification = new Notification({ title: 'Done' });
    const closed = vi.fn();
    notification.on('close', closed);
    notification.show();
    await nextEvent(notification, 'show');
    notification.close();
    notifySend('');
    notification.show();
    await expect.poll(() => closed.mock.calls.length).toBe(1);
  });

  test('says so where the system cannot show it', async () => {
    notifySend('exit 1');
    const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    new Notification({ title: 'Done' }).show();
    await expect.poll(() => written.mock.calls.length).toBeGreaterThan(0);
    expect(written.mock.calls[0]?.[0]).toBe(
      'electron-on-chromium: a notification was not shown: notify-send ended with status 1\n',
    );
    written.mockRestore();
  });

  test('takes no option that it cannot keep', () => {
    expect(() => new Notification({ title: 'x', hasReply: true })).toThrow(
      "not implemented by electron-on-chromium: Notification option 'hasReply'",
    );
  });
});

test('a window that is on no screen has not the focus', () => {
  const window = new BrowserWindow({ show: false });
  expect(window.isFocused()).toBe(false);
  window.destroy();
});
