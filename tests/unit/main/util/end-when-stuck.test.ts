import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { endWhenStuck } from '../../../../electron/main/util/end-when-stuck.js';

/** Signal 0 ends nothing. */
function watch(): () => string {
  const folder = mkdtempSync(join(tmpdir(), 'platen-stuck-'));
  const path = join(folder, 'log');
  const end = endWhenStuck({ limitSeconds: 3, signal: 0, output: openSync(path, 'w') });
  onTestFinished(() => {
    end();
    rmSync(folder, { recursive: true });
  });
  return () => readFileSync(path, 'utf8');
}

it('says so and ends a process whose main thread does nothing but one thing', () => {
  const log = watch();
  const end = performance.now() + 20_000;
  while (log() === '' && performance.now() < end);
  expect(JSON.parse(log())).toMatchObject({
    level: 60,
    seconds: 3,
    msg: 'ended, as it no longer responded',
  });
});

it('lets a process work that responds now and then', async () => {
  const log = watch();
  for (let turn = 0; turn < 5; turn += 1) {
    const end = performance.now() + 1000;
    while (performance.now() < end);
    await new Promise((next) => setTimeout(next, 0));
  }
  expect(log()).toBe('');
});
