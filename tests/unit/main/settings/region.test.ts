import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { regionDefaults } from '../../../../electron/main/settings/region.js';
import { UserState } from '../../../../electron/main/settings/user-state.js';

it.each([
  ['US', 'letter', 'in'],
  ['CA', 'letter', 'in'],
  ['DE', 'a4', 'mm'],
  ['CN', 'a4', 'mm'],
  ['', 'a4', 'mm'],
])('in %j, paper is %s and lengths are in %s', (country, format, lengthUnit) => {
  expect(regionDefaults(country)).toEqual({ format, lengthUnit });
});

it('uses the unit of the region until one was saved', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'platen-region-'));
  const open = async () => {
    const state = new UserState(folder, regionDefaults('US'));
    await state.open();
    return state;
  };
  const first = await open();
  expect(first.settings.lengthUnit).toBe('in');
  writeFileSync(join(folder, 'settings.json'), JSON.stringify({ theme: 'dark' }));
  expect((await open()).settings).toMatchObject({ theme: 'dark', lengthUnit: 'in' });
  await (await open()).updateSettings({ lengthUnit: 'cm' });
  expect((await open()).settings.lengthUnit).toBe('cm');
  rmSync(folder, { recursive: true });
});
