import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { windowBrowser } from '../../../../tools/electron-on-chromium/chromium/browsers.js';
import * as standIn from '../../../../tools/electron-on-chromium/index.js';
import { BrowserWindow, app } from '../support/electron.js';

// Asserts what Electron's spec/api-dialog.spec.ts asserts, as far as the stand-in implements it;
// the README of the stand-in lists the rest.

const { dialog } = standIn as unknown as typeof Electron.CrossProcessExports;

/** Returns what a call throws; undefined if it does not. */
function thrownBy(call: () => unknown): unknown {
  try {
    call();
    return undefined;
  } catch (error) {
    return error;
  }
}

let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'platen-dialogs-'));
  await app.whenReady();
});

afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** Waits for a dialog with this title. */
async function targetOf(title: string): Promise<string> {
  const { root } = await windowBrowser();
  const find = async () => {
    const { targetInfos } = await root.send('Target.getTargets', { filter: [{ type: 'page' }] });
    return targetInfos.find((info) => info.title === title)?.targetId ?? '';
  };
  await expect.poll(find).not.toBe('');
  return find();
}

/** Waits for a dialog with this title, and runs code in it. */
async function inDialog(title: string, code: string): Promise<unknown> {
  const { root } = await windowBrowser();
  const targetId = await targetOf(title);
  const { sessionId } = await root.send('Target.attachToTarget', { targetId, flatten: true });
  const { result } = await root.sibling(sessionId).send('Runtime.evaluate', { expression: code });
  return result.value;
}

const press = (button: string) =>
  `[...document.querySelectorAll('button')].find((one) => one.textContent === '${button}').click()`;
const fill = (value: string) =>
  `document.querySelector('input, textarea').value = ${JSON.stringify(value)};`;

describe('showSaveDialog', () => {
  test('suggests a path and returns the entered one', async () => {
    const answer = dialog.showSaveDialog({
      title: 'Keep it',
      defaultPath: '/proposed/x.pdf',
      buttonLabel: 'Keep',
    });
    expect(await inDialog('Keep it', "document.querySelector('input').value")).toBe(
      '/proposed/x.pdf',
    );
    await inDialog('Keep it', fill(join(folder, 'new.pdf')) + press('Keep'));
    expect(await answer).toEqual({ canceled: false, filePath: join(folder, 'new.pdf') });
  });

  test('asks before a file is replaced', async () => {
    const path = join(folder, 'old.pdf');
    writeFileSync(path, 'old');
    const answer = dialog.showSaveDialog({ defaultPath: path });
    await inDialog('Save', press('Save'));
    await inDialog('Replace file', press('Cancel'));
    await inDialog('Save', press('Save'));
    await inDialog('Replace file', press('Replace'));
    expect(await answer).toEqual({ canceled: false, filePath: path });
  });

  test('can be canceled', async () => {
    const answer = dialog.showSaveDialog({});
    await inDialog('Save', press('Cancel'));
    expect(await answer).toEqual({ canceled: true, filePath: '' });
  });
});

describe('showOpenDialog', () => {
  test('returns one path per line', async () => {
    const answer = dialog.showOpenDialog({
      title: 'Pick',
      properties: ['openFile', 'multiSelections'],
    });
    await inDialog('Pick', fill('/a.html\n\n/b c.html') + press('Open'));
    expect(await answer).toEqual({ canceled: false, filePaths: ['/a.html', '/b c.html'] });
  });

  test('can be canceled', async () => {
    const answer = dialog.showOpenDialog({ properties: ['openDirectory'] });
    await inDialog('Open', press('Cancel'));
    expect(await answer).toEqual({ canceled: true, filePaths: [] });
  });
});

