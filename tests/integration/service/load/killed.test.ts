import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { killServers } from '../../../support/load/kill-servers.js';
import { type TemporaryFolder, temporaryFolder } from '../../support/temporary-folder.js';

let folder: TemporaryFolder;
beforeAll(() => {
  folder = temporaryFolder();
});
afterAll(() => folder.remove());

// `npm run test:load` kills it 20 times, and one of two servers on a PostgreSQL as often.
it('a server that is killed twice under load loses nothing and is paid once', async () => {
  expect.hasAssertions();
  const configFolder = folder.with({});
  const place = { kind: 'folder', folder: join(configFolder, 'accounts') } as const;
  await killServers({ place, configFolder, servers: 1, kills: 2 });
}, 240_000);
