import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { SecretStore, targetSecret } from '../../../../electron/main/settings/secret-store.js';
import { englishText } from '../../../../electron/shared/messages/translator.js';
import { type FakeSystem, fakeKeychain, keyring, noKeyring } from './support/fake-keychain.js';
import { openingNotices } from './support/notices.js';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'platen-secrets-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const secret = 'wJalrXUtnFEMI/K7MDENG';
const papers = targetSecret('papers');

/** Returns Platen started on a system; a second call is its next start. */
async function start(system: FakeSystem): Promise<SecretStore> {
  const secrets = new SecretStore(folder, fakeKeychain(system));
  expect(await secrets.open()).toEqual([]);
  return secrets;
}

const filePath = () => join(folder, 'secrets.json');
const fileText = () =>
  readdirSync(folder).includes('secrets.json') ? readFileSync(filePath(), 'utf8') : '';
const isInFile = (text: string) =>
  fileText().includes(text) || fileText().includes(Buffer.from(text).toString('base64'));

describe('with a keychain', () => {
  it('persists secrets encrypted, readable by the owner alone', async () => {
    await (await start({ ...keyring })).set(papers, secret);
    const again = await start({ ...keyring });
    expect(await again.read(papers)).toEqual({ kind: 'known', secret });
    expect(again.state).toEqual({
      keeping: 'safe',
      canKeepUnsafely: false,
      targets: ['papers'],
      endpoints: [],
      signIns: [],
      protections: [],
      webhook: false,
      webhookMissing: false,
    });
    expect(isInFile(secret)).toBe(false);
    if (process.platform !== 'win32') expect(statSync(filePath()).mode & 0o777).toBe(0o600);
  });

  it('replaces and deletes secrets', async () => {
    const secrets = await start({ ...keyring });
    await secrets.set('webhook', 'whsec_one');
    await secrets.set('webhook', 'whsec_two');
    expect(await secrets.read('webhook')).toEqual({ kind: 'known', secret: 'whsec_two' });
    await secrets.set('webhook', null);
    expect(await (await start({ ...keyring })).read('webhook')).toEqual({ kind: 'unknown' });
    expect(JSON.parse(fileText())).toMatchObject({ secrets: {} });
  });

  it('keeps secrets that are changed at the same time', async () => {
    const secrets = await start({ ...keyring });
    const names = ['a', 'b', 'c'].map(targetSecret);
    await Promise.all(names.map(async (name) => secrets.set(name, `secret of ${name}`)));
    expect((await start({ ...keyring })).state.targets).toEqual(['a', 'b', 'c']);
  });

  it('does not use the keychain without secrets', async () => {
    const system = { ...keyring };
    expect((await start(system)).state).toMatchObject({ keeping: 'safe', targets: [] });
    expect(system.uses).toBe(0);
  });

  it('reports secrets of another user, which stay stored and can be replaced', async () => {
    await (await start({ ...keyring })).set(papers, secret);
    const other = await start({ ...keyring, user: 'bob' });
    expect(await other.check()).toEqual([papers]);
    expect(await other.read(papers)).toEqual({ kind: 'unreadable' });
    expect(other.state.targets).toEqual([]);
    expect(await (await start({ ...keyring })).read(papers)).toEqual({ kind: 'known', secret });
    await other.set(papers, 'a new one');
    expect(other.state.targets).toEqual(['papers']);
    expect(await other.check()).toEqual([]);
  });

  it('encrypts again if there is a newer key', async () => {
    await (await start({ ...keyring })).set(papers, secret);
    const before = fileText();
    expect(await (await start({ ...keyring })).check()).toEqual([]);
    expect(fileText()).toBe(before);
    const newer = { ...keyring, newestKey: 2 };
    expect(await (await start(newer)).check()).toEqual([]);
    expect(fileText()).not.toBe(before);
    expect(await (await start(newer)).read(papers)).toEqual({ kind: 'known', secret });
  });

  it('neither delays quitting nor blocks changes while the keychain is locked', async () => {
    await (await start({ ...keyring })).set(papers, secret);
    const keychain = fakeKeychain({ ...keyring });
    let unlock: (isAvailable: boolean) => void = () => undefined;
    const unlocked = new Promise<boolean>((resolve) => (unlock = resolve));
    const secrets = new SecretStore(folder, {
      ...keychain,
      isAvailable: async () => unlocked,
    });
    await secrets.open();
    const check = secrets.check();
    expect(secrets.isWriting).toBe(false);
    await secrets.settled();
    await secrets.set(papers, null);
    unlock(true);
    expect(await check).toEqual([]);
  });

  it('keeps a secret in memory if it cannot be written, and fails', async () => {
    const secrets = await start({ ...keyring });
    rmSync(folder, { recursive: true });
    writeFileSync(folder, 'a file in the way');
    await expect(secrets.set(papers, secret)).rejects.toMatchObject({ code: 'write-failed' });
    expect(await secrets.read(papers)).toEqual({ kind: 'known', secret });
  });
});

