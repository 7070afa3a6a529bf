import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TemporaryFolder, temporaryFolder } from '../integration/support/temporary-folder.js';
import { allObjects, freshBucket, machineAccess } from '../support/bucket/bucket.js';
import { reasonToSkipCeph } from '../support/bucket/ceph-programs.mjs';
import { sharedCeph } from '../support/bucket/shared-ceph.js';
import { killServers } from '../support/load/kill-servers.js';
import { reasonToSkipPostgres } from '../support/postgres/postgres-programs.mjs';
import { type RunningPostgres, startPostgres } from '../support/postgres/postgres.js';

const kills = Number(process.env['PLATEN_KILLS'] ?? 20);
const log = (line: string) => void process.stderr.write(`kill: ${line}\n`);

let folder: TemporaryFolder;
beforeAll(() => {
  folder = temporaryFolder();
});
afterAll(() => folder.remove());

it(`a server on the embedded database, killed ${kills} times under load, loses nothing and charges once`, async () => {
  expect.hasAssertions();
  const configFolder = folder.with({});
  const place = { kind: 'folder', folder: join(configFolder, 'accounts') } as const;
  await killServers({ place, configFolder, servers: 1, kills, log });
});

const reason = reasonToSkipPostgres();

describe.skipIf(reason !== null)(
  `two servers on PostgreSQL${reason === null ? '' : ` [${reason}]`}`,
  () => {
    let postgres: RunningPostgres;
    beforeAll(async () => {
      postgres = await startPostgres();
    });
    afterAll(async () => postgres.stop());

    it(`one of which is killed ${kills} times under load, lose nothing and charge once`, async () => {
      expect.hasAssertions();
      const place = { kind: 'database', address: await postgres.freshDatabase() } as const;
      await killServers({ place, configFolder: folder.with({}), servers: 2, kills, log });
    });

    const noCeph = reasonToSkipCeph();
    const suffix = noCeph === null ? '' : ` [${noCeph}]`;
    it.skipIf(noCeph !== null)(
      `with PDFs in a bucket, one of which is killed ${kills} times under load${suffix}`,
      async () => {
        expect.hasAssertions();
        const place = { kind: 'database', address: await postgres.freshDatabase() } as const;
        const configFolder = folder.with({ 'aws/config': '', 'aws/credentials': '' });
        const ceph = await sharedCeph();
        const bucket = await freshBucket(ceph);
        const results = {
          place: `s3://${bucket}/pdfs`,
          env: machineAccess(ceph, configFolder),
          list: async () => allObjects(ceph, bucket),
        };
        await killServers({ place, configFolder, servers: 2, kills, results, log });
      },
    );
  },
);
