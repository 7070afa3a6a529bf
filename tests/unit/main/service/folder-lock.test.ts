import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { holdFolder } from '../../../../electron/main/service/store/folder-lock.js';
import { askLine } from '../../../../electron/main/service/store/socket-lines.js';

let top: string;

beforeAll(() => {
  top = mkdtempSync(join(tmpdir(), 'platen-lock-'));
});
afterAll(() => rmSync(top, { recursive: true }));

it('answers who asks while it looks whether the one before it is gone', async () => {
  const folder = mkdtempSync(join(top, 'killed-'));
  // Nobody listens on it, as on that of a process that was killed.
  writeFileSync(join(folder, 'holder-1.sock'), '');
  const holding = holdFolder(folder);
  const mine = join(folder, 'holder-2.sock');
  while (!existsSync(mine)) await turn();
  const [who, early] = [askLine(mine, 'who'), askLine(mine, 'early')];
  const hold = await holding;
  expect(await who).toBe(String(process.pid));
  hold.answer((line) => Promise.resolve(`${line}?`));
  expect(await early).toBe('early?');
  await hold.release();
});
