import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished, vi } from 'vitest';
import { LaunchFolder } from '../../../../electron/main/app/launch-folder.js';

function folderWith(isPackaged = false) {
  const path = mkdtempSync(join(tmpdir(), 'platen-launch-test-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  const env: NodeJS.ProcessEnv = { PLATEN_LAUNCH_FOLDER: path };
  return { path, env, launch: new LaunchFolder(env, isPackaged) };
}

it('reports the start of work to the launcher', () => {
  const { path, launch } = folderWith();
  launch.markStarted();
  expect(existsSync(join(path, 'started'))).toBe(true);
});

it('calls back when the launcher requests a stop', async () => {
  const { path, launch } = folderWith();
  const onStop = vi.fn<() => void>();
  launch.onStop(onStop);
  writeFileSync(join(path, 'other'), '');
  writeFileSync(join(path, 'stop'), '');
  await expect.poll(() => onStop.mock.calls.length).toBeGreaterThan(0);
});

it('reads standard input from the file of the launcher', async () => {
  const { path, launch } = folderWith();
  expect(launch.standardInput()).toBeUndefined();
  writeFileSync(join(path, 'stdin'), '<p>spooled');
  const input = launch.standardInput();
  expect(input && (await text(input))).toBe('<p>spooled');
});

it('removes its folder from the environment of child processes', () => {
  expect(folderWith().env).toEqual({});
});

it('writes and reads nothing in a packaged application or without a launcher', () => {
  const { path, launch } = folderWith(true);
  writeFileSync(join(path, 'stdin'), '<p>somebody’s');
  for (const each of [launch, new LaunchFolder({}, false)]) {
    each.markStarted();
    each.onStop(() => undefined);
    expect(each.standardInput()).toBeUndefined();
  }
  expect(existsSync(join(path, 'started'))).toBe(false);
});
