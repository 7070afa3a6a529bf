import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openEmbedded } from '../../../electron/main/service/store/embedded.js';
import { createAccountsFolder } from '../../support/embedded-database.js';
import { WebhookReceiver } from '../../support/webhook-receiver.js';
import {
  type ErrorBody,
  type RunningService,
  addKey,
  basic,
  errorOf,
  postPdf,
  startServe,
} from '../support/run-serve.js';
import { type TemporaryFolder, temporaryFolder } from '../support/temporary-folder.js';

let folder: TemporaryFolder;
let configFolder: string;
let service: RunningService;
let key: string;
let receiver: WebhookReceiver;

beforeAll(async () => {
  folder = temporaryFolder();
  configFolder = folder.with({});
  receiver = await WebhookReceiver.start();
  receiver.answer = () => ({ status: 503 });
  const accounts = join(configFolder, 'a');
  await createAccountsFolder(accounts);
  const allowed = ['--allow-private', new URL(receiver.origin).host];
  service = await startServe(['--accounts', 'a', ...allowed], { configFolder });
  key = await addKey(accounts, 'office', { credits: 2 });
});
afterAll(async () => {
  await service.stop();
  await receiver.close();
  folder.remove();
});

const post = async (body: unknown, headers: Readonly<Record<string, string>>) =>
  postPdf({ address: service.address, key }, body, { headers });

/** Returns the error of an asynchronous request once it has ended. */
async function resultErrorOf(accepted: Response): Promise<ErrorBody['error']> {
  const at = new URL(accepted.headers.get('location') ?? '', service.address);
  let answer: Response | undefined;
  await expect
    .poll(async () => {
      answer = await fetch(at, { headers: { authorization: basic(key) } });
      return answer.status;
    })
    .toBe(422);
  if (answer === undefined) throw new Error('It has a result.');
  return errorOf(answer);
}

it('reports why a request with a flag failed to the waiting client only, and stores no details', async () => {
  const kept =
    "Couldn't load the page. Requests with gdpr or hipaa keep no details; only the original response has them.";
  const keptError = {
    code: 'load-failed',
    message: kept,
    fields: [{ field: 'source', message: kept }],
  };
  const webhook = `${receiver.origin}/hook`;
  const body = { source: 'http://10.0.0.1/patient-4711', compliance: { gdpr: true }, webhook };

  const first = await post(body, { 'idempotency-key': 'private' });
  expect(first.status).toBe(422);
  expect((await errorOf(first)).message).toContain('http://10.0.0.1/patient-4711');
  const again = await post(body, { 'idempotency-key': 'private' });
  expect([again.status, await errorOf(again)]).toEqual([422, keptError]);
  const later = await post(body, { prefer: 'respond-async' });
  expect(later.status).toBe(202);
  expect(await resultErrorOf(later)).toEqual(keptError);

  // Without a flag, the error is complete again.
  const plain = { source: 'http://10.0.0.1/price-list' };
  const complete = await errorOf(await post(plain, { 'idempotency-key': 'plain' }));
  expect(complete.message).toContain('http://10.0.0.1/price-list');
  expect(await errorOf(await post(plain, { 'idempotency-key': 'plain' }))).toEqual(complete);

  // Both webhooks were rejected, and wait in the database for a retry.
  const messages = [await receiver.next(), await receiver.next()];
  for (const { body: message } of messages) {
    expect(JSON.parse(message.toString())).toMatchObject({
      type: 'pdf.failed',
      data: { error: { code: 'load-failed', message: "Couldn't load the page." } },
    });
  }
  service.signal('SIGKILL');
  await service.ended;
  const database = await openEmbedded(join(configFolder, 'a', 'database'));
  const rows = await database.query(
    `select row_to_json(t)::text as row from platen.task t
    union all select row_to_json(j)::text from platen_queue.job j
    union all select row_to_json(i)::text from platen.idempotency i`,
  );
  await database.close();
  const all = JSON.stringify(rows);
  expect(all).toContain('price-list');
  expect(all).toContain('/hook');
  expect(all).not.toContain('patient-4711');
  expect(service.log()).not.toContain('patient-4711');
}, 120_000);
