import { type IncomingHttpHeaders, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A request that a server received. */
interface ReceivedRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
}

/** A local site with a login form, HTTP authentication and an API key. */
export interface LoginServer {
  /** `http://127.0.0.1:PORT` */
  readonly origin: string;
  readonly received: readonly ReceivedRequest[];
  /** The session cookies that are accepted. */
  readonly sessions: Set<string>;
  readonly close: () => Promise<void>;
}

export const loginName = 'ada';
export const loginPassword = 'correct horse battery';
export const apiKey = 'an-api-key-of-the-site';
/** The value in local storage that the page of the application needs. */
export const storedToken = 'a-token-in-local-storage';

const form = `<!doctype html><title>Log in</title>
  <form method=post action=/login>
    <label>User <input name=user autofocus></label>
    <label>Password <input name=password type=password></label>
    <button>Log in</button>
  </form>`;

/**
 * Starts a site. `/report` needs the session cookie of the form at `/login`, and shows its user and
 * an image that needs it too; `/app` needs a token in local storage; `/basic` and what is below it
 * need HTTP authentication; `/with` opens the form in a window that reports to it;
 * `/members/?to=URL` links to a page of members, to `/logout` and to a page that redirects to a
 * URL; `/key` needs the header X-Api-Key; `/leave?to=URL` redirects to a URL.
 */
export async function startLoginServer(): Promise<LoginServer> {
  const received: ReceivedRequest[] = [];
  const sessions = new Set<string>();
  const isSignedIn = ({ cookie = '' }: IncomingHttpHeaders) =>
    cookie.split('; ').some((pair) => sessions.has(pair.replace(/^sid=/, '')));
  const html = (response: ServerResponse, content: string, status = 200) =>
    response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(content);
  const redirect = (response: ServerResponse, location: string, cookies: string[] = []) =>
    response
      .writeHead(302, { location, ...(cookies.length > 0 && { 'set-cookie': cookies }) })
      .end();

  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://site');
    const { headers, method } = request;
    received.push({ path: pathname, headers });
    if (pathname === '/login' && method === 'POST') {
      void text(request).then((body) => {
        const fields = new URLSearchParams(body);
        if (fields.get('user') !== loginName || fields.get('password') !== loginPassword) {
          html(response, `<p>Wrong password</p>${form}`, 200);
          return;
        }
        const id = `session-${sessions.size + 1}-of-ada`;
        sessions.add(id);
        redirect(response, '/report', [
          `sid=${id}; Path=/; HttpOnly; SameSite=Lax`,
          'theme=paper; Path=/; SameSite=Strict; Max-Age=86400',
        ]);
      });
    } else if (pathname === '/with') {
      html(
        response,
        `<button onclick="open('/popup', 'login', 'width=500,height=400')">Sign in with</button><p>
        <script>onmessage = ({ data }) => document.querySelector('p').append('Hello ' + data)</script>`,
      );
    } else if (pathname === '/popup' && method === 'POST') {
      sessions.add('session-of-popup');
      response.setHeader('set-cookie', 'sid=session-of-popup; Path=/; HttpOnly');
      html(
        response,
        `<script>opener.postMessage('${loginName}', location.origin); close()</script>`,
      );
    } else if (pathname === '/popup') html(response, form.replace('/login', '/popup'));
    else if (pathname === '/login') html(response, form);
    else if (pathname === '/report') {
      if (isSignedIn(headers)) {
        html(response, `<title>Report</title><p>Welcome ${loginName}</p><img src=/figure.svg>`);
      } else redirect(response, `/login?next=/report&state=secret-state`);
    } else if (pathname === '/figure.svg') {
      const isAllowed = isSignedIn(headers) || headers['x-api-key'] === apiKey;
      response.writeHead(isAllowed ? 200 : 403, { 'content-type': 'image/svg+xml' });
      response.end('<svg xmlns="http://www.w3.org/2000/svg"><text y="20">figure</text></svg>');
    } else if (pathname === '/forbidden') html(response, 'no', isSignedIn(headers) ? 200 : 403);
    else if (pathname === '/app') {
      html(
        response,
        `<p id=p>signed out</p><script>if (localStorage.token === '${storedToken}')
          p.textContent = 'signed in by token ' + sessionStorage.tab</script>`,
      );
    } else if (/^\/basic(?:\/|$)/.test(pathname)) {
      const expected = Buffer.from(`${loginName}:${loginPassword}`).toString('base64');
      const page = pathname === '/basic' ? '<p>Basic welcome' : '<a href=two>two</a>';
      if (headers.authorization === `Basic ${expected}`) html(response, page);
      else response.writeHead(401, { 'www-authenticate': 'Basic realm="site"' }).end('who?');
    } else if (pathname === '/members/') {
      const to = encodeURIComponent(searchParams.get('to') ?? '/');
      const links = `<a href=/logout>out</a> <a href="/leave?to=%2Flogout">bye</a> <a href="/leave?to=${to}">leave</a> <a href=one>1</a>`;
      if (isSignedIn(headers)) html(response, `<p>Members ${links}`);
      else redirect(response, '/login');
    } else if (pathname === '/members/one') {
      if (isSignedIn(headers)) html(response, '<p>First member');
      else redirect(response, '/login');
    } else if (pathname === '/logout') {
      sessions.clear();
      html(response, '<p>Bye');
    } else if (pathname === '/key') {
      if (headers['x-api-key'] === apiKey) html(response, '<p>Key welcome<img src=/figure.svg>');
      else html(response, 'no key', 403);
    } else if (pathname === '/leave') redirect(response, searchParams.get('to') ?? '/');
    else html(response, `<p>page ${pathname}`);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    received,
    sessions,
    close: async () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}