describe('showMessageBox', () => {
  const options = { message: 'It hangs', detail: 'Wait?', buttons: ['Wait', 'Restart'] };

  test('returns the pressed button', async () => {
    const asked = dialog.showMessageBox(options);
    await inDialog('It hangs', press('Restart'));
    expect(await asked).toEqual({ response: 1, checkboxChecked: false });
  });

  test('returns the cancel button once its signal aborts', async () => {
    const controller = new AbortController();
    const asked = dialog.showMessageBox({ ...options, cancelId: 1, signal: controller.signal });
    controller.abort();
    expect(await asked).toMatchObject({ response: 1 });
  });

  test.each([
    [{ buttons: 'OK' }, 'Buttons must be an array'],
    [{ message: 7 }, 'Message must be a string'],
    [{ checkboxLabel: 'x' }, "MessageBox option 'checkboxLabel'"],
  ])('throws for %o', (invalid, reason) => {
    expect(() => dialog.showMessageBox({ ...options, ...invalid } as never)).toThrow(reason);
  });
});

describe('arguments', () => {
  type Wrong = Electron.OpenDialogOptions & Electron.SaveDialogOptions;
  const texts = [
    ['title', 300, 'Title must be a string'],
    ['buttonLabel', [], 'Button label must be a string'],
    ['defaultPath', {}, 'Default path must be a string'],
    ['message', {}, 'Message must be a string'],
  ] as const;

  test.each([...texts, ['properties', false, 'Properties must be an array'] as const])(
    'showOpenDialog throws for an invalid %s',
    (option, value, message) => {
      const options = { [option]: value } as unknown as Wrong;
      expect(thrownBy(() => dialog.showOpenDialog(options))).toEqual(new TypeError(message));
    },
  );

  test.each([...texts, ['nameFieldLabel', {}, 'Name field label must be a string'] as const])(
    'showSaveDialog throws for an invalid %s',
    (option, value, message) => {
      const options = { [option]: value } as unknown as Wrong;
      expect(thrownBy(() => dialog.showSaveDialog(options))).toEqual(new TypeError(message));
    },
  );

  test('may start with a window, or null', async () => {
    const window = new BrowserWindow({ show: false });
    for (const owner of [window, null as unknown as Electron.BrowserWindow]) {
      const title = owner === window ? 'Of a window' : 'Of none';
      const opened = dialog.showOpenDialog(owner, { title });
      await inDialog(title, press('Cancel'));
      expect(await opened).toEqual({ canceled: true, filePaths: [] });
      const saved = dialog.showSaveDialog(owner, { title: `${title}: save` });
      await inDialog(`${title}: save`, press('Cancel'));
      expect(await saved).toEqual({ canceled: true, filePath: '' });
    }
    window.destroy();
  });
});

describe('showErrorBox', () => {
  test('writes to stderr', () => {
    const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    dialog.showErrorBox('Title', 'Content');
    expect(written.mock.calls).toEqual([['Title\nContent\n']]);
    written.mockRestore();
  });

  test('throws for invalid arguments', () => {
    const showErrorBox = (...args: unknown[]) => {
      (dialog as unknown as Record<string, (...args: unknown[]) => void>)['showErrorBox']?.(
        ...args,
      );
    };
    expect(() => {
      showErrorBox();
    }).toThrow(/Insufficient number of arguments/);
    expect(() => {
      showErrorBox(3, 'four');
    }).toThrow(/Error processing argument at index 0/);
    expect(() => {
      showErrorBox('three', 4);
    }).toThrow(/Error processing argument at index 1/);
  });
});

describe('unimplemented parts throw with their name:', () => {
  const refusal = (what: string) => `not implemented by electron-on-chromium: ${what}`;

  test.each([
    'showMessageBoxSync',
    'showOpenDialogSync',
    'showSaveDialogSync',
    'showCertificateTrustDialog',
  ])('%s', (member) => {
    expect((): unknown => Reflect.get(dialog, member)).toThrow(refusal(`dialog.${member}`));
  });

  test('options and properties', () => {
    expect(() => dialog.showOpenDialog({ message: 'x' })).toThrow(
      refusal("OpenDialog option 'message'"),
    );
    expect(() => dialog.showOpenDialog({ properties: ['showHiddenFiles'] })).toThrow(
      refusal("OpenDialog property 'showHiddenFiles'"),
    );
    expect(() => dialog.showSaveDialog({ showsTagField: false })).toThrow(
      refusal("SaveDialog option 'showsTagField'"),
    );
    expect(() => dialog.showSaveDialog({ properties: ['createDirectory'] })).toThrow(
      refusal("SaveDialog property 'createDirectory'"),
    );
  });
});
