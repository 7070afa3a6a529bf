import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { chromiumsIn } from '../support/chromium-processes.js';
import { type RunningService, postPdf, startServe } from '../integration/support/run-serve.js';
import { type TemporaryFolder, temporaryFolder } from '../integration/support/temporary-folder.js';
import { page, startWebServer } from '../integration/support/web-server.js';

const kills = Number(process.env['PLATEN_KILLS'] ?? 100);
const lanes = 6;

let folder: TemporaryFolder;
beforeAll(() => {
  folder = temporaryFolder();
});
afterAll(() => folder.remove());

it.runIf(process.platform === 'linux')(
  `${kills} kills of Chromium under load: every request is answered, none as its own fault`,
  async () => {
    const server = await startWebServer({ '/': page('<p>a page of the network<script></script>') });
    const tmp = folder.with({});
    const allowed = ['--allow-private', new URL(server.origin).host];
    const options = { configFolder: folder.with({}), env: { TMPDIR: tmp } };
    const service = await startServe(['--quiet', ...allowed], options);
    const load = new Load(service, server.origin);
    for (let kill = 0; kill < kills; kill += 1) {
      await load.more(Math.ceil(Math.random() * 8));
      await delay(Math.random() * 100);
      for (const pid of chromiumsIn(tmp)) killNow(pid);
    }
    await load.more(lanes);
    const statuses = await load.end();
    process.stderr.write(`kill: ${JSON.stringify([...statuses])}\n`);
    expect([...statuses.keys()].filter((status) => ![200, 503].includes(status))).toEqual([]);
    expect(statuses.get(200) ?? 0).toBeGreaterThan(kills);
    expect(service.log()).not.toContain('"level":50');
    expect(await service.stop()).toBe(0);
    expect(readdirSync(tmp)).toEqual([]);
    await server.close();
  },
);

/** Clients that send requests without end. */
class Load {
  readonly #service: RunningService;
  readonly #origin: string;
  readonly #statuses = new Map<number, number>();
  readonly #lanes: readonly Promise<void>[];
  #count = 0;
  #isStopping = false;

  constructor(service: RunningService, origin: string) {
    this.#service = service;
    this.#origin = origin;
    this.#lanes = Array.from({ length: lanes }, async (_, lane) => this.#run(lane));
    // A lane that fails is reported by `end`.
    for (const each of this.#lanes) each.catch(() => undefined);
  }

  /** Resolves after so many more responses. */
  async more(count: number): Promise<void> {
    const goal = this.#count + count;
    const failed = Promise.all(this.#lanes);
    while (this.#count < goal) await Promise.race([delay(5), failed]);
  }

  /** @returns how often each status was returned. @throws if a request was not answered */
  async end(): Promise<ReadonlyMap<number, number>> {
    this.#isStopping = true;
    await Promise.all(this.#lanes);
    return this.#statuses;
  }

  async #run(lane: number): Promise<void> {
    for (let turn = 0; !this.#isStopping; turn += 1) {
      const sources = [`<p>plain ${turn}`, `<p>${turn}<script>document.title=1</script>`];
      const source = [...sources, this.#origin][(lane + turn) % 3];
      const headers = turn % 2 === 0 ? {} : { 'idempotency-key': randomUUID() };
      const response = await postPdf(this.#service, { source }, { headers });
      const text = await response.text();
      if (response.status === 503) expect(response.headers.get('retry-after')).not.toBeNull();
      if (![200, 503].includes(response.status)) process.stderr.write(`kill: ${text}\n`);
      this.#statuses.set(response.status, (this.#statuses.get(response.status) ?? 0) + 1);
      this.#count += 1;
    }
  }
}

function killNow(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
