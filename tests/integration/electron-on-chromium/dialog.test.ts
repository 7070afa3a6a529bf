import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { windowBrowser } from '../../../tools/electron-on-chromium/chromium/browsers.js';
import * as standIn from '../../../tools/electron-on-chromium/index.js';
import { app } from './support/stand-in.js';

const { dialog } = standIn as unknown as typeof Electron.CrossProcessExports;

let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'platen-dialogs-'));
  await app.whenReady();
});

afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** Waits for a dialog of this title. */
async function targetOf(title: string): Promise<string> {
  const { root } = await windowBrowser();
  const find = async () => {
    const { targetInfos } = await root.send('Target.getTargets', { filter: [{ type: 'page' }] });
    return targetInfos.find((info) => info.title === title)?.targetId ?? '';
  };
  await expect.poll(find).not.toBe('');
  return find();
}

/** Waits for a dialog of this title, and runs code in it. */
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
  test('proposes a path and gives the one that was typed', async () => {
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

  test('can be left', async () => {
    const answer = dialog.showSaveDialog({});
    await inDialog('Save', press('Cancel'));
    expect(await answer).toEqual({ canceled: true, filePath: '' });
  });
});

describe('showOpenDialog', () => {
  test('gives one path a line', async () => {
    const answer = dialog.showOpenDialog({
      title: 'Pick',
      properties: ['openFile', 'multiSelections'],
    });
    await inDialog('Pick', fill('/a.html\n\n/b c.html') + press('Open'));
    expect(await answer).toEqual({ canceled: false, filePaths: ['/a.html', '/b c.html'] });
  });

  test('can be left', async () => {
    const answer = dialog.showOpenDialog({ properties: ['openDirectory'] });
    await inDialog('Open', press('Cancel'));
    expect(await answer).toEqual({ canceled: true, filePaths: [] });
  });
});

describe('showMessageBox', () => {
  test('gives the button and the checkbox', async () => {
    const answer = dialog.showMessageBox({
      message: 'Really <b>?',
      buttons: ['Yes', 'Perhaps', 'No'],
      checkboxLabel: 'Always',
    });
    expect(await inDialog('Message', "document.querySelector('p').textContent")).toBe(
      'Really <b>?',
    );
    await inDialog('Message', `document.querySelector('input').click(); ${press('Perhaps')}`);
    expect(await answer).toEqual({ response: 1, checkboxChecked: true });
  });

  test('counts as cancelled when it is closed', async () => {
    const answer = dialog.showMessageBox({
      title: 'Closing',
      message: 'x',
      buttons: ['Yes', 'No'],
    });
    const targetId = await targetOf('Closing');
    const { root } = await windowBrowser();
    await root.send('Target.closeTarget', { targetId });
    expect(await answer).toEqual({ response: 1, checkboxChecked: false });
  });
});
