import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readLedger, untilAlone } from './support/ledger.js';
import { type Places, embedded, postgres } from './support/places.js';
import { ServerProcesses } from './support/server-processes.js';
import { creditsOf, freshAccount, openServer } from './support/servers.js';
import { repetitions } from '../../../support/repetitions.js';

const kills = repetitions({ few: 1, many: 20 });
const initial = 100_000;

describe.each([embedded, postgres])('a server on $name', ({ open, skip }) => {
  describe.skipIf(skip)('that is killed', () => {
    let places: Places;
    let processes: ServerProcesses;

    beforeAll(async () => {
      [places, processes] = await Promise.all([open(), ServerProcesses.create()]);
    });
    afterAll(async () => {
      await processes.end();
      await places.end();
    });

    it(
      `at random moments (kills: ${kills}) has spent exactly the credits of its PDFs`,
      { timeout: 600_000 },
      async () => {
        const place = await places.fresh();
        const before = await openServer(place);
        const account = await freshAccount(before, initial);
        await before.store.close();
        const reported: string[] = [];
        for (let n = 0; n < kills; n += 1) {
          const server = processes.start(place);
          await server.until('ready');
          server.tell('work', account.id);
          // A busy machine makes the first PDF late.
          await server.until('made');
          await server.until('admitted', Math.ceil(Math.random() * 30));
          await delay(Math.random() * 20);
          await server.kill();
          expect(server.reports('error')).toEqual([]);
          reported.push(...server.reports('made'));
        }
        expect(reported.length).toBeGreaterThanOrEqual(kills);

        await untilAlone(place);
        const left = await readLedger(place, account.id);
        expect(left.credits + left.held + left.made.length).toBe(initial);
        expect(left.made).toEqual(expect.arrayContaining(reported));

        const after = await openServer(place);
        await expect.poll(() => creditsOf(after, account.name)).toBe(initial - left.made.length);
        await after.store.close();
        expect(await readLedger(place, account.id)).toMatchObject({ held: 0 });
      },
    );
  });
});
