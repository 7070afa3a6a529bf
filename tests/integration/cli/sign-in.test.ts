import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type LoginServer,
  apiKey,
  loginName,
  loginPassword,
  startLoginServer,
} from '../../support/login-server.js';
import { convertHere } from '../support/run-here.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const files = temporaryFolder();
let folder = '';
let site: LoginServer;
beforeAll(async () => {
  site = await startLoginServer();
  folder = files.with({ 'page.html': '<p>local' });
});
afterAll(async () => {
  await site.close();
  files.remove();
});

const sessionId = 'a-session-that-is-secret';
beforeEach(() => {
  site.sessions.clear();
  site.sessions.add(sessionId);
});

function file(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const cookieLine = (domain: string, expires = '0') =>
  `#HttpOnly_${domain}\tFALSE\t/\tFALSE\t${expires}\tsid\t${sessionId}\n`;

async function run(path: string, ...args: readonly string[]) {
  const env = { PLATEN_PASSWORD: '' };
  return convertHere([`${site.origin}${path}`, '--out', join(folder, 'out.pdf'), ...args], { env });
}

describe('a page behind a login', () => {
  it('is opened by a cookies.txt', { tags: ['core'] }, async () => {
    expect(await run('/report')).toMatchObject({ status: 0 });
    const cookies = file('cookies.txt', `# Netscape HTTP Cookie File\n${cookieLine('127.0.0.1')}`);
    const { status, stdout } = await run('/report', '--cookies', cookies, '--json');
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ pages: 1 });
    expect(site.received.findLast(({ path }) => path === '/figure.svg')?.headers.cookie).toBe(
      `sid=${sessionId}`,
    );
  });

  it('is opened by a header, from the command line or a file', async () => {
    expect(await run('/key', '--header', `X-Api-Key: ${apiKey}`)).toMatchObject({ status: 0 });
    const headers = file('headers.txt', `X-Api-Key: ${apiKey}\n\nX-Other: 1\n`);
    expect(await run('/key', '--header', `@${headers}`)).toMatchObject({ status: 0 });
    expect(site.received.at(-1)?.headers).toMatchObject({ 'x-other': '1', 'x-api-key': apiKey });
  });

  it('is not opened by what is for another host', { tags: ['core'] }, async () => {
    const host = ['--access-host', 'other.example.org'];
    const { status, stderr } = await run('/key', '--header', `X-Api-Key: ${apiKey}`, ...host);
    expect(status).toBe(1);
    expect(stderr).toContain('the server answered 403, access is not allowed');
  });

  it('says that the sign-in has expired, without a secret', async () => {
    site.sessions.clear();
    const cookies = file('cookies.txt', cookieLine('127.0.0.1'));
    const { status, stderr } = await run('/report', '--cookies', cookies);
    expect(status).toBe(1);
    expect(stderr).toContain(
      '--cookies: The sign-in with --cookies was refused or has expired: the server redirected to',
    );
    expect(stderr).toContain('Sign in again.');
    expect(stderr).not.toContain('secret');
  });
});

describe('a crawl behind a login', () => {
  async function signIn(): Promise<string> {
    site.sessions.clear();
    const body = new URLSearchParams({ user: loginName, password: loginPassword });
    const options = { method: 'POST', body, redirect: 'manual' } as const;
    const answer = await fetch(`${site.origin}/login`, options);
    const id = /^sid=([^;]+)/.exec(answer.headers.getSetCookie()[0] ?? '')?.[1] ?? '';
    const line = `127.0.0.1\tFALSE\t/\tFALSE\t0\tsid\t${id}\n`;
    return file('crawl.txt', line);
  }

  it('reads the pages of the signed-in user, and does not sign out', async () => {
    const other = await startLoginServer();
    const { origin } = site;
    const before = site.received.length;
    const key = ['--header', `X-Api-Key: ${apiKey}`];
    const args = [`${origin}/members/?to=${other.origin}/stolen`, '--crawl', '1', '--no-robots'];
    const options = ['--cookies', await signIn(), ...key, '--out', join(folder, 'site')];
    const { status, lines, stderr } = await convertHere([...args, ...options]);
    await other.close();
    expect(stderr).not.toContain(apiKey);
    expect(status).toBe(0);
    expect(lines).toHaveLength(2);
    expect(site.sessions.size).toBe(1);
    const paths = site.received.slice(before).map(({ path }) => path);
    expect(paths).toContain('/members/one');
    expect(paths).not.toContain('/logout');
    // Another host of this machine is a private address, which was not named.
    expect(other.received).toEqual([]);
  });

  it('sends nothing to a site that the sign-in is not for, and says so', async () => {
    const before = site.received.length;
    const args = [`${site.origin}/members/`, '--crawl', '1', '--out', join(folder, 'left')];
    const key = ['--header', `X-Api-Key: ${apiKey}`, '--access-host', 'other.example'];
    const { stderr } = await convertHere([...args, ...key]);
    expect(stderr).toContain(`it leads to ${site.origin}, where the sign-in is not sent.`);
    const sent = site.received.slice(before);
    expect(sent.length).toBeGreaterThan(0);
    for (const { headers } of sent) expect(headers).not.toHaveProperty('x-api-key');
  });
});

