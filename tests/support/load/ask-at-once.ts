import { Agent, request } from 'node:http';
import { basic } from '../../integration/support/run-serve.js';

/** How often each status was answered. */
export type ManyAnswers = ReadonlyMap<number, number>;

/**
 * Sends so many requests for a PDF at the same time, each on a connection of its own.
 * @throws Error if one gets no answer, or a 429 that does not say when to come again
 */
export async function askAtOnce(address: string, key: string, count: number): Promise<ManyAnswers> {
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
