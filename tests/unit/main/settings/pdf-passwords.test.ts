import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { StoredPasswords } from '../../../../electron/main/settings/pdf-passwords.js';
import { SecretStore } from '../../../../electron/main/settings/secret-store.js';
import { AppError } from '../../../../electron/shared/messages/errors.js';
import { englishText } from '../../../../electron/shared/messages/translator.js';
import { type FakeSystem, fakeKeychain, keyring, noKeyring } from './support/fake-keychain.js';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'platen-passwords-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Returns the passwords of a start of Platen; a second call is its next start. */
async function start(system: FakeSystem = { ...keyring }): Promise<StoredPasswords> {
  const secrets = new SecretStore(folder, fakeKeychain(system));
  await secrets.open();
  return new StoredPasswords(secrets);
}

const typed = { open: 'ada 1815', owner: 'byron 1788' };

/** Returns the issues of an error by their fields. */
async function issuesOf(work: Promise<unknown>): Promise<Readonly<Record<string, string>>> {
  const error: unknown = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof AppError)) throw new Error(`There was no error: ${String(error)}`);
  return Object.fromEntries(
    (error.fields ?? []).map(({ field, message }) => [field, englishText(message)]),
  );
}

describe('passwords of PDFs', () => {
  it('are read by their id after a restart, and are not in clear text in the file', async () => {
    const stored = await (await start()).store(null, typed);
    expect(stored).toMatchObject({ open: true, owner: true });
    const again = await start();
    expect(again.missing(stored?.id ?? '')).toBeNull();
    expect(await again.of(stored ?? undefined)).toEqual(typed);
    expect(await again.of(undefined)).toBeUndefined();
    const file = readFileSync(join(folder, 'secrets.json'), 'utf8');
    for (const text of Object.values(typed)) {
      expect(file).not.toContain(text);
      expect(file).not.toContain(Buffer.from(text).toString('base64'));
    }
  });

  it('never change: another one makes another pair', async () => {
    const passwords = await start();
    const first = await passwords.store(null, typed);
    const second = await passwords.store(first, { open: 'another' });
    const third = await passwords.store(second, { owner: null });
    expect(new Set([first?.id, second?.id, third?.id]).size).toBe(3);
    expect(await passwords.of(first ?? undefined)).toEqual(typed);
    expect(await passwords.of(second ?? undefined)).toEqual({ ...typed, open: 'another' });
    expect(third).toMatchObject({ open: true, owner: false });
    expect(await passwords.store(third, { open: null })).toBeNull();
  });

  it.each([
    [{ open: 'same', owner: 'same' }, { 'protection.owner': /same as the password to open/ }],
    [{ open: 'e\u0301', owner: '\u00e9' }, { 'protection.owner': /same as the password to open/ }],
    [{ open: 'x'.repeat(128) }, { 'protection.open': /128 bytes/ }],
    [
      { open: '\u0007', owner: '\u00ad' },
      { 'protection.open': /readers refuse/, 'protection.owner': /invisible/ },
    ],
  ])('are refused for %j, with all issues and no password', async (wrong, expected) => {
    const issues = await issuesOf((await start()).store(null, wrong));
    expect(Object.keys(issues)).toEqual(Object.keys(expected));
    for (const [field, pattern] of Object.entries(expected)) {
      expect(issues[field]).toMatch(pattern);
      for (const text of Object.values(wrong)) expect(issues[field]).not.toContain(`"${text}"`);
    }
  });

  it('are entered again under the same id where they were lost', async () => {
    const stored = await (await start({ ...noKeyring })).store(null, typed);
    const again = await start({ ...noKeyring });
    expect(again.missing(stored?.id ?? '')).toMatchObject({ fields: [{ field: 'protection' }] });
    expect(Object.keys(await issuesOf(again.of(stored ?? undefined)))).toEqual(['protection']);
    expect(await issuesOf(again.store(stored, { open: 'new' }))).toEqual({
      'protection.owner': 'This password is not stored any more. Enter it again or remove it.',
    });
    expect(await again.store(stored, typed)).toEqual(stored);
    expect(again.missing(stored?.id ?? '')).toBeNull();
    expect(await again.store(stored, { owner: null })).not.toEqual(stored);
  });

  it('say that the keychain does not read them, until it does', async () => {
    const stored = await (await start()).store(null, typed);
    const system = { ...keyring, user: 'eve' };
    const locked = await start(system);
    const issues = await issuesOf(locked.of(stored ?? undefined));
    expect(issues['protection']).toContain('Unlock the keychain and retry');
    expect(locked.missing(stored?.id ?? '')).not.toBeNull();
    system.user = keyring.user;
    await locked.readAgain();
    expect(locked.missing(stored?.id ?? '')).toBeNull();
  });

  it('are removed once nothing has referred to them at two looks', async () => {
    const passwords = await start();
    const [used, unused] = [
      await passwords.store(null, typed),
      await passwords.store(null, { open: 'unused' }),
    ];
    const ids = new Set([used?.id ?? '']);
    await passwords.removeUnused(ids);
    expect(passwords.missing(unused?.id ?? '')).toBeNull();
    await passwords.removeUnused(ids);
    expect(passwords.missing(unused?.id ?? '')).not.toBeNull();
    expect(passwords.missing(used?.id ?? '')).toBeNull();
  });

  it('that were left by an earlier run are removed at the start', async () => {
    const stored = await (await start()).store(null, typed);
    const passwords = await start();
    const stop = passwords.cleanUp(
      () => new Set(),
      (error) => {
        throw error;
      },
    );
    await expect.poll(() => passwords.missing(stored?.id ?? '')).not.toBeNull();
    stop();
  });
});
