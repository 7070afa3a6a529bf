import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'vitest';
import type { StorePlace } from '../../../electron/main/service/store/open-store.js';
import {
  basic,
  runServe,
  type RunningService,
  startServe,
} from '../../integration/support/run-serve.js';
import { WebhookReceiver } from '../webhook-receiver.js';
import { type Books, readBooks } from './books.js';
import { type SentRequest, LoadClients } from './load-clients.js';

export interface KillPlan {
  readonly place: StorePlace;
  readonly configFolder: string;
  readonly servers: number;
  readonly kills: number;
  /** Where PDFs are stored; a folder on this machine if absent. */
  readonly results?: StoredResults;
  readonly log?: (line: string) => void;
}

/** Results outside of this machine. */
export interface StoredResults {
  /** The value of `--results`. */
  readonly place: string;
  readonly env: NodeJS.ProcessEnv;
  /** Returns the names of all PDFs, with the folder of their database. */
  readonly list: () => Promise<readonly string[]>;
}

const account = 'killed';
const credits = 100_000;
/**
 * The longest time until the tasks of a dead server are taken over and reported, in milliseconds.
 */
const takeOverMs = 120_000;

/**
 * Kills servers under load at random moments and restarts them, then compares the clients, the
 * webhook receiver, the store and the results folder.
 */
export async function killServers(plan: KillPlan): Promise<void> {
  const { place, configFolder, servers, kills, log = () => undefined } = plan;
  const at = place.kind === 'folder' ? ['--accounts', place.folder] : ['--database', place.address];
  const key = await addAccount(at, configFolder);
  const receiver = await WebhookReceiver.start();
  const results = plan.results ?? folderResults(join(configFolder, 'results'));
  const allowed = ['--allow-private', new URL(receiver.origin).host];
  const args = ['--quiet', '--results', results.place, ...allowed, ...at];
  const group = await ServerGroup.start({ args, configFolder, env: results.env, servers });
  try {
    const address = async () => group.address();
    const clients = new LoadClients({ address, key, webhooks: receiver.origin, lanes: 10 });
    for (let kill = 0; kill < kills; kill += 1) {
      await clients.more(Math.ceil(Math.random() * 30));
      await delay(Math.random() * 50);
      const number = Math.floor(Math.random() * servers);
      await group.kill(number);
      await group.startServer(number);
      log(`killed ${kill + 1} times, ${clients.sent.length} requests`);
    }
    await clients.more(20);
    await clients.stop();
    const { sent } = clients;
    await tasksEnd(sent, group, key);
    await webhooksArrive(sent, receiver);
    await resultsAreFetched(sent, await group.address());
    // An embedded database is recovered at each start.
    if (place.kind === 'database') await leasesExpire(place);
    expect(await group.stop()).toEqual(Array.from({ length: servers }, () => 0));
    const books = await readBooks(place, account);
    databaseAgrees(books, sent, receiver);
    filesAgree(books, await results.list());
    log(summary(books, sent, receiver));
  } finally {
    await group.stop();
    await receiver.close();
  }
}

async function addAccount(at: readonly string[], configFolder: string): Promise<string> {
  const args = ['keys', 'add', account, '--credits', String(credits), ...at];
  const { status, stdout, stderr } = await runServe(args, { configFolder });
  if (status !== 0) throw new Error(stderr);
  return stdout.trim();
}

/** Every accepted task ends with a PDF. */
async function tasksEnd(
  sent: readonly SentRequest[],
  group: ServerGroup,
  key: string,
): Promise<void> {
  const address = await group.address();
  const open = new Set(sent.flatMap(({ task }) => task ?? []));
  const look = async () => {
    for (const task of [...open]) {
      const answer = await fetch(`${address}/v1/pdf/${task}`, {
        headers: { authorization: basic(key) },
      });
      expect([200, 202], await answer.text()).toContain(answer.status);
      if (answer.status !== 202) open.delete(task);
    }
    return [...open];
  };
  await expect.poll(look, { timeout: takeOverMs, interval: 200 }).toEqual([]);
}

/** Every client with a response also gets a webhook. */
async function webhooksArrive(
  sent: readonly SentRequest[],
  receiver: WebhookReceiver,
): Promise<void> {
  const unreported = () => {
    const reported = webhooksOf(receiver);
    return sent.filter(({ id, status }) => isEnd(status) && !reported.has(id)).length;
  };
  await expect.poll(unreported, { timeout: takeOverMs, interval: 200 }).toBe(0);
}

/** Waits until the synchronous tasks of the last killed server are refunded. */
async function leasesExpire(place: StorePlace): Promise<void> {
  const running = async () =>
    (await readBooks(place, account)).tasks.filter(({ status }) => status !== 'ended');
  await expect.poll(running, { timeout: takeOverMs, interval: 1000 }).toEqual([]);
}

async function resultsAreFetched(sent: readonly SentRequest[], address: string): Promise<void> {
  for (const { made: converted } of sent) {
    if (converted === undefined) continue;
    const answer = await fetch(`${address}${new URL(converted.url).pathname}`);
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect([answer.status, bytes.length]).toEqual([200, converted.file.size]);
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
  }
}

