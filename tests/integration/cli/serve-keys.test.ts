import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runKeys } from '../../../electron/main/cli/keys/keys.js';
import { openStore } from '../../../electron/main/service/store/open-store.js';
import { type TemporaryFolder, temporaryFolder } from '../support/temporary-folder.js';
import { type Places, postgres } from '../service/store/support/places.js';

let folder: TemporaryFolder;

beforeAll(() => {
  folder = temporaryFolder();
});
afterAll(() => folder.remove());

async function keys(...args: readonly string[]) {
  const written = { stdout: '', stderr: '' };
  const stream = (name: keyof typeof written) => ({
    write: (text: string) => (written[name] += text),
  });
  const stdin = Readable.from([]);
  const io = { stdin, stdout: stream('stdout'), stderr: stream('stderr'), cwd: () => folder.path };
  const status = await runKeys(args, io);
  return { status, ...written };
}

/** Runs every command on one account. */
async function runAll(place: readonly string[]): Promise<void> {
  const added = await keys('add', 'shop', '--credits', '1000', '--rate', '60', ...place);
  expect(added.status).toBe(0);
  expect(added.stdout).toMatch(/^platen_\w{12}_\S{43}\n$/);
  const id = added.stdout.slice(7, 19);
  const [shown, secret, ...lines] = added.stderr.split('\n');
  expect(shown).toBe(`This key is shown only once: store it now. Its id is ${id}.`);
  expect(secret).toMatch(/^Webhooks of the account are signed with whsec_\S{44}, which is shown/);
  const signed = '  webhooks signed with its own secret\n';
  expect(lines.join('\n')).toBe(`shop: 1,000 credits, 60 requests per minute\n${signed}`);
  const another = await keys('add', 'shop', '--json', ...place);
  expect(JSON.parse(another.stdout)).toMatchObject({ account: 'shop', credits: 1000, rate: 60 });
  expect(another.stdout).not.toContain('whsec_');

  expect(await keys('credit', 'shop', '-999', ...place)).toMatchObject({
    status: 0,
    stdout: `shop: 1 credit, 60 requests per minute\n${signed}`,
  });
  expect(await keys('credit', 'shop', '-10', '--json', ...place)).toMatchObject({
    stdout: expect.stringMatching(/"credits":0,"rate":60,.*"added":-1\}\n$/) as string,
    stderr: '',
  });
  await keys('credit', 'shop', '3', ...place);
  expect(await keys('credit', 'shop', '-10', ...place)).toEqual({
    status: 0,
    stdout: `shop: 0 credits, 60 requests per minute\n${signed}`,
    stderr: 'Removed 3 of 10 credits, because the account had no more.\n',
  });
  await keys('credit', 'shop', '1', ...place);
  expect((await keys('rate', 'shop', 'none', ...place)).stdout).toBe(
    `shop: 1 credit, requests per minute as set for serve\n${signed}`,
  );
  expect(await keys('revoke', id, ...place)).toMatchObject({
    status: 0,
    stdout: '',
    stderr: `Revoked the key ${id}.\n`,
  });

  const today = new Date().toISOString().slice(0, 10);
  const listed = await keys('list', ...place);
  expect(listed.stdout).toContain(`  key ${id}, created ${today}, revoked ${today}\n`);
  expect(listed.stdout).not.toContain(added.stdout.trim());
  const [line = ''] = (await keys('list', '--json', ...place)).stdout.split('\n');
  expect(listed.stdout).toMatch(/^ {2}id \S+ in the log$/m);
  expect(JSON.parse(line)).toMatchObject({
    accountId: expect.any(String) as string,
    account: 'shop',
    credits: 1,
    rate: null,
    keys: [{}, {}],
  });

  expect(await keys('credit', 'nobody', '5', ...place)).toEqual({
    status: 2,
    stdout: '',
    stderr: 'name: There is no account "nobody". Use serve keys add to create it.\n',
  });
  expect(await keys('revoke', 'abc', ...place)).toEqual({
    status: 2,
    stdout: '',
    stderr: 'key: There is no key "abc". Use serve keys list to list the ids of keys.\n',
  });
}

