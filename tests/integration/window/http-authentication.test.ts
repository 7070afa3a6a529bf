import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type LoginServer,
  apiKey,
  loginName,
  loginPassword,
  startLoginServer,
} from '../../support/login-server.js';
import { call } from '../jobs/support/queue-client.js';
import { contentsBelow } from './support/contents-below.js';
import { windowTests } from './support/start-platen.js';

const { startPlaten, temporary } = windowTests();

let site: LoginServer;
beforeAll(async () => {
  site = await startLoginServer();
});
afterAll(async () => site.close());

it('a password and a header that are entered open pages of their host alone', async () => {
  const userData = temporary.with({});
  const { page } = await startPlaten(userData);
  const { host, origin } = new URL(site.origin);
  const hosts = ` ${host}, ${origin} `;
  const password = { kind: 'password', user: loginName, password: loginPassword } as const;
  const entered = await call(page, 'sign-ins:enter', {
    entered: { ...password, hosts },
    keep: false,
  });
  expect(entered?.signIns).toMatchObject([{ kind: 'password', origins: [origin] }]);
  const header = `X-Api-Key: ${apiKey}`;
  const withHeader = await call(page, 'sign-ins:enter', {
    entered: { kind: 'headers', hosts: origin, text: header },
    keep: false,
  });
  const { signIns = [], id: headerId = '' } = withHeader ?? {};
  expect(signIns.map(({ kind, state }) => [kind, state])).toEqual([
    ['password', 'this-run'],
    ['headers', 'this-run'],
  ]);
  expect(JSON.stringify(signIns)).not.toMatch(new RegExp(`${loginPassword}|${apiKey}`));

  const other = await startLoginServer();
  const convert = async (url: string, signIn: string) => {
    const source = { kind: 'url' as const, url };
    return call(page, 'conversion:start', { id: url.slice(-20), request: { source, signIn } });
  };
  await convert(`${origin}/basic`, entered?.id ?? '');
  await convert(`${origin}/key`, headerId);
  await convert(`${other.origin}/page`, headerId);
  await other.close();
  const sent = JSON.stringify(other.received);
  expect(other.received).not.toEqual([]);
  expect(sent).not.toContain(apiKey);
  expect(contentsBelow(userData)).not.toMatch(new RegExp(`${loginPassword}|${apiKey}`));
  await expect(
    call(page, 'sign-ins:enter', { entered: { ...password, hosts: '', user: '' }, keep: false }),
  ).rejects.toThrow();
});