describe('whether webhooks are signed', () => {
  const signing = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  const [known, missing, none] = [
    { webhook: true, webhookMissing: false },
    { webhook: false, webhookMissing: true },
    { webhook: false, webhookMissing: false },
  ];

  it('is remembered without a keychain until the user stops signing', async () => {
    const first = await start({ ...noKeyring });
    expect(first.state).toMatchObject(none);
    await first.set('webhook', signing);
    expect(first.state).toMatchObject(known);
    expect(isInFile(signing)).toBe(false);
    const second = await start({ ...noKeyring });
    expect(second.state).toMatchObject(missing);
    await second.set(papers, secret);
    expect((await start({ ...noKeyring })).state).toMatchObject(missing);
    await second.set('webhook', signing);
    expect(second.state).toMatchObject(known);
    await second.set('webhook', null);
    expect(second.state).toMatchObject(none);
    expect((await start({ ...noKeyring })).state).toMatchObject(none);
  });

  it('is still true if the secret is unreadable', async () => {
    await (await start({ ...keyring })).set('webhook', signing);
    const other = await start({ ...keyring, user: 'bob' });
    await other.check();
    expect(other.state).toMatchObject(missing);
  });

  it('is presumed true after damage, also at later starts', async () => {
    writeFileSync(filePath(), '{ damaged');
    const secrets = new SecretStore(folder, fakeKeychain({ ...keyring }));
    expect(await openingNotices(secrets)).toContain('Webhooks wait for their signing secret');
    expect(secrets.state).toMatchObject(missing);
    expect((await start({ ...keyring })).state).toMatchObject(missing);
  });
});

/** Returns the state of a store with its reason as text. */
function shown({ state }: SecretStore) {
  return { ...state, ...(state.reason && { reason: englishText(state.reason) }) };
}

test('uses a keychain on a desktop that Electron does not know, such as sway', async () => {
  const secrets = await start({ ...keyring, backend: 'basic_text' });
  await secrets.set(papers, secret);
  expect(secrets.state).toMatchObject({ keeping: 'safe' });
  const again = await start({ ...keyring, backend: 'basic_text' });
  expect(await again.read(papers)).toEqual({ kind: 'known', secret });
  await again.check();
  expect(again.state).toMatchObject({ keeping: 'safe', canKeepUnsafely: false });
});

describe('without a keychain', () => {
  const reason =
    'This system has no keychain that Platen can use, such as GNOME Keyring or KWallet, so secrets are kept only until you quit.';

  it('keeps secrets in memory only', async () => {
    const secrets = await start({ ...noKeyring });
    await secrets.set(papers, secret);
    expect(await secrets.read(papers)).toEqual({ kind: 'known', secret });
    expect(shown(secrets)).toEqual({
      keeping: 'this-run',
      reason,
      canKeepUnsafely: true,
      targets: ['papers'],
      endpoints: [],
      signIns: [],
      protections: [],
      webhook: false,
      webhookMissing: false,
    });
    expect(fileText()).toBe('');
    expect(await (await start({ ...noKeyring })).read(papers)).toEqual({ kind: 'unknown' });
  });

  it('stores secrets if the user allows it, and removes them when that is revoked', async () => {
    const secrets = await start({ ...noKeyring });
    await secrets.set(papers, secret);
    await secrets.setKeepUnsafely(true);
    expect(shown(secrets)).toMatchObject({
      keeping: 'unsafe',
      reason:
        'This system has no keychain, so secrets are stored in a file that your other programs can read.',
    });
    const again = await start({ ...noKeyring });
    expect(await again.read(papers)).toEqual({ kind: 'known', secret });
    expect(isInFile(secret)).toBe(false);
    await again.setKeepUnsafely(false);
    expect(JSON.parse(fileText())).toMatchObject({ keepUnsafely: false, secrets: {} });
    expect(await again.read(papers)).toEqual({ kind: 'known', secret });
    expect(await (await start({ ...noKeyring })).read(papers)).toEqual({ kind: 'unknown' });
  });

  it('removes a stored secret that is replaced by one in memory', async () => {
    await (await start({ ...keyring })).set(papers, 'an old one');
    const secrets = await start({ ...noKeyring });
    await secrets.set(papers, secret);
    expect(JSON.parse(fileText())).toMatchObject({ secrets: {} });
    expect(await secrets.read(papers)).toEqual({ kind: 'known', secret });
  });

  // As on GNOME without its keyring.
  it('detects the well-known key under the name of a keychain', async () => {
    const secrets = await start({ ...noKeyring, backend: 'gnome_libsecret' });
    await secrets.set(papers, secret);
    expect(shown(secrets)).toMatchObject({ keeping: 'this-run', reason });
    expect(fileText()).toBe('');
  });

  it('detects an unusable keychain when it is needed', async () => {
    const secrets = await start({ ...keyring, isAvailable: false });
    expect(shown(secrets)).toMatchObject({ keeping: 'safe' });
    await secrets.set(papers, secret);
    expect(shown(secrets)).toMatchObject({ keeping: 'this-run', reason });
    expect(fileText()).toBe('');
  });

  test.each([
    ['darwin', "The keychain can't be used, so secrets are kept only until you quit."],
    ['win32', "Windows data protection can't be used, so secrets are kept only until you quit."],
  ] as const)('does not store secrets unprotected on %s', async (platform, sentence) => {
    const secrets = await start({ ...noKeyring, platform, backend: null, isAvailable: false });
    await secrets.set(papers, secret);
    await secrets.setKeepUnsafely(true);
    expect(shown(secrets)).toMatchObject({
      keeping: 'this-run',
      canKeepUnsafely: false,
      reason: sentence,
    });
    expect(isInFile(secret)).toBe(false);
  });
});

test('renames a damaged file and reports it', async () => {
  writeFileSync(filePath(), '{"version": 1, "secrets": ');
  const notice = await openingNotices(new SecretStore(folder, fakeKeychain({ ...keyring })));
  const aside = readdirSync(folder).find((name) => name.startsWith('secrets.json.damaged-'));
  expect(notice).toContain(`It was renamed to ${join(folder, aside ?? '-')}`);
});