function databaseAgrees(
  books: Books,
  sent: readonly SentRequest[],
  receiver: WebhookReceiver,
): void {
  const messages = webhooksOf(receiver);
  const paid = books.tasks.filter(({ outcome, costs }) => outcome?.kind === 'made' && costs === 1);
  // Nothing is reserved, nothing waits, and every spent credit paid for a PDF.
  expect(books.tasks.filter(({ status }) => status !== 'ended')).toEqual([]);
  expect(books.waiting).toBe(0);
  expect(books.credits).toBe(credits - paid.length);
  expect(books.tasks.filter(({ testMode, costs }) => testMode && costs > 0)).toEqual([]);
  // Every request with a response has a task; those without one may have one.
  const ended = new Set(books.tasks.map(({ id }) => id));
  for (const { task } of sent) if (task !== undefined) expect(ended).toContain(task);
  const urls = new Set(books.tasks.flatMap(({ outcome }) => pathOf(outcome)));
  for (const { made: converted } of sent)
    if (converted) expect(urls).toContain(new URL(converted.url).pathname);
  // Each ended task has one webhook id, however often it was sent.
  const ids = [...messages.values()].map((each) => new Set(each.map(({ id }) => id)).size);
  expect(new Set(ids)).toEqual(new Set([1]));
  expect(messages.size).toBe(books.tasks.length);
  const paidMessages = [...messages.values()].filter(
    ([first]) => first?.isConverted === true && first.kind !== 'test',
  );
  expect(paidMessages.length).toBe(paid.length);
  // Each key is charged once, however often it was sent.
  const keyed = sent.filter(({ kind }) => kind === 'keyed');
  expect(new Set(keyed.map(({ made: converted }) => converted?.url)).size).toBe(keyed.length);
}

function folderResults(place: string): StoredResults {
  const list = () => readdirSync(place, { recursive: true, encoding: 'utf8' });
  return { place, env: {}, list: async () => Promise.resolve(list()) };
}

/** Sizes are compared by those that fetch the PDFs. */
function filesAgree({ stored, tasks }: Books, names: readonly string[]): void {
  const pdfs = names.filter((name) => name.endsWith('.pdf'));
  expect(new Set(pdfs.map((name) => dirname(name))).size).toBe(1);
  expect(pdfs.map((name) => basename(name))).toEqual(
    expect.arrayContaining(stored.map(({ token }) => `${token}.pdf`)),
  );
  const converted = tasks.filter(({ outcome }) => outcome?.kind === 'made');
  expect(stored.length).toBe(converted.length);
}

interface WebhookBody {
  readonly id: string;
  readonly kind: string;
  readonly isConverted: boolean;
}

/** Returns all webhooks by request. */
function webhooksOf({ received }: WebhookReceiver): ReadonlyMap<string, readonly WebhookBody[]> {
  const messages = new Map<string, WebhookBody[]>();
  for (const { path, headers, body } of received) {
    const [, kind = '', request = ''] = path.split('/');
    const { type } = JSON.parse(body.toString()) as { readonly type: string };
    const message = {
      id: String(headers['webhook-id']),
      kind,
      isConverted: type.endsWith('completed'),
    };
    messages.set(request, [...(messages.get(request) ?? []), message]);
  }
  return messages;
}

function isEnd(status: number | null): boolean {
  return status === 200 || status === 202 || status === 422;
}

function pathOf(outcome: Books['tasks'][number]['outcome']): readonly string[] {
  const url = outcome?.kind === 'made' ? outcome.response.url : undefined;
  return url === undefined ? [] : [new URL(url).pathname];
}

function summary(
  books: Books,
  sent: readonly SentRequest[],
  { received }: WebhookReceiver,
): string {
  const count = (status: number | null) => sent.filter((each) => each.status === status).length;
  const converted = books.tasks.filter(
    ({ outcome, costs }) => outcome?.kind === 'made' && costs === 1,
  );
  return (
    `${sent.length} requests: ${count(200)} answered 200, ${count(202)} 202, ${count(422)} 422, ${count(null)} cut off, ` +
    `${count(429) + count(503)} turned away; ${converted.length} PDFs paid, ${credits} - ${books.credits} = ${credits - books.credits} credits spent; ` +
    `${received.length} messages about ${books.tasks.length} tasks`
  );
}

interface ServerGroupOptions {
  readonly args: readonly string[];
  readonly configFolder: string;
  readonly env: NodeJS.ProcessEnv;
  readonly servers: number;
}

/** Servers with one store, which are killed and restarted. */
class ServerGroup {
  readonly #options: ServerGroupOptions;
  readonly #up: (RunningService | null)[] = [];
  #turn = 0;
  #waiting: (() => void)[] = [];

  private constructor(options: ServerGroupOptions) {
    this.#options = options;
  }

  static async start(options: ServerGroupOptions): Promise<ServerGroup> {
    const group = new ServerGroup(options);
    for (let number = 0; number < options.servers; number += 1) await group.startServer(number);
    return group;
  }

  /** Returns the URLs of running servers in turn; waits for one. */
  async address(): Promise<string> {
    for (;;) {
      const up = this.#up.filter((server) => server !== null);
      this.#turn += 1;
      const next = up[this.#turn % up.length];
      if (next !== undefined) return next.address;
      await new Promise<void>((started) => this.#waiting.push(started));
    }
  }

  async startServer(number: number): Promise<void> {
    const { args, configFolder, env } = this.#options;
    const server = await startServe(args, { configFolder, env });
    this.#up[number] = server;
    for (const started of this.#waiting.splice(0)) started();
  }

  /** Kills one immediately, and resolves when it has exited. */
  async kill(number: number): Promise<void> {
    const server = this.#up[number];
    this.#up[number] = null;
    server?.signal('SIGKILL');
    await server?.ended;
  }

  /** Stops all. @returns their exit statuses */
  async stop(): Promise<readonly (number | null)[]> {
    const servers = this.#up.splice(0).filter((server) => server !== null);
    return Promise.all(servers.map((server) => server.stop()));
  }
}
