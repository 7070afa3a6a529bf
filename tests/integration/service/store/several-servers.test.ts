import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { StorePlace } from '../../../../electron/main/service/store/open-store.js';
import { openDatabase, readLedger, runStatement } from './support/ledger.js';
import { type Places, postgres } from './support/places.js';
import { ServerProcesses } from './support/server-processes.js';
import {
  type TestServer,
  admitted,
  creditsOf,
  freshAccount,
  made,
  openServer,
  requestOf,
  withWebhook,
} from './support/servers.js';

const cutAll =
  'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()';

describe.skipIf(postgres.skip)(`several servers on ${postgres.name}`, () => {
  let places: Places;
  let processes: ServerProcesses;
  let place: StorePlace;
  let server: TestServer;

  beforeAll(async () => {
    [places, processes] = await Promise.all([postgres.open(), ServerProcesses.create()]);
    place = await places.fresh();
    server = await openServer(place);
  });
  afterAll(async () => {
    await server.store.close();
    await processes.end();
    await places.end();
  });

  it('start concurrently on an empty database', async () => {
    const empty = await places.fresh();
    const servers = await Promise.all([1, 2, 3, 4].map(() => openServer(empty)));
    const [first] = servers;
    if (first === undefined) throw new Error('There are four.');
    const account = await freshAccount(first, 1);
    for (const { store, errors } of servers) {
      expect(await store.accountOfKey(account.key)).toMatchObject({ credits: 1 });
      expect(errors).toEqual([]);
    }
    await Promise.all(servers.map(({ store }) => store.close()));
  });

  it.each([0, 999])('do not change a database of version %i', async (version) => {
    const other = await places.fresh();
    await (await openServer(other)).store.close();
    await runStatement(other, `update platen.version set version = ${version}`);
    await expect(openServer(other)).rejects.toThrow(
      `The tables in the database are those of another version of Platen (version ${version}; this one needs 1). Use that version, or another database.`,
    );
  });

  it('return one response for the same Idempotency-Key', async () => {
    const other = await openServer(place);
    const account = await freshAccount(server, 100);
    const request = requestOf(account, { idempotency: { key: 'both', digest: 'd' } });
    const all = await Promise.all(
      Array.from({ length: 60 }, (_, n) => (n % 2 === 0 ? server : other).store.admit(request)),
    );
    expect(all.filter(({ kind }) => kind === 'admitted')).toHaveLength(1);
    expect(all.filter(({ kind }) => kind === 'under-way')).toHaveLength(59);
    const [task] = all.flatMap((each) => ('task' in each ? [each.task] : []));
    const admitting = (await server.store.settle(task ?? '', { outcome: made })) ? other : server;
    if (admitting === server) await other.store.settle(task ?? '', { outcome: made });
    expect(await admitting.store.admit(request)).toMatchObject({ kind: 'answered', outcome: made });
    expect(await creditsOf(server, account.name)).toBe(99);
    await other.store.close();
  });

  it('admit a request that waits while another server returns the last credit of its key', async () => {
    const account = await freshAccount(server, 5);
    const { id } = account.apiKey;
    await server.accounts.changeKey(id, { credits: 0 });
    const other = await openDatabase(place);
    const admission = await other.transaction(async (tx) => {
      await tx.query('update platen.api_key set credits = 1 where id = $1', [id]);
      const waiting = server.store.admit(requestOf(account, { apiKey: id }));
      const locks = 'select pid from pg_locks where not granted';
      await expect.poll(() => tx.query(locks)).toHaveLength(1);
      return { waiting };
    });
    expect(await admission.waiting).toMatchObject({ kind: 'admitted' });
    const key = (await server.accounts.keys()).find((each) => each.id === id);
    expect(key?.limits.credits).toBe(0);
    expect(await creditsOf(server, account.name)).toBe(4);
    await other.close();
  });

  it('let a task be settled only by its server', async () => {
    const other = await openServer(place);
    const account = await freshAccount(server, 1);
    const task = await admitted(server, requestOf(account));
    expect(await other.store.settle(task, { outcome: made })).toBe(false);
    await other.store.requeue(task);
    expect(await server.store.settle(task, { outcome: made })).toBe(true);
    await other.store.close();
  });

  it('run each asynchronous task once, with its webhook, when one is killed in the middle', async () => {
    const count = 120;
    const account = await freshAccount(server, count + 5);
    const doomed = processes.start(place);
    const hanging = processes.start(place);
    await Promise.all([doomed.until('ready'), hanging.until('ready')]);
    doomed.tell('execute');
    hanging.tell('hang');
    const tasks = await Promise.all(
      Array.from({ length: count }, () =>
        admitted(server, requestOf(account, { isAsynchronous: true })),
      ),
    );
    await Promise.all([doomed.until('made', 10), hanging.until('taken', 4)]);
    await Promise.all([doomed.kill(), hanging.kill()]);

    const ended = new Set<string>();
    const posted = new Set<string>();
    server.store.postWebhooks((message) => {
      posted.add(message.id);
      return Promise.resolve();
    });
    server.store.execute(async ({ task }) => {
      if (await server.store.settle(task, withWebhook(made, task))) {
        expect(ended).not.toContain(task);
        ended.add(task);
      }
    }, 4);
    const reports = () => new Set([...posted, ...doomed.reports('posted')]);
    await expect.poll(() => reports().size).toBe(count);

    expect(reports()).toEqual(new Set(tasks));
    for (const task of doomed.reports('made')) expect(ended).not.toContain(task);
    for (const task of hanging.reports('taken')) expect(ended).toContain(task);
    const ledger = await readLedger(place, account.id);
    expect([...ledger.made].sort()).toEqual([...tasks].sort());
    expect(ledger).toMatchObject({ credits: 5, held: 0 });
  });

  it('requeue the tasks of a killed server, and accept no settlement from one that was suspended', async () => {
    const account = await freshAccount(server, 10);
    const [killed, still] = [processes.start(place), processes.start(place)];
    await Promise.all([killed.until('ready'), still.until('ready')]);
    for (const each of [killed, still]) each.tell('admit', account.id);
    const [task = ''] = await still.until('admitted');
    await killed.until('admitted');
    expect(await creditsOf(server, account.name)).toBe(8);
    await killed.kill();
    still.signal('SIGSTOP');
    await expect.poll(() => creditsOf(server, account.name)).toBe(10);
    still.signal('SIGCONT');
    still.tell('settle', task);
    expect(await still.until('not-ours')).toEqual([task]);
    // It is running again.
    still.tell('admit', account.id);
    const [, next = ''] = await still.until('admitted', 2);
    still.tell('settle', next);
    await still.until('made');
    expect(await creditsOf(server, account.name)).toBe(9);
  });

  it('continue when their connections are cut', async () => {
    const account = await freshAccount(server, 3);
    await runStatement(place, cutAll);
    await expect
      .poll(() => server.store.accountOfKey(account.key).catch(() => null))
      .toMatchObject({ credits: 3 });
    expect(server.errors.length).toBeGreaterThan(0);
    await server.store.settle(await admitted(server, requestOf(account)), { outcome: made });
    expect(await creditsOf(server, account.name)).toBe(2);
  });

  it('write each settlement once while their connections are cut repeatedly', async () => {
    const count = 40;
    // A lease that outlives the test: renewing it is interrupted, too.
    const patient = await openServer(place, 120);
    onTestFinished(async () => patient.store.close());
    const account = await freshAccount(patient, count);
    const tasks = await Promise.all(
      Array.from({ length: count }, () => admitted(patient, requestOf(account))),
    );
    const settled: boolean[] = [];
    for (const task of tasks) {
      const settling = patient.store.settle(task, withWebhook(made, task));
      await runStatement(place, cutAll);
      settled.push(await settling);
    }
    expect(settled.filter(Boolean)).toHaveLength(count);
    const ledger = await readLedger(place, account.id);
    expect(ledger.made).toHaveLength(count);
    expect(ledger).toMatchObject({ credits: 0, held: 0 });
  });
});
