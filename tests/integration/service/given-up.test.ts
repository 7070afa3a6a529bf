import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { maxAttempts } from '../../../electron/main/service/contract/schedules.js';
import { addKey, basic, errorOf, postPdf, startServe } from '../support/run-serve.js';
import { createAccountsFolder } from '../../support/embedded-database.js';
import { type TemporaryFolder, temporaryFolder } from '../support/temporary-folder.js';
import { type WebServer, startWebServer } from '../support/web-server.js';
import { runStatement } from './store/support/ledger.js';

let folder: TemporaryFolder;
let site: WebServer;
let asked: Promise<void>;

beforeAll(async () => {
  folder = temporaryFolder();
  let report: () => void;
  asked = new Promise((resolve) => (report = resolve));
  site = await startWebServer({ '/never': () => report() });
});
afterAll(async () => {
  await site.close();
  folder.remove();
});

it('a task whose servers keep dying is given up and not charged', async () => {
  const configFolder = folder.with({});
  const accounts = join(configFolder, 'accounts');
  await createAccountsFolder(accounts);
  const args = ['--allow-private', new URL(site.origin).host, '--accounts', accounts];

  const first = await startServe(args, { configFolder });
  const key = await addKey(accounts, 'office', { credits: 1 });
  const headers = { prefer: 'respond-async' };
  const body = { source: `${site.origin}/never` };
  const answer = await postPdf({ address: first.address, key }, body, { headers });
  expect(answer.status).toBe(202);
  const { task } = (await answer.json()) as { readonly task: string };
  await asked;
  first.signal('SIGKILL');
  await first.ended;
  await runStatement(
    { kind: 'folder', folder: accounts },
    `update platen.task set attempts = ${maxAttempts}`,
  );

  const last = await startServe(args, { configFolder });
  const authorization = basic(key);
  const state = async () => fetch(`${last.address}/v1/pdf/${task}`, { headers: { authorization } });
  await expect.poll(async () => (await state()).status).toBe(500);
  expect((await errorOf(await state())).code).toBe('internal');
  expect(last.log()).toContain(`${maxAttempts} servers failed or ended`);
  expect((await postPdf({ address: last.address, key }, { source: '<p>next' })).status).toBe(200);
  expect(await last.stop()).toBe(0);
}, 240_000);
