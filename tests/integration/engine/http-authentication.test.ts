import '../support/local-scheme.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PageAccess } from '../../../electron/main/network/page-access.js';
import { noSecrets } from '../../../electron/main/network/page-access.js';
import { literal } from '../../../electron/shared/messages/message.js';
import { readPdf } from '../../support/read-pdf.js';
import {
  type LoginServer,
  loginName,
  loginPassword,
  startLoginServer,
} from '../../support/login-server.js';
import { convert, failureOf } from '../support/convert.js';

let site: LoginServer;
beforeAll(async () => {
  site = await startLoginServer();
});
afterAll(async () => site.close());

async function open(login?: PageAccess['login']) {
  const label = literal('The sign-in "site"');
  return convert(
    { source: { kind: 'url', url: `${site.origin}/basic` } },
    {
      allowedHosts: [new URL(site.origin).host],
      ...(login && { access: { ...noSecrets, label, origins: [site.origin], login } }),
    },
  );
}

describe('a user name and password', () => {
  const login = { user: loginName, password: loginPassword };

  it('answer HTTP authentication', async () => {
    expect((await readPdf((await open(login)).bytes)).text).toContain('Basic welcome');
    expect(await failureOf(open())).toMatchObject({ code: 'load-failed' });
  });

  it('are sent once if they are wrong', async () => {
    const before = site.received.length;
    const failure = await failureOf(open({ ...login, password: 'wrong' }));
    expect(failure).toMatchObject({ message: expect.stringContaining('Sign in again') as string });
    const tries = site.received.slice(before).filter(({ headers }) => headers.authorization);
    expect(tries).toHaveLength(1);
  });
});
