import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type RunningService,
  addKey,
  basic,
  errorOf,
  resultOf,
  postPdf,
  startServe,
} from '../support/run-serve.js';
import { type TemporaryFolder, temporaryFolder } from '../support/temporary-folder.js';
import { type WebServer, startWebServer } from '../support/web-server.js';
import { type Places, postgres } from './store/support/places.js';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { type AddressInfo, type Server, type Socket, connect, createServer } from 'node:net';

describe.skipIf(postgres.skip)(`during an outage of ${postgres.name}`, () => {
  let folder: TemporaryFolder;
  let places: Places;
  let door: DatabaseProxy;
  let service: RunningService;
  let keyed: RunningService;
  let site: WebServer;
  const pages = new Set<ServerResponse>();

  beforeAll(async () => {
    folder = temporaryFolder();
    site = await startWebServer({ '/slow': (response) => pages.add(response) });
    const configFolder = folder.with({});
    places = await postgres.open();
    const place = await places.fresh();
    if (place.kind !== 'database') throw new Error('PostgreSQL has a URL.');
    door = await DatabaseProxy.open(place.address);
    const database = ['--database', door.address];
    const { host } = new URL(site.origin);
    const options = ['--results', 'results', '--allow-private', host];
    const started = await startServe([...database, ...options], { configFolder });
    service = { ...started, key: await addKey(place, 'shop', { credits: 2 }) };
    keyed = { ...started, key: await addKey(place, 'keyed', { credits: 2 }) };
  });
  afterAll(async () => {
    await service.stop();
    await door.cut();
    await places.end();
    await site.close();
    folder.remove();
  });

  const health = async () => {
    const answer = await fetch(`${service.address}/healthz`);
    return [answer.status, answer.headers.get('retry-after'), (await answer.json()) as unknown];
  };
  const healthy = [200, null, { status: 'ok' }];
  const outage = [503, '1', { status: 'no-database' }];

  it('requests get 503 with Retry-After, nothing is charged, and the service continues after it', async () => {
    expect(await health()).toEqual(healthy);
    const made = await resultOf(await postPdf(service, { source: '<p>before' }));
    await door.cut();
    const authorization = basic(service.key);
    const answers = await Promise.all([
      postPdf(service, { source: '<p>x' }),
      postPdf(service, { source: '<p>x' }, { headers: { prefer: 'respond-async' } }),
      fetch(`${service.address}/v1/pdf/${crypto.randomUUID()}`, { headers: { authorization } }),
      fetch(made.url),
    ]);
    for (const answer of answers) {
      const { code, message } = await errorOf(answer);
      expect([answer.status, code]).toEqual([503, 'no-database']);
      expect(message).toBe(
        'The service cannot reach its database. Nothing was done or charged; send the request again in a moment.',
      );
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect(await health()).toEqual(outage);
    expect(service.log()).toMatch(/"code":"no-database","fault":"[^"]*ECONNREFUSED/);
    await door.mend();
    await expect.poll(health).toEqual(healthy);
    expect((await postPdf(service, { source: '<p>after' })).status).toBe(200);
    expect((await postPdf(service, { source: '<p>too many' })).status).toBe(402);
  });

  it('a request with a key gets 503 if the database stops while it runs, and runs once', async () => {
    const headers = { 'idempotency-key': 'during' };
    const post = async () => postPdf(keyed, { source: `${site.origin}/slow` }, { headers });
    const first = post();
    await expect.poll(() => pages.size).toBe(1);
    await door.cut();
    const during = post();
    for (const page of pages) page.setHeader('content-type', 'text/html').end('<p>slow');
    for (const answer of await Promise.all([first, during])) {
      expect([answer.status, (await errorOf(answer)).code]).toEqual([503, 'no-database']);
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    await door.mend();
    await expect.poll(health).toEqual(healthy);
    pages.clear();
    const repeated = post();
    await expect.poll(() => pages.size, { timeout: 45_000 }).toBe(1);
    for (const page of pages) page.setHeader('content-type', 'text/html').end('<p>slow');
    expect((await repeated).status).toBe(200);
    expect((await postPdf(keyed, { source: '<p>x' })).status).toBe(200);
    expect((await postPdf(keyed, { source: '<p>x' })).status).toBe(402);
  }, 240_000);

  it('a request with a key gets 503 from a database that does not answer', async () => {
    // Leaves a connection in the pool, whose next query gets no result.
    expect(await health()).toEqual(healthy);
    door.silence();
    const headers = { 'idempotency-key': 'silent' };
    const answer = await postPdf(keyed, { source: '<p>x' }, { headers });
    expect([answer.status, (await errorOf(answer)).code]).toEqual([503, 'no-database']);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    await door.cut();
    await door.mend();
    await expect.poll(health).toEqual(healthy);
  }, 120_000);

  it('a database that stops responding is reported within seconds', async () => {
    door.silence();
    expect(await health()).toEqual(outage);
    await door.cut();
    await door.mend();
    await expect.poll(health).toEqual(healthy);
  });
});

/** A proxy to a local database that can be cut off, or stop responding. */
class DatabaseProxy {
  readonly #sockets = new Set<Socket>();
  readonly #to: URL;
  readonly #server: Server;
  #port = 0;
  #isSilent = false;

  private constructor(to: URL) {
    this.#to = to;
    this.#server = createServer((socket) => this.#forward(socket));
  }

  /** @param address of the database */
  static async open(address: string): Promise<DatabaseProxy> {
    const door = new DatabaseProxy(new URL(address));
    await door.mend();
    return door;
  }

  /** The URL of the database through this proxy. */
  get address(): string {
    const url = new URL(this.#to);
    url.port = String(this.#port);
    return url.href;
  }

  /** Closes every connection, and accepts no more. */
  async cut(): Promise<void> {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
    await once(this.#server, 'close');
  }

  /** Accepts connections again, on the same port. */
  async mend(): Promise<void> {
    this.#isSilent = false;
    this.#server.listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  /** Forwards nothing from now on, also of new connections, without closing any. */
  silence(): void {
    this.#isSilent = true;
    for (const socket of this.#sockets) socket.unpipe().pause();
  }

  #forward(socket: Socket): void {
    const onward = connect(Number(this.#to.port), this.#to.hostname);
    for (const [one, other] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      this.#sockets.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        this.#sockets.delete(one);
        other.destroy();
      });
      if (!this.#isSilent) one.pipe(other);
    }
  }
}