describe('serve keys', () => {
  it('stores accounts in a folder, also while a server uses it', { timeout: 240_000 }, async () => {
    const place = ['--accounts', 'accounts'];
    const errors: unknown[] = [];
    const { store } = await openStore(
      { kind: 'folder', folder: join(folder.path, 'accounts') },
      { onError: (error) => errors.push(error) },
    );
    await runAll(place);
    const { stdout } = await keys('add', 'later', '--credits', '3', ...place);
    expect(await store.accountOfKey(stdout.trim())).toMatchObject({ name: 'later', credits: 3 });
    await store.close();
    expect((await keys('list', ...place)).stdout).toContain('later: 3 credits');
    expect(errors).toEqual([]);
  });

  describe.skipIf(postgres.skip)(`on ${postgres.name}`, () => {
    let places: Places;

    beforeAll(async () => {
      places = await postgres.open();
    });
    afterAll(async () => places.end());

    it('stores accounts in a database', async () => {
      const place = await places.fresh();
      if (place.kind !== 'database') throw new Error('PostgreSQL has a URL.');
      await runAll(['--database', place.address]);
    });
  });

  it('creates no folder to list accounts', async () => {
    const typo = join(folder.path, 'typo');
    const { status, stderr } = await keys('list', '--accounts', typo);
    expect(status).toBe(2);
    expect(stderr).toBe(
      `accounts: There is no folder "${typo}". Use serve keys add to create it.\n`,
    );
    expect(existsSync(typo)).toBe(false);
  });

  it('names the option of an unusable folder', async () => {
    const file = join(folder.with({ file: '' }), 'file');
    for (const verb of [['list'], ['add', 'shop']]) {
      const { status, stderr } = await keys(...verb, '--accounts', file);
      expect(status).toBe(2);
      expect(stderr).toMatch(
        /^accounts: The folder .* of --accounts cannot be created or written \(/,
      );
    }
  });

  it('reports an unreachable database without its password', async () => {
    const { status, stderr } = await keys(
      'list',
      '--database',
      'postgres://me:secret@127.0.0.1:1/db',
    );
    expect(status).toBe(1);
    expect(stderr).toMatch(/^The database at 127\.0\.0\.1:1\/db cannot be used: .*ECONNREFUSED/);
    expect(stderr).not.toContain('secret');
  });

  it.each([
    [['list'], 'accounts: No accounts. Add --accounts FOLDER or --database URL.'],
    [
      ['--accounts', 'a'],
      'keys: No command. The commands of serve keys are add, set, limit, list, revoke, credit, and rate.',
    ],
    [
      ['remove', 'x', '--accounts', 'a'],
      'keys: Unknown command "remove". The commands of serve keys are add, set, limit, list, revoke, credit, and rate.',
    ],
    [
      ['add', '--accounts', 'a'],
      'keys: Usage: serve keys add NAME [--credits N] [options of set] [options of limit]',
    ],
    [['credit', 'x', '--accounts', 'a'], 'keys: Usage: serve keys credit NAME N'],
    [
      ['add', 'a:b', '--accounts', 'a'],
      'name: Account name "a:b" is invalid. Use at most 60 letters, digits, _, -, . and @.',
    ],
    [
      ['credit', 'x', 'many', '--accounts', 'a'],
      'credits: Credits must be a whole number from -1,000,000,000,000 to 1,000,000,000,000, but is "many".',
    ],
    [
      ['add', 'x', '--rate', '0', '--accounts', 'a'],
      'rate: Rate must be a whole number from 1 to 1,000,000, or none, but is "0".',
    ],
    [
      ['add', 'x', '--credits', '-3', '--accounts', 'a'],
      'credits: Credits must be a whole number from 0 to 1,000,000,000,000, but is "-3".',
    ],
    [
      ['--accounts', 'a', 'add', '--credits', '-2.5', 'x'],
      'credits: Credits must be a whole number from 0 to 1,000,000,000,000, but is "-2.5".',
    ],
    [
      ['add', '--rate', '-1', 'x', '--credits=-3', '--accounts', 'a'],
      'credits: Credits must be a whole number from 0 to 1,000,000,000,000, but is "-3".\nrate: Rate must be a whole number from 1 to 1,000,000, or none, but is "-1".',
    ],
    [
      ['rate', 'x', '-1', '--accounts', 'a'],
      'rate: Rate must be a whole number from 1 to 1,000,000, or none, but is "-1".',
    ],
    [
      ['list', '--credits', '1', '--accounts', 'a'],
      'credits: --credits is only for add. Remove it from list.',
    ],
    [
      ['set', 'x', '--key-rate', '1', '--accounts', 'a'],
      'key-rate: --key-rate is only for add and limit. Remove it from set.\nkeys: Usage: serve keys set NAME [--rate N|none] [--concurrency N|none] [--bucket s3://BUCKET/PATH/|none] [--webhook-secret new|none]',
    ],
    [
      ['limit', 'x', '--key-credits', '-1', '--key-mode', 'real', '--accounts', 'a'],
      'key-credits: Credits must be a whole number from 0 to 1,000,000,000,000, or none, but is "-1".\nkey-mode: The mode of a key is test, live or none, but is "real".',
    ],
    [
      ['list', '--accounts', 'a', '--database', 'postgres://db/b'],
      'database: --accounts and --database both name the store of the accounts. Remove one of them.',
    ],
    [
      ['list', '--acounts=a'],
      '--acounts: Unknown option "--acounts". Did you mean --accounts?\naccounts: No accounts. Add --accounts FOLDER or --database URL.',
    ],
    [
      ['list', '--database', 'mysql://x/y'],
      'database: --database is not the URL of a PostgreSQL database. Enter a URL such as postgres://platen@localhost/platen.',
    ],
  ])('rejects %j', async (args, message) => {
    expect(await keys(...args)).toEqual({ status: 2, stdout: '', stderr: `${message}\n` });
  });

  it('prints help', async () => {
    const { status, stdout } = await keys('--help');
    expect(status).toBe(0);
    for (const text of [
      'add NAME',
      'revoke KEYID',
      '--accounts FOLDER',
      '--database URL',
      '--json',
    ])
      expect(stdout).toContain(text);
  });
});
