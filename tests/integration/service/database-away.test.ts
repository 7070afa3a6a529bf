import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DatabaseDoor } from '../../support/postgres/database-door.js';
import {
  type RunningService,
  basic,
  errorOf,
  madeOf,
  postPdf,
  runServe,
  startServe,
} from '../support/run-serve.js';
import { type TemporaryFolder, temporaryFolder } from '../support/temporary-folder.js';
import { type Places, postgres } from './store/support/places.js';

describe.skipIf(postgres.skip)(`while ${postgres.name} is away`, () => {
  let folder: TemporaryFolder;
  let places: Places;
  let door: DatabaseDoor;
  let service: RunningService;

  beforeAll(async () => {
    folder = temporaryFolder();
    const configFolder = folder.with({});
    places = await postgres.open();
    const place = await places.fresh();
    if (place.kind !== 'database') throw new Error('PostgreSQL has an address.');
    door = await DatabaseDoor.open(place.address);
    const database = ['--database', door.address];
    const added = await runServe(['keys', 'add', 'shop', '--credits', '2', ...database], {
      configFolder,
    });
    const started = await startServe([...database, '--results', 'results'], { configFolder });
    service = { ...started, key: added.stdout.trim() };
  }, 60_000);
  afterAll(async () => {
    await service.stop();
    await door.cut();
    await places.end();
    folder.remove();
  });

  const health = async () => {
    const answer = await fetch(`${service.address}/healthz`);
    return [answer.status, (await answer.json()) as unknown];
  };
  const well = [200, { status: 'ok' }];
  const away = [503, { status: 'no-database' }];

  it('requests get 503 and a time, nothing is charged, and all goes on when it is back', async () => {
    expect(await health()).toEqual(well);
    const made = await madeOf(await postPdf(service, { source: '<p>before' }));
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
    expect(await health()).toEqual(away);
    expect(service.log()).toMatch(/"fault":"[^"]*ECONNREFUSED[^"]*","msg":"no-database"/);
    await door.mend();
    await expect.poll(health).toEqual(well);
    expect((await postPdf(service, { source: '<p>after' })).status).toBe(200);
    expect((await postPdf(service, { source: '<p>too many' })).status).toBe(402);
  });

  it('a silent one is told within seconds', async () => {
    door.silence();
    expect(await health()).toEqual(away);
    await door.cut();
    await door.mend();
    await expect.poll(health, { timeout: 15_000 }).toEqual(well);
  });
});
