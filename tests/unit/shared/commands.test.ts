import { describe, expect, it } from 'vitest';
import { commandIds, commands, menus } from '../../../electron/shared/commands.js';
import { english } from '../../../electron/shared/messages/translator.js';

describe('the table of commands', () => {
  it('gives each key combination to one command', () => {
    const all = commandIds.flatMap((id) => commands[id].keys ?? []);
    expect(new Set(all).size).toBe(all.length);
  });

  it('has no key that the system or the text fields use', () => {
    const taken = ['A', 'C', 'V', 'X', 'Z', 'Y', 'Q', 'W', 'M', 'H'].map(
      (key) => `CmdOrCtrl+${key}`,
    );
    const all = commandIds.flatMap((id) => commands[id].keys ?? []);
    expect(all.filter((keys) => taken.includes(keys))).toEqual([]);
  });

  it('has each command in one place of the menus at most', () => {
    const placed = Object.values(menus).flatMap(({ groups }) => groups.flat());
    expect(new Set(placed).size).toBe(placed.length);
  });

  it('has labels that differ', () => {
    const labels = commandIds.map((id) => english.text(commands[id].label));
    expect(new Set(labels).size).toBe(labels.length);
  });

  it('has a different letter for each menu', () => {
    const letters = Object.values(menus).map(({ label }) => /&(.)/.exec(english.text(label))?.[1]);
    expect(new Set(letters).size).toBe(letters.length);
  });
});
