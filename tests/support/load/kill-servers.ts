import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'vitest';
import type { StorePlace } from '../../../electron/main/service/store/open-store.js';
import { basic, runServe } from '../../integration/support/run-serve.js';
import { WebhookReceiver } from '../webhook-receiver.js';
import { type Books, readBooks } from './books.js';
import { type Asked, LoadClients } from './load-clients.js';
import { ServerGroup } from './server-group.js';

export interface KillPlan {
  readonly place: StorePlace;
  readonly configFolder: string;
  readonly servers: number;
  readonly kills: number;
  readonly log?: (line: string) => void;
}

const account = 'killed';
const credits = 100_000;
/**
 * How long it takes at most until what a dead server had is taken over and told, in milliseconds.
 */
const takeOverMs = 120_000;

/**
 * Kills servers under load at random moments and starts them again, then compares what the clients,
 * the receiver of webhooks, the store and the folder of results know.
 */
export async function killServers(plan: KillPlan): Promise<void> {
  const { place, configFolder, servers, kills, log = () => undefined } = plan;
  const at = place.kind === 'folder' ? ['--accounts', place.folder] : ['--database', place.address];
  const key = await addAccount(at, configFolder);
  const receiver = await WebhookReceiver.start();
  const results = join(configFolder, 'results');
  const allowed = ['--allow-private', new URL(receiver.origin).host];
  const args = ['--quiet', '--results', results, ...allowed, ...at];
  const group = await ServerGroup.start({ args, configFolder, servers });
  try {
    const address = async () => group.address();
    const clients = new LoadClients({ address, key, webhooks: receiver.origin, lanes: 10 });
    for (let kill = 0; kill < kills; kill += 1) {
      await clients.more(Math.ceil(Math.random() * 30));
      await delay(Math.random() * 50);
      const number = Math.floor(Math.random() * servers);
      await group.kill(number);
      await group.begin(number);
      log(`killed ${kill + 1} times, ${clients.asked.length} requests`);
    }
    await clients.more(20);
    await clients.stop();
    const { asked } = clients;
    await tasksEnd(asked, group, key);
    await messagesCome(asked, receiver);
    await resultsAreFetched(asked, await group.address());
    // An embedded database is cleaned up at each start.
    if (place.kind === 'database') await leasesExpire(place);
    expect(await group.stop()).toEqual(Array.from({ length: servers }, () => 0));
    const books = await readBooks(place, account);
    booksAgree(books, asked, receiver);
    filesAgree(books, results);
    log(summary(books, asked, receiver));
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

/** Every task that was promised comes to its end, which is the PDF. */
async function tasksEnd(asked: readonly Asked[], group: ServerGroup, key: string): Promise<void> {
  const address = await group.address();
  const open = new Set(asked.flatMap(({ task }) => task ?? []));
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

/** Whoever got an answer is told by a message, too. */
async function messagesCome(asked: readonly Asked[], receiver: WebhookReceiver): Promise<void> {
  const untold = () => {
    const told = messagesOf(receiver);
    return asked.filter(({ id, status }) => isEnd(status) && !told.has(id)).length;
  };
  await expect.poll(untold, { timeout: takeOverMs, interval: 200 }).toBe(0);
}

/** Waits until the synchronous tasks of the last server that was killed are refunded. */
async function leasesExpire(place: StorePlace): Promise<void> {
  const running = async () =>
    (await readBooks(place, account)).tasks.filter(({ status }) => status !== 'ended');
  await expect.poll(running, { timeout: takeOverMs, interval: 1000 }).toEqual([]);
}

async function resultsAreFetched(asked: readonly Asked[], address: string): Promise<void> {
  for (const { made } of asked) {
    if (made === undefined) continue;
    const answer = await fetch(`${address}${new URL(made.url).pathname}`);
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect([answer.status, bytes.length]).toEqual([200, made.file.size]);
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
  }
}

function booksAgree(books: Books, asked: readonly Asked[], receiver: WebhookReceiver): void {
  const messages = messagesOf(receiver);
  const paid = books.tasks.filter(({ outcome, costs }) => outcome?.kind === 'made' && costs === 1);
  // Nothing is held, nothing waits, and what is gone was spent on what was made.
  expect(books.tasks.filter(({ status }) => status !== 'ended')).toEqual([]);
  expect(books.waiting).toBe(0);
  expect(books.credits).toBe(credits - paid.length);
  expect(books.tasks.filter(({ testMode, costs }) => testMode && costs > 0)).toEqual([]);
  // Everybody who has an answer stands in the books; who has none may.
  const ended = new Set(books.tasks.map(({ id }) => id));
  for (const { task } of asked) if (task !== undefined) expect(ended).toContain(task);
  const urls = new Set(books.tasks.flatMap(({ outcome }) => pathOf(outcome)));
  for (const { made } of asked) if (made) expect(urls).toContain(new URL(made.url).pathname);
  // A message for each that ended, under one id however often it was sent.
  const ids = [...messages.values()].map((each) => new Set(each.map(({ id }) => id)).size);
  expect(new Set(ids)).toEqual(new Set([1]));
  expect(messages.size).toBe(books.tasks.length);
  const paidMessages = [...messages.values()].filter(
    ([first]) => first?.isMade === true && first.kind !== 'test',
  );
  expect(paidMessages.length).toBe(paid.length);
  // A key is paid for once, however often it was asked for.
  const keyed = asked.filter(({ kind }) => kind === 'keyed');
  expect(new Set(keyed.map(({ made }) => made?.url)).size).toBe(keyed.length);
}

function filesAgree({ stored, tasks }: Books, results: string): void {
  const [database = '', ...others] = readdirSync(results);
  expect(others).toEqual([]);
  for (const { token, size } of stored) {
    const path = join(results, database, `${token}.pdf`);
    expect(existsSync(path)).toBe(true);
    expect(statSync(path).size).toBe(size);
  }
  const made = tasks.filter(({ outcome }) => outcome?.kind === 'made');
  expect(stored.length).toBe(made.length);
}

interface Message {
  readonly id: string;
  readonly kind: string;
  readonly isMade: boolean;
}

/** All messages, by the request that they are about. */
function messagesOf({ received }: WebhookReceiver): ReadonlyMap<string, readonly Message[]> {
  const messages = new Map<string, Message[]>();
  for (const { path, headers, body } of received) {
    const [, kind = '', request = ''] = path.split('/');
    const { type } = JSON.parse(body.toString()) as { readonly type: string };
    const message = { id: String(headers['webhook-id']), kind, isMade: type.endsWith('completed') };
    messages.set(request, [...(messages.get(request) ?? []), message]);
  }
  return messages;
}

function isEnd(status: number | null): boolean {
  return status === 200 || status === 202 || status === 422;
}

function pathOf(outcome: Books['tasks'][number]['outcome']): readonly string[] {
  return outcome?.kind === 'made' ? [new URL(outcome.response.url).pathname] : [];
}

function summary(books: Books, asked: readonly Asked[], { received }: WebhookReceiver): string {
  const count = (status: number | null) => asked.filter((each) => each.status === status).length;
  const made = books.tasks.filter(({ outcome, costs }) => outcome?.kind === 'made' && costs === 1);
  return (
    `${asked.length} requests: ${count(200)} answered 200, ${count(202)} 202, ${count(422)} 422, ${count(null)} cut off, ` +
    `${count(429) + count(503)} turned away; ${made.length} PDFs paid, ${credits} - ${books.credits} = ${credits - books.credits} credits spent; ` +
    `${received.length} messages about ${books.tasks.length} tasks`
  );
}