describe('options of a sign-in', () => {
  it.each([
    ['no such file', ['--cookies', 'missing.txt'], '--cookies: File "missing.txt" does not exist.'],
    ['no header', ['--header', apiKey], '--header: An HTTP header must be written as Name: value.'],
    ['no password', ['--user', loginName], 'Set the variable PLATEN_PASSWORD'],
    ['a colon', ['--user', 'a:b', '--password-file', 'pw'], "can't contain a colon"],
    ['no user', ['--password-file', 'pw'], 'has no effect without --user'],
    ['a host alone', ['--access-host', 'a.example'], 'has no effect without --cookies'],
    ['a path as host', ['--header', 'X: 1', '--access-host', 'a.example/x'], 'has a path'],
    [
      'no sign-in',
      ['--sign-in', 'intranet'],
      'There is no sign-in "intranet". Sign in beside a URL',
    ],
    ['both', ['--sign-in', 'x', '--header', 'X: 1'], 'has its own cookies, headers and password'],
    ['a service', ['--remote', 'x', '--header', 'X: 1'], 'work only with local conversions'],
  ])('report %s', async (_what, args, reason) => {
    file('pw', loginPassword);
    const { status, stderr } = await convertHere([`${site.origin}/`, ...args], {
      cwd: folder,
      env: { PLATEN_PASSWORD: '' },
    });
    expect(status).toBe(2);
    expect(stderr).toContain(reason);
    expect(stderr).not.toContain(apiKey);
    expect(stderr).not.toContain(loginPassword);
  });

  it('report each invalid line of a cookies.txt', async () => {
    const cookies = file('bad.txt', `${cookieLine('127.0.0.1')}sid=${sessionId}\n\nx\ty\n`);
    const { status, stderr } = await run('/report', '--cookies', cookies);
    expect(status).toBe(2);
    expect(stderr).toContain(`Line 2 of "${cookies}": It has 1 field instead of seven`);
    expect(stderr).toContain(`Line 4 of "${cookies}": It has 2 fields instead of seven`);
    expect(stderr).not.toContain(sessionId);
  });

  it.each([
    ['others', cookieLine('example.org'), 'has no cookies for http://127.0.0.1:'],
    ['expired ones', cookieLine('127.0.0.1', '1000'), 'have expired. Sign in again and export'],
    ['none', '# nothing\n', 'has no cookies.'],
  ])('report a cookies.txt with %s', async (_what, text, reason) => {
    const { status, stderr } = await run('/report', '--cookies', file('cookies.txt', text));
    expect(status).toBe(2);
    expect(stderr).toContain(reason);
  });

  it('need a host for the pages of a sitemap, which may be those of others', async () => {
    const listed = `<urlset><url><loc>${site.origin}/key</loc></url></urlset>`;
    const sitemap = ['--sitemap', file('sitemap.xml', listed), '--out', join(folder, 'pdf')];
    const header = ['--header', `X-Api-Key: ${apiKey}`];
    const before = site.received.length;
    const { status, stderr } = await convertHere([...sitemap, ...header]);
    expect(status).toBe(2);
    expect(stderr).toContain('--sitemap: It may list pages of any host.');
    expect(site.received).toHaveLength(before);
    const named = ['--access-host', site.origin];
    expect(await convertHere([...sitemap, ...header, ...named])).toMatchObject({ status: 0 });
  });

  it('need a host for a file', async () => {
    const page = join(folder, 'page.html');
    const header = ['--header', 'X-Api-Key: 1'];
    const { status, stderr } = await convertHere([page, ...header]);
    expect(status).toBe(2);
    expect(stderr).toContain('--header: The source has no host that could receive it.');
    expect(await convertHere([page, ...header, '--access-host', 'a.example'])).toMatchObject({
      status: 0,
    });
  });
});
