import '../support/local-scheme.js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AccessSecrets, PageAccess } from '../../../electron/main/network/page-access.js';
import { noSecrets } from '../../../electron/main/network/page-access.js';
import { AppError } from '../../../electron/shared/messages/errors.js';
import { literal } from '../../../electron/shared/messages/message.js';
import { cookie } from '../../support/access-cookie.js';
import { readPdf } from '../../support/read-pdf.js';
import {
  type LoginServer,
  apiKey,
  loginName,
  loginPassword,
  startLoginServer,
  storedToken,
} from '../../support/login-server.js';
import { convert, failureOf } from '../support/convert.js';

let site: LoginServer;
/** Another site, which the page may reach, and which must receive nothing of the sign-in. */
let other: LoginServer;
beforeAll(async () => {
  site = await startLoginServer();
  other = await startLoginServer();
});
afterAll(async () => {
  await site.close();
  await other.close();
});

beforeEach(() => {
  site.sessions.clear();
  site.sessions.add('sid-1');
});

const sessionCookie = cookie('sid', 'sid-1');

function access(secrets: Partial<AccessSecrets>, origins = [site.origin]): PageAccess {
  return { label: literal('The sign-in "site"'), origins, ...noSecrets, ...secrets };
}

const hosts = () => [site, other].map(({ origin }) => new URL(origin).host);

async function open(path: string, opened?: PageAccess, origin = site.origin) {
  return convert(
    { source: { kind: 'url', url: `${origin}${path}` } },
    { allowedHosts: ['localhost', ...hosts()], access: opened },
  );
}

const textAt = async (path: string, opened?: PageAccess, origin?: string) =>
  (await readPdf((await open(path, opened, origin)).bytes)).text;

const messageAt = async (path: string, opened?: PageAccess) => {
  const failure = await failureOf(open(path, opened));
  expect(failure).toBeInstanceOf(AppError);
  return failure instanceof AppError ? { code: failure.code, text: failure.message } : null;
};

describe('cookies', () => {
  it('open a page and its images behind a login form', async () => {
    const { bytes, preflight } = await open('/report', access({ cookies: [sessionCookie] }));
    expect((await readPdf(bytes)).text).toContain(`Welcome ${loginName}`);
    expect(preflight).toEqual([]);
  });

  it.each([
    ['strict', cookie('sid', 'sid-1', { sameSite: 'strict' })],
    ['none', cookie('sid', 'sid-1', { sameSite: 'no_restriction', secure: true })],
    ['unspecified', cookie('sid', 'sid-1', { sameSite: 'unspecified', httpOnly: false })],
    ['secure', cookie('sid', 'sid-1', { secure: true })],
    ['not expired', cookie('sid', 'sid-1', { expirationDate: Date.now() / 1000 + 3600 })],
  ])('may be %s', async (_kind, variant) => {
    const text = await textAt('/report', access({ cookies: [variant] }));
    expect(text).toContain('Welcome');
  });

  it('are gone with the page', async () => {
    await open('/report', access({ cookies: [sessionCookie] }));
    expect(await textAt('/report')).toContain('Password');
  });

  it('are sent to no other host', async () => {
    const local = site.origin.replace('127.0.0.1', 'localhost');
    const opened = access({
      cookies: [sessionCookie, cookie('all', 'x', { domain: 'localhost' })],
    });
    const before = site.received.length;
    await open('/page', opened, local).catch(() => undefined);
    for (const { headers } of site.received.slice(before)) expect(headers.cookie).toBeUndefined();
  });

  it('are not those of a domain that contains the host', async () => {
    const wide = cookie('sid', 'sid-1', { domain: '0.0.1', hostOnly: false });
    expect(await textAt('/report', access({ cookies: [wide] }))).toContain('Welcome');
    const foreign = cookie('sid', 'sid-1', { domain: 'example.org' });
    expect(await failureOf(open('/report', access({ cookies: [foreign] })))).toBeInstanceOf(
      AppError,
    );
  });
});

describe('an expired sign-in', () => {
  it('is recognized by the redirect to the login page', async () => {
    site.sessions.clear();
    expect(await messageAt('/report', access({ cookies: [sessionCookie] }))).toEqual({
      code: 'load-failed',
      text: `The sign-in "site" was refused or has expired: the server redirected to ${site.origin}/login. Sign in again.`,
    });
  });

  it('is recognized by the status', async () => {
    site.sessions.clear();
    const failure = await messageAt('/forbidden', access({ cookies: [sessionCookie] }));
    expect(failure?.code).toBe('load-failed');
    expect(failure?.text).toContain('answered 403, access is not allowed. Sign in again.');
  });

  it('is not assumed for the login page itself', async () => {
    expect(await textAt('/login', access({ cookies: [sessionCookie] }))).toContain('Password');
  });
});

describe('a user name and password', () => {
  it('are not for another server, also after a redirect', async () => {
    const before = other.received.length;
    const path = `/leave?to=${other.origin}/basic`;
    const login = { user: loginName, password: loginPassword };
    await open(path, access({ login })).catch(() => undefined);
    const received = other.received.slice(before);
    expect(received.map(({ path: asked }) => asked)).toContain('/basic');
    for (const { headers } of received) expect(headers.authorization).toBeUndefined();
  });
});

describe('headers', () => {
  const headers = [{ name: 'X-Api-Key', value: apiKey }];

  it('are sent with the page and its images', async () => {
    const { bytes, preflight } = await open('/key', access({ headers }));
    expect((await readPdf(bytes)).text).toContain('Key welcome');
    expect(preflight).toEqual([]);
  });

  it('are not sent to another server, also after a redirect', async () => {
    const before = other.received.length;
    await open(`/leave?to=${other.origin}/page`, access({ headers }));
    const received = other.received.slice(before);
    expect(received).not.toEqual([]);
    for (const { headers: sent } of received) expect(sent['x-api-key']).toBeUndefined();
  });

  it('are gone with the page', async () => {
    await open('/key', access({ headers }));
    expect(await failureOf(open('/key'))).toMatchObject({ code: 'load-failed' });
  });
});

describe('stored data', () => {
  it('is in the storage of its origin before the page runs, and gone with the page', async () => {
    const entries = { local: [['token', storedToken]], session: [['tab', '7']] } as const;
    const storage = [
      { origin: site.origin, local: [...entries.local], session: [...entries.session] },
    ];
    const opened = access({ storage: storage as unknown as AccessSecrets['storage'] });
    expect(await textAt('/app', opened)).toContain('signed in by token 7');
    expect(await textAt('/app')).toContain('signed out');
  });
});
