import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readBooks } from '../support/load/books.js';
import {
  type RunningService,
  runServe,
  startServe,
  basic,
} from '../integration/support/run-serve.js';
import { type TemporaryFolder, temporaryFolder } from '../integration/support/temporary-folder.js';
import { Agent, request } from 'node:http';

const parallel = 1000;
/** Too few for three rounds. */
const credits = 1.2 * parallel;
const account = 'many';

let folder: TemporaryFolder;
beforeAll(() => {
  folder = temporaryFolder();
});
afterAll(() => folder.remove());

describe(`${parallel} requests at once`, () => {
  let configFolder: string;
  let accounts: string;
  let key: string;
  let service: RunningService;

  beforeAll(async () => {
    configFolder = folder.with({});
    accounts = `${configFolder}/accounts`;
    const add = ['keys', 'add', account, '--credits', String(credits), '--accounts', accounts];
    const added = await runServe(add, { configFolder });
    expect(added).toMatchObject({ status: 0 });
    key = added.stdout.trim();
    const limits = ['--queue', String(parallel * 0.7), '--quiet'];
    service = await startServe([...limits, '--accounts', accounts], { configFolder });
  }, 120_000);

  it('are held without an error but honest 429s, and cost exactly what was made', async () => {
    const first = await askAtOnce(service.address, key, parallel);
    expect(first.get(200) ?? 0).toBeGreaterThanOrEqual(parallel / 2);
    honest(first);
    expect(await creditsLeft()).toBe(credits - made(first));

    // There are fewer credits left than requests: they end at 0, and not below.
    const second = await askAtOnce(service.address, key, parallel);
    honest(second);
    const third = await askAtOnce(service.address, key, parallel);
    honest(third);
    expect(await creditsLeft()).toBe(credits - made(first) - made(second) - made(third));

    expect(service.log()).not.toContain('"level":50');
    expect(await service.stop()).toBe(0);
    const books = await readBooks({ kind: 'folder', folder: accounts }, account);
    const paid = books.tasks.filter(
      ({ outcome, costs }) => outcome?.kind === 'made' && costs === 1,
    );
    expect(paid.length).toBe(made(first) + made(second) + made(third));
    expect(books.credits).toBe(credits - paid.length);
    expect(books.tasks.filter(({ status }) => status !== 'ended')).toEqual([]);
  }, 240_000);

  async function creditsLeft(): Promise<number> {
    const list = ['keys', 'list', '--json', '--accounts', accounts];
    const { stdout } = await runServe(list, { configFolder });
    const [, left] = /"credits":\s*(\d+)/.exec(stdout) ?? [];
    return Number(left);
  }
});

/** Every answer says that the PDF was made, or that nothing was done. */
function honest(answers: ManyAnswers): void {
  const counts = [...answers].map(([, count]) => count);
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(parallel);
  for (const status of answers.keys()) expect([200, 402, 429]).toContain(status);
}

function made(answers: ManyAnswers): number {
  return answers.get(200) ?? 0;
}

/** How often each status was answered. */
type ManyAnswers = ReadonlyMap<number, number>;

/**
 * Sends so many requests for a PDF at the same time, each on a connection of its own.
 * @throws Error if one gets no answer, or a 429 that does not say when to come again
 */
async function askAtOnce(address: string, key: string, count: number): Promise<ManyAnswers> {
  const agent = new Agent({ keepAlive: false, maxSockets: Number.POSITIVE_INFINITY });
  const statuses = await Promise.all(
    Array.from({ length: count }, (_, number) => ask(agent, address, key, `<p>${number}`)),
  );
  const counts = new Map<number, number>();
  for (const status of statuses) counts.set(status, (counts.get(status) ?? 0) + 1);
  return counts;
}

async function ask(agent: Agent, address: string, key: string, source: string): Promise<number> {
  const body = JSON.stringify({ source });
  return new Promise((answered, failed) => {
    const sent = request(
      `${address}/v1/pdf`,
      {
        agent,
        method: 'POST',
        headers: {
          authorization: basic(key),
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
        },
      },
      (response) => {
        const { statusCode: status = 0, headers } = response;
        response.resume();
        response.on('error', failed);
        response.on('end', () => {
          if (status === 429 && !(Number(headers['retry-after']) > 0)) {
            failed(new Error('A 429 does not say when to come again.'));
          } else answered(status);
        });
      },
    );
    sent.on('error', failed);
    sent.end(body);
  });
}
