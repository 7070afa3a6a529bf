import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Presets } from '../../../../electron/main/settings/presets.js';
import type { Preset } from '../../../../electron/shared/presets.js';
import { draftDefaults } from '../../../../renderer/document/draft/draft-defaults.js';
import { formSettingsSchema } from '../../../../electron/shared/draft.js';
import { openingNotices } from './support/notices.js';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'platen-presets-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const settings = formSettingsSchema.parse(draftDefaults);

function preset(name: string, format = 'a4'): Preset {
  return { name, settings: { ...settings, format } };
}

async function open(): Promise<Presets> {
  const presets = new Presets(folder);
  expect(await presets.open()).toEqual([]);
  return presets;
}

const namesOf = ({ list }: Presets) => list.map(({ name }) => name);

describe('Presets', () => {
  it('persists presets, sorted by name', async () => {
    const presets = await open();
    await presets.save(preset('Slides'));
    await presets.save(preset('Invoice'));
    expect(namesOf(await open())).toEqual(['Invoice', 'Slides']);
  });

  it('replaces a preset with the same name, ignoring case', async () => {
    const presets = await open();
    await presets.save(preset('Invoice', 'a4'));
    await presets.save(preset('invoice', 'a5'));
    expect(presets.list).toEqual([preset('invoice', 'a5')]);
  });

  it('changes nothing if the file cannot be written', async () => {
    const presets = await open();
    await presets.save(preset('Invoice'));
    rmSync(folder, { recursive: true });
    writeFileSync(folder, 'a file in place of the folder');
    const failed = { code: 'write-failed' };
    await expect(presets.save(preset('Slides'))).rejects.toMatchObject(failed);
    await expect(presets.remove('Invoice')).rejects.toMatchObject(failed);
    expect(namesOf(presets)).toEqual(['Invoice']);
  });

  it('keeps presets that are saved at the same time', async () => {
    const presets = await open();
    await Promise.all(['A', 'B', 'C'].map(async (name) => presets.save(preset(name))));
    expect(namesOf(presets)).toEqual(['A', 'B', 'C']);
    expect(namesOf(await open())).toEqual(['A', 'B', 'C']);
  });

  it('removes a preset by name', async () => {
    const presets = await open();
    await presets.save(preset('Invoice'));
    await presets.remove('Invoice');
    expect((await open()).list).toEqual([]);
  });

  it('imports exported presets and numbers a duplicate name', async () => {
    const presets = await open();
    await presets.save(preset('Invoice', 'a4'));
    await presets.save(preset('Slides'));
    const file = join(folder, 'export.json');
    await presets.exportTo(file);
    await presets.save(preset('Invoice', 'a5'));
    expect(await presets.importFrom(file)).toBe(2);
    expect(namesOf(presets)).toEqual(['Invoice', 'Invoice 2', 'Slides']);
  });

  const notPresets = 'is not a preset file. Choose a file that was exported from Platen.';
  const invalid =
    'is damaged, or of another version of Platen. Export the presets again, and import the new file.';
  it.each([
    ['text that is not JSON', 'hello', notPresets],
    ['another JSON file', '{"name": "x"}', notPresets],
    [
      'a preset without settings',
      '{"format": "platen-presets", "version": 1, "presets": [{"name": "x"}]}',
      invalid,
    ],
    ['another version', '{"format": "platen-presets", "version": 2, "presets": []}', invalid],
    ['an export that is cut off', '{"format": "platen-presets", "vers', notPresets],
  ])('rejects %s', async (_what, text, expected) => {
    const file = join(folder, 'other.json');
    writeFileSync(file, text);
    await expect((await open()).importFrom(file)).rejects.toMatchObject({
      code: 'source-unreadable',
      message: `"${file}" ${expected}`,
    });
  });

  it.each([
    ['missing.json', 'does not exist; check the path.'],
    ['.', 'is a folder, not a file.'],
  ])('explains why %s cannot be read', async (name, expected) => {
    const file = join(folder, name);
    await expect((await open()).importFrom(file)).rejects.toMatchObject({
      code: 'source-unreadable',
      message: `"${file}" ${expected}`,
    });
  });

  it('renames a damaged file and reports it', async () => {
    writeFileSync(join(folder, 'presets.json'), '{"presets": [');
    const notice = await openingNotices(new Presets(folder));
    const aside = readdirSync(folder).find((name) => name.startsWith('presets.json.damaged-'));
    expect(notice).toContain(aside);
    expect(readFileSync(join(folder, aside ?? ''), 'utf8')).toBe('{"presets": [');
  });
});
