import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import * as standIn from '../../../../tools/electron-on-chromium/index.js';
import { BrowserWindow, app, nextEvent } from '../support/electron.js';

// Asserts what Electron's spec/api-notification.spec.ts asserts, as far as the stand-in implements
// it; the README of the stand-in lists the rest.

const { Notification } = standIn as unknown as typeof Electron.CrossProcessExports;

let folder: string;
let path: string | undefined;

/** A `notify-send` that records its arguments, one per line, and then behaves as the test says. */
function notifySend(script: string): void {
  const program = join(folder, 'notify-send');
  writeFileSync(
    program,
    `#!/bin/sh\nprintf '%s\\n' "$@" > '${join(folder, 'notes')}'\n${script}\n`,
  );
  chmodSync(program, 0o755);
}

const launched = process.argv[1];

beforeAll(async () => {
  await app.whenReady();
  // The application of this test is the one at the root, with the name in its manifest.
  process.argv[1] = resolve(import.meta.dirname, '../../../..');
  return () => {
    process.argv[1] = launched ?? '';
  };
});

function notes(): readonly string[] {
  return readFileSync(join(folder, 'notes'), 'utf8').replace(/\n$/, '').split('\n');
}

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
  test('is supported if there is a program for it', () => {
    process.env['PATH'] = folder;
    expect(Notification.isSupported()).toBe(false);
    notifySend('');
    expect(Notification.isSupported()).toBe(true);
  });

  test("has the name of Electron's class", () => {
    expect(Notification.prototype.constructor.name).toBe('Notification');
  });

  test('shows its title and its text', async () => {
    notifySend('');
    const notification = new Notification({ title: '--done', body: '3 made' });
    const closed = nextEvent(notification, 'close');
    notification.show();
    await closed;
    expect(notes()).toEqual([
      '--app-name=Platen',
      '--action=default=Show',
      '--',
      '--done',
      '3 made',
    ]);
  });

  test('ignores values that are not text', async () => {
    notifySend('');
    const notification = new Notification({ title: 7 as unknown as string, body: '3 made' });
    const closed = nextEvent(notification, 'close');
    notification.show();
    await closed;
    expect(notes().slice(2)).toEqual(['--', '', '3 made']);
  });

  test('reports a click', async () => {
    notifySend('echo default');
    const notification = new Notification({ title: 'Done' });
    notification.show();
    await nextEvent(notification, 'click');
  });

  test('replaces itself when it is shown again, and closes once', async () => {
    notifySend('exec sleep 60');
    const notification = new Notification({ title: 'Done' });
    const closed = vi.fn();
    notification.on('close', closed);
    notification.show();
    await expect.poll(() => existsSync(join(folder, 'notes'))).toBe(true);
    notifySend('');
    notification.show();
    await expect.poll(() => closed.mock.calls.length).toBe(1);
  });

  test('reports that the system cannot show it', async () => {
    notifySend('exit 1');
    const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    new Notification({ title: 'Done' }).show();
    await expect.poll(() => written.mock.calls.length).toBeGreaterThan(0);
    expect(written.mock.calls[0]?.[0]).toBe(
      'electron-on-chromium: a notification was not shown: notify-send ended with status 1\n',
    );
    written.mockRestore();
  });

  const refusal = (what: string) => `not implemented by electron-on-chromium: ${what}`;

  test.each([
    ['id', 'x'],
    ['groupId', 'x'],
    ['subtitle', 'x'],
    ['replyPlaceholder', 'x'],
    ['sound', 'x'],
    ['closeButtonText', 'x'],
    ['silent', true],
    ['hasReply', true],
    ['actions', []],
  ])('the option %s throws by name', (option, value) => {
    expect(() => new Notification({ title: 'x', [option]: value })).toThrow(
      refusal(`Notification option '${option}'`),
    );
  });

  test.each(['id', 'groupId', 'title', 'body', 'subtitle', 'silent', 'actions', 'close'])(
    'the member %s throws by name',
    (member) => {
      const notification = new Notification({ title: 'x' });
      expect((): unknown => Reflect.get(notification, member)).toThrow(
        refusal(`Notification.${member}`),
      );
    },
  );

  test.each(['show', 'reply', 'action', 'failed'])('the event %s throws by name', (event) => {
    const notification = new Notification({ title: 'x' });
    expect(() => notification.on(event as 'show', () => undefined)).toThrow(
      refusal(`Notification event '${event}'`),
    );
  });
});

test('a window that is on no screen does not have the focus', () => {
  const window = new BrowserWindow({ show: false });
  expect(window.isFocused()).toBe(false);
  window.destroy();
});
