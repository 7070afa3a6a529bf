import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type AccessSecrets, noSecrets } from '../../../../electron/main/network/page-access.js';
import { SecretStore } from '../../../../electron/main/settings/secret-store.js';
import { SignIns, namedSignIns } from '../../../../electron/main/settings/sign-ins.js';
import type { AppErrorData } from '../../../../electron/shared/messages/errors.js';
import { englishText } from '../../../../electron/shared/messages/translator.js';
import type { SignIn } from '../../../../electron/shared/request/sign-ins.js';
import { type FakeSystem, fakeKeychain, keyring, noKeyring } from './support/fake-keychain.js';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'platen-sign-ins-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const password = 'correct horse battery';
const secrets: AccessSecrets = { ...noSecrets, login: { user: 'ada', password } };
const origin = 'https://intranet.example.org';
const intranet: SignIn = { id: origin, name: 'intranet', kind: 'window', origins: [origin] };

async function start(system: FakeSystem): Promise<SignIns> {
  const store = new SecretStore(folder, fakeKeychain(system));
  const signIns = new SignIns(folder, store);
  expect([...(await store.open()), ...(await signIns.open())]).toEqual([]);
  return signIns;
}

const files = () => readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
const statesOf = ({ list }: SignIns) => list.map(({ name, state }) => [name, state]);
const textOf = (error: AppErrorData | null) => (error === null ? null : englishText(error.message));
const failure = async (work: Promise<unknown>) => work.then(() => '', String);

const signedOut =
  'You are not signed in to intranet.example.org. Sign in again, in Settings or beside the URL.';

it('keeps a sign-in with its secrets encrypted', async () => {
  await (await start({ ...keyring })).save(intranet, secrets, true);
  const again = await start({ ...keyring });
  expect(statesOf(again)).toEqual([['intranet', 'kept']]);
  expect(again.missing(origin)).toBeNull();
  expect(await again.accessOf(origin)).toMatchObject({ origins: [origin], login: secrets.login });
  for (const text of files()) {
    expect(text).not.toContain(password);
    expect(text).not.toContain(Buffer.from(password).toString('base64').slice(0, -4));
  }
});

it('forgets a sign-in that is not kept when Platen quits, and writes nothing of it', async () => {
  const running = await start({ ...keyring });
  await running.save(intranet, secrets, false);
  expect(statesOf(running)).toEqual([['intranet', 'this-run']]);
  expect(await running.accessOf(origin)).toMatchObject({ login: secrets.login });
  expect(files()).toEqual([]);
  const again = await start({ ...keyring });
  expect(again.list).toEqual([]);
  expect(textOf(again.missing(origin))).toBe(signedOut);
  expect(await failure(again.accessOf(origin))).toContain(signedOut);
});

it('keeps the entry alone without a keychain', async () => {
  const running = await start({ ...noKeyring });
  await running.save(intranet, secrets, true);
  expect(statesOf(running)).toEqual([['intranet', 'this-run']]);
  const again = await start({ ...noKeyring });
  expect(statesOf(again)).toEqual([['intranet', 'signed-out']]);
  expect(textOf(again.missing(origin))).toBe(signedOut);
});

it('replaces a kept sign-in by one for this run, and removes both', async () => {
  const signIns = await start({ ...keyring });
  await signIns.save(intranet, secrets, true);
  await signIns.save(intranet, noSecrets, false);
  expect(statesOf(signIns)).toEqual([['intranet', 'this-run']]);
  expect(statesOf(await start({ ...keyring }))).toEqual([]);
  await signIns.save(intranet, secrets, true);
  await signIns.remove(origin);
  expect(signIns.list).toEqual([]);
  expect(await failure(signIns.accessOf(origin))).toContain(signedOut);
});

it('reports a keychain that no longer reads the secrets', async () => {
  await (await start({ ...keyring })).save(intranet, secrets, true);
  const locked = await start({ ...keyring, user: 'eve' });
  const text = await failure(locked.accessOf(origin));
  expect(text).toContain(`The sign-in "intranet" can't be read: the keychain is locked`);
});

it('numbers equal names, and finds sign-ins by them', async () => {
  const signIns = await start({ ...keyring });
  const other = { ...intranet, id: 'b', origins: ['http://intranet.example.org'] };
  await signIns.save(intranet, noSecrets, false);
  await signIns.save(other, secrets, true);
  const { names, named } = namedSignIns(signIns);
  expect(names()).toEqual(['intranet', 'intranet (2)']);
  expect(await named(' Intranet (2)')).toMatchObject({ origins: other.origins });
  expect(await named('extranet')).toBeUndefined();
  await signIns.remove('b');
  expect(textOf(signIns.missing('b'))).toBe(
    'The sign-in of this conversion was removed. Select another one, or sign in again.',
  );
});
