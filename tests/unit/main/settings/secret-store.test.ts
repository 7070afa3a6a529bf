import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { SecretStore, targetSecret } from '../../../../electron/main/settings/secret-store.js';
import { type FakeSystem, fakeSafe, keyring, noKeyring } from './support/fake-safe.js';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'platen-secrets-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const secret = 'wJalrXUtnFEMI/K7MDENG';
const papers = targetSecret('papers');

/** Platen, started on a system; a second call is its next start. */
async function start(system: FakeSystem): Promise<SecretStore> {
  const secrets = new SecretStore(folder, fakeSafe(system));
  expect(await secrets.open()).toBeNull();
  return secrets;
}

const filePath = () => join(folder, 'secrets.json');
const fileText = () =>
  readdirSync(folder).includes('secrets.json') ? readFileSync(filePath(), 'utf8') : '';
const isInFile = (text: string) =>
  fileText().includes(text) || fileText().includes(Buffer.from(text).toString('base64'));

describe('with a key store', () => {
  it('are kept over a restart, encrypted, for their owner alone', async () => {
    await (await start({ ...keyring })).set(papers, secret);
    const again = await start({ ...keyring });
    expect(await again.read(papers)).toEqual({ kind: 'known', secret });
    expect(again.state).toEqual({
      keeping: 'safe',
      canKeepUnsafely: false,
      targets: ['papers'],
      endpoints: [],
      webhook: false,
      webhookMissing: false,
    });
    expect(isInFile(secret)).toBe(false);
    if (process.platform !== 'win32') expect(statSync(filePath()).mode & 0o777).toBe(0o600);
  });

  it('are replaced and forgotten', async () => {
    const secrets = await start({ ...keyring });
    await secrets.set('webhook', 'whsec_one');
    await secrets.set('webhook', 'whsec_two');
    expect(await secrets.read('webhook')).toEqual({ kind: 'known', secret: 'whsec_two' });
    await secrets.set('webhook', null);
    expect(await (await start({ ...keyring })).read('webhook')).toEqual({ kind: 'unknown' });
    expect(JSON.parse(fileText())).toMatchObject({ secrets: {} });
  });

  it('changed at the same moment are all kept', async () => {
    const secrets = await start({ ...keyring });
    const names = ['a', 'b', 'c'].map(targetSecret);
    await Promise.all(names.map(async (name) => secrets.set(name, `secret of ${name}`)));
    expect((await start({ ...keyring })).state.targets).toEqual(['a', 'b', 'c']);
  });

  it('do not bother the key store before there is one', async () => {
    const system = { ...keyring };
    expect((await start(system)).state).toMatchObject({ keeping: 'safe', targets: [] });
    expect(system.uses).toBe(0);
  });

  it('that another user has encrypted are told, stay in the file, and can be replaced', async () => {
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

  it('are encrypted anew where there is a newer key', async () => {
    await (await start({ ...keyring })).set(papers, secret);
    const before = fileText();
    expect(await (await start({ ...keyring })).check()).toEqual([]);
    expect(fileText()).toBe(before);
    const newer = { ...keyring, newestKey: 2 };
    expect(await (await start(newer)).check()).toEqual([]);
    expect(fileText()).not.toBe(before);
    expect(await (await start(newer)).read(papers)).toEqual({ kind: 'known', secret });
  });

  it('are known until Platen quits, with an error, where they cannot be written', async () => {
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

  it('is remembered without a key store, though the secret is not, until the user stops it', async () => {
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

  it('is still so if the key store does not give the secret out', async () => {
    await (await start({ ...keyring })).set('webhook', signing);
    const other = await start({ ...keyring, user: 'bob' });
    await other.check();
    expect(other.state).toMatchObject(missing);
  });

  it('is known of a file of an earlier version by its secrets', async () => {
    await (await start({ ...keyring })).set('webhook', signing);
    const { signsWebhooks, ...earlier } = JSON.parse(fileText()) as Record<string, unknown>;
    expect(signsWebhooks).toBe(true);
    writeFileSync(filePath(), JSON.stringify(earlier));
    expect((await start({ ...keyring })).state).toMatchObject(known);
    writeFileSync(filePath(), JSON.stringify({ ...earlier, secrets: {} }));
    expect((await start({ ...keyring })).state).toMatchObject(none);
  });

  it('is taken for so if the file is damaged, also at later starts', async () => {
    writeFileSync(filePath(), '{ damaged');
    const secrets = new SecretStore(folder, fakeSafe({ ...keyring }));
    expect(await secrets.open()).toContain('Webhooks wait for their signing secret');
    expect(secrets.state).toMatchObject(missing);
    expect((await start({ ...keyring })).state).toMatchObject(missing);
  });
});

describe('without a key store', () => {
  const reason =
    'This system has no key store that Platen can use, such as GNOME Keyring or KWallet, so secrets are kept only until Platen quits.';

  it('are kept until Platen quits, and in no file', async () => {
    const secrets = await start({ ...noKeyring });
    await secrets.set(papers, secret);
    expect(await secrets.read(papers)).toEqual({ kind: 'known', secret });
    expect(secrets.state).toEqual({
      keeping: 'this-run',
      reason,
      canKeepUnsafely: true,
      targets: ['papers'],
      endpoints: [],
      webhook: false,
      webhookMissing: false,
    });
    expect(fileText()).toBe('');
    expect(await (await start({ ...noKeyring })).read(papers)).toEqual({ kind: 'unknown' });
  });

  it('are kept at the word of the person, and the file is emptied of them when it is taken back', async () => {
    const secrets = await start({ ...noKeyring });
    await secrets.set(papers, secret);
    await secrets.setKeepUnsafely(true);
    expect(secrets.state).toMatchObject({
      keeping: 'unsafe',
      reason:
        'This system has no key store, so secrets are kept in a file that other programs of yours can read.',
    });
    const again = await start({ ...noKeyring });
    expect(await again.read(papers)).toEqual({ kind: 'known', secret });
    expect(isInFile(secret)).toBe(false);
    await again.setKeepUnsafely(false);
    expect(JSON.parse(fileText())).toMatchObject({ keepUnsafely: false, secrets: {} });
    expect(await again.read(papers)).toEqual({ kind: 'known', secret });
    expect(await (await start({ ...noKeyring })).read(papers)).toEqual({ kind: 'unknown' });
  });

  it('replaced by one that is not kept are gone from the file too', async () => {
    await (await start({ ...keyring })).set(papers, 'an old one');
    const secrets = await start({ ...noKeyring });
    await secrets.set(papers, secret);
    expect(JSON.parse(fileText())).toMatchObject({ secrets: {} });
    expect(await secrets.read(papers)).toEqual({ kind: 'known', secret });
  });

  it('a key store that is chosen and does not work is found out when it is needed', async () => {
    const secrets = await start({ ...keyring, isAvailable: false });
    expect(secrets.state).toMatchObject({ keeping: 'safe' });
    await secrets.set(papers, secret);
    expect(secrets.state).toMatchObject({ keeping: 'this-run', reason });
    expect(fileText()).toBe('');
  });

  test.each([
    ['darwin', 'The Keychain cannot be used, so secrets are kept only until Platen quits.'],
    [
      'win32',
      'The data protection of Windows cannot be used, so secrets are kept only until Platen quits.',
    ],
  ] as const)('on %s nobody can have them kept unsafely', async (platform, sentence) => {
    const secrets = await start({ ...noKeyring, platform, backend: null });
    await secrets.set(papers, secret);
    await secrets.setKeepUnsafely(true);
    expect(secrets.state).toMatchObject({
      keeping: 'this-run',
      canKeepUnsafely: false,
      reason: sentence,
    });
    expect(isInFile(secret)).toBe(false);
  });
});

test('a damaged file is set aside and told', async () => {
  writeFileSync(filePath(), '{"version": 1, "secrets": ');
  const notice = await new SecretStore(folder, fakeSafe({ ...keyring })).open();
  const aside = readdirSync(folder).find((name) => name.startsWith('secrets.json.damaged-'));
  expect(notice).toContain(`It was set aside as ${join(folder, aside ?? '-')}`);
});
