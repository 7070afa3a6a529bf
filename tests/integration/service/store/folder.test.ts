import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AppError } from '../../../../electron/shared/messages/errors.js';
import { remoteAccountRepository } from '../../../../electron/main/service/store/account-rpc.js';
import {
  callOwner,
  lockDirectory,
  isLocked,
} from '../../../../electron/main/service/store/directory-lock.js';
import { openAccounts } from '../../../../electron/main/service/store/open-store.js';
import { temporaryFolder, type TemporaryFolder } from '../../support/temporary-folder.js';
import { type Places, embedded } from './support/places.js';
import { ServerProcesses } from './support/server-processes.js';
import { openServer } from './support/servers.js';

describe('a folder lock', () => {
  let folder: TemporaryFolder;

  beforeAll(() => {
    folder = temporaryFolder();
  });
  afterAll(() => folder.remove());

  it('goes to one of many concurrent processes', async () => {
    const place = join(folder.path, 'wanted');
    const all = await Promise.allSettled(Array.from({ length: 8 }, () => lockDirectory(place)));
    const locks = all.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    expect(locks).toHaveLength(1);
    for (const each of all)
      if (each.status === 'rejected') expect(each.reason).toBeInstanceOf(AppError);
    expect(await isLocked(place)).toBe(true);
    await locks[0]?.release();
    expect(await isLocked(place)).toBe(false);
    expect(readdirSync(place)).toEqual([]);
    await (await lockDirectory(place)).release();
  });

  it('lets only its owner in, and answers calls that came before it was ready', async () => {
    const place = join(folder.path, 'asked');
    const lock = await lockDirectory(place);
    expect(statSync(place).mode & 0o777).toBe(0o700);
    expect(statSync(join(place, 'holder-1.sock')).mode & 0o777).toBe(0o600);
    const earlyCall = callOwner(place, 'early');
    lock.answer((line) => Promise.resolve(`${line}?`));
    expect(await earlyCall).toBe('early?');
    await lock.release();
    expect(await callOwner(place, 'late')).toBeNull();
  });

  it('is rejected if the path of the socket would be too long', async () => {
    const place = join(folder.path, 'long'.repeat(30));
    await expect(lockDirectory(place)).rejects.toThrow(
      /^The path of .*long is too long: its socket's path has \d+ bytes, and the limit is 103\. Use a folder with a shorter path\.$/,
    );
  });
});

describe('the embedded database', { timeout: 120_000 }, () => {
  let places: Places;
  let processes: ServerProcesses;

  beforeAll(async () => {
    [places, processes] = await Promise.all([embedded.open(), ServerProcesses.create()]);
  });
  afterAll(async () => {
    await processes.end();
    await places.end();
  });

  it('belongs to one process, which manages accounts for others', async () => {
    const place = await places.fresh();
    const server = await openServer(place);
    await expect(openServer(place)).rejects.toThrow(
      new RegExp(
        `^Process ${process.pid} uses the accounts in .*, and only one process can\\. Stop it, or share a PostgreSQL database between servers \\(--database\\)\\.$`,
      ),
    );
    const { accounts, close } = await openAccounts(place);
    const { id, key } = await accounts.addKey('remote');
    expect(await accounts.addCredits('remote', 7)).toMatchObject({ name: 'remote', credits: 7 });
    expect(await accounts.change('remote', { rate: 9 })).toMatchObject({ rate: 9 });
    expect(await server.store.accountOfKey(key)).toMatchObject({ credits: 7, rate: 9 });
    expect(await accounts.keys()).toEqual(await server.accounts.keys());
    expect(await accounts.accounts()).toEqual(await server.accounts.accounts());
    expect(await accounts.addCredits('nobody', 1)).toBeNull();
    expect(await accounts.revokeKey(id)).toBe(true);
    expect(await server.store.accountOfKey(key)).toBeNull();
    await close();
    await server.store.close();
    await expect(accounts.accounts()).rejects.toThrow('ended before it answered');
  });

  it('manages accounts for others as soon as its tables exist', async () => {
    const place = await places.fresh();
    if (place.kind !== 'folder') throw new Error('The embedded database has a folder.');
    const opening = openAccounts(place);
    // As soon as it listens.
    const socket = join(place.folder, 'holder-1.sock');
    await expect.poll(() => existsSync(socket), { interval: 1 }).toBe(true);
    const { key } = await remoteAccountRepository(place.folder).addKey('alice');
    expect(key).not.toBe('');
    await (await opening).close();
  });

  it('returns an error for an invalid call on its socket, and continues', async () => {
    const place = await places.fresh();
    if (place.kind !== 'folder') throw new Error('The embedded database has a folder.');
    const server = await openServer(place);
    for (const line of ['{', '[]', '{"call":"drop","args":[]}', '{"call":"addKey","args":[1]}'])
      expect(await callOwner(place.folder, line)).toMatch(/^\{"ok":false,/);
    expect(await server.accounts.accounts()).toEqual([]);
    await server.store.close();
  });

  it('is released as soon as its process is killed', async () => {
    const place = await places.fresh();
    const first = processes.start(place);
    await first.until('ready');
    await first.kill();
    const second = processes.start(place);
    await second.until('ready');
    await second.kill();
    const server = await openServer(place);
    await server.store.close();
  });
});
