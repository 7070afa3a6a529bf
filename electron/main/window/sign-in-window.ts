import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { BrowserWindow, type Cookie, session as sessions } from 'electron';
import type { BridgeChannel, BridgeOutput } from '../../shared/bridge.js';
import { AppError } from '../../shared/messages/errors.js';
import { message } from '../../shared/messages/message.js';
import { sourceFromInput } from '../../shared/request/source.js';
import { type EnteredSignIn, type SignIn, originLabel } from '../../shared/request/sign-ins.js';
import type { JobQueue } from '../jobs/job-queue.js';
import {
  type AccessCookie,
  type AccessSecrets,
  accessSecretsSchema,
  isSentTo,
  noSecrets,
} from '../network/page-access.js';
import { readFailure } from '../util/disk-path.js';
import { cookieFileError, enteredSignIn } from '../settings/entered-sign-in.js';
import type { SignIns } from '../settings/sign-ins.js';
import type { BridgeHandlers } from './bridge-handlers.js';
import type { Dialogs } from './dialogs.js';

/** How long a page may take to hand over its stored data, in milliseconds. */
const storageLimitMs = 2000;

/** The largest stored data of an origin that is kept, in characters. */
const maxStorageLength = 1_000_000;

/** Returns the local and session storage of a page. */
const readStorage = `({
  local: Object.entries(localStorage),
  session: Object.entries(sessionStorage),
})`;

type StoredData = AccessSecrets['storage'][number];

let count = 0;

/** More windows at once than any login needs. */
const maxPopups = 5;

/** Of all windows of a sign-in. */
const pageRules = {
  sandbox: true,
  contextIsolation: true,
  nodeIntegration: false,
  spellcheck: false,
} as const;

/**
 * A visible window in which the user signs in to a site: sandboxed, without a preload script, in an
 * in-memory session of its own. It is a browser for the user, so it may reach what a browser may,
 * and its pages may open windows under the same rules, as logins by another site need them;
 * permissions, downloads and other programs are refused.
 */
class OpenSignIn {
  readonly #address: string;
  readonly #window: BrowserWindow;
  readonly #session = sessions.fromPartition(`sign-in-${++count}`);
  readonly #stored = new Map<string, StoredData>();
  readonly #popups = new Set<Electron.BrowserWindow>();
  /** The URL of the last page. */
  #shown: string;

  /** @param onChange called with the host of the page; null when the user closes the window */
  constructor(address: string, onChange: (host: string | null) => void) {
    this.#address = address;
    this.#shown = address;
    this.#session.setPermissionRequestHandler((_contents, _permission, decide) => decide(false));
    this.#session.setPermissionCheckHandler(() => false);
    this.#session.on('will-download', (event) => event.preventDefault());
    this.#session.protocol.handle('file', () => Response.error());
    this.#window = new BrowserWindow({
      width: 900,
      height: 760,
      title: new URL(address).host,
      autoHideMenuBar: true,
      webPreferences: { session: this.#session, ...pageRules },
    });
    this.#follow(this.#window);
    this.#window.webContents.on('did-navigate', (_event, url) => {
      this.#shown = url;
      onChange(new URL(url).host);
    });
    this.#window.on('closed', () => onChange(null));
  }

  /** Opens the site; a page that does not load is Chromium's error page, in which users retry. */
  async load(): Promise<void> {
    await this.#window.loadURL(this.#address).catch(() => undefined);
  }

  focus(): void {
    if (!this.#window.isDestroyed()) this.#window.focus();
  }

  /** Takes the cookies and stored data of its origins, and closes the window. */
  async finish(): Promise<{ readonly signIn: SignIn; readonly secrets: AccessSecrets }> {
    await Promise.all([...this.#popups, this.#window].map(async (each) => this.#readStorage(each)));
    const origins = originsOf(this.#address, this.#shown);
    const hosts = origins.map((origin) => new URL(origin).hostname);
    const all = await this.#session.cookies.get({});
    const cookies = all
      .map(accessCookie)
      .filter((cookie) => hosts.some((host) => isSentTo(cookie, host)));
    const storage = origins.flatMap((origin) => this.#stored.get(origin) ?? []);
    await this.close();
    const [id = this.#address] = origins;
    return {
      signIn: { id, name: originLabel(id).slice(0, 60), kind: 'window', origins: [...origins] },
      secrets: { ...noSecrets, cookies, storage },
    };
  }

  /** Closes the window and clears its session. */
  async close(): Promise<void> {
    await Promise.all([...this.#popups, this.#window].map(destroyed));
    this.#stored.clear();
    await this.#session.clearData();
    await this.#session.clearAuthCache();
  }

  /** Applies the rules to the window, or to one that a page has opened. */
  #follow(window: Electron.BrowserWindow): void {
    const { webContents } = window;
    webContents.setWindowOpenHandler(({ url }) => {
      const isAllowed = isWebUrl(url) || url === 'about:blank';
      if (!isAllowed || this.#popups.size >= maxPopups) return { action: 'deny' };
      // Chromium gives it the session of its opener.
      const options = { autoHideMenuBar: true, webPreferences: pageRules };
      return { action: 'allow', overrideBrowserWindowOptions: options };
    });
    webContents.on('did-create-window', (popup) => {
      this.#popups.add(popup);
      popup.once('closed', () => this.#popups.delete(popup));
      this.#follow(popup);
    });
    webContents.on('will-navigate', (event, url) => {
      if (!isWebUrl(url)) event.preventDefault();
    });
    webContents.on('will-attach-webview', (event) => event.preventDefault());
    webContents.on('did-navigate', (_event, url) => {
      window.setTitle(new URL(url).host);
    });
    // The title of the page could name another site.
    window.on('page-title-updated', (event) => event.preventDefault());
    webContents.on('did-finish-load', () => void this.#readStorage(window));
  }

  /** The page may refuse, hang or lie: it only harms its own sign-in. */
  async #readStorage(window: Electron.BrowserWindow): Promise<void> {
    if (window.isDestroyed()) return;
    const { webContents } = window;
    const url = webContents.getURL();
    if (!isWebUrl(url)) return;
    const { origin } = new URL(url);
    const late = new Promise<null>((resolve) => setTimeout(resolve, storageLimitMs, null));
    const read: unknown = await Promise.race([
      webContents.executeJavaScript(readStorage).catch(() => null),
      late,
    ]);
    const data = typeof read === 'object' ? read : null;
    const parsed = accessSecretsSchema.safeParse({ storage: [{ origin, ...data }] });
    const [stored] = parsed.success ? parsed.data.storage : [];
    if (stored === undefined || JSON.stringify(stored).length > maxStorageLength) return;
    this.#stored.set(origin, stored);
  }
}

/** Destroys a window; its page follows a moment later. */
async function destroyed(window: Electron.BrowserWindow): Promise<void> {
  if (window.isDestroyed()) return;
  const { webContents } = window;
  const isGone = new Promise<void>((resolve) => webContents.once('destroyed', () => resolve()));
  window.destroy();
  await isGone;
}

function isWebUrl(url: string): boolean {
  return /^https?:/i.test(url) && URL.canParse(url);
}

/**
 * That of the entered URL, and that of the page at the end if one of their hosts contains the
 * other, as `example.org` contains `www.example.org`.
 */
function originsOf(entered: string, shown: string): readonly string[] {
  const [first, last] = [new URL(entered), new URL(shown)];
  const [one, other] = [first, last].map(({ hostname }) => hostname.replace(/^www\./, ''));
  const isRelated =
    one === other || one?.endsWith(`.${other}`) === true || other?.endsWith(`.${one}`) === true;
  return isRelated ? [...new Set([first.origin, last.origin])] : [first.origin];
}

function accessCookie(cookie: Cookie): AccessCookie {
  const { name, value, domain = '', path = '/', secure = false, httpOnly = false } = cookie;
  const { sameSite, expirationDate, hostOnly = !domain.startsWith('.') } = cookie;
  return {
    name,
    value,
    domain: domain.replace(/^\./, ''),
    hostOnly,
    path,
    secure,
    httpOnly,
    sameSite,
    ...(expirationDate !== undefined && { expirationDate }),
  };
}

interface SignInHandlerParts {
  readonly dialogs: Pick<Dialogs, 'chooseCookies'>;
  readonly signIns: SignIns;
  /** Informed of each change, because jobs may wait for a sign-in. */
  readonly queue: Pick<JobQueue, 'secretsChanged'>;
  /** Receives the host of the sign-in window's page; null when the user closes it. */
  readonly onSignInPage: (host: string | null) => void;
}

type SignInChannel = Extract<BridgeChannel, `sign-ins:${string}`>;

/** Handles the calls about sign-ins. Their secrets are never returned. */
export function signInHandlers({
  dialogs,
  signIns,
  queue,
  onSignInPage,
}: SignInHandlerParts): Pick<BridgeHandlers, SignInChannel> {
  let open: OpenSignIn | null = null;
  const take = () => {
    const taken = open;
    open = null;
    return taken;
  };
  const listed = (): BridgeOutput<'sign-ins:remove'> => [...signIns.list];
  const change = async (work: () => Promise<void>) => work().finally(() => queue.secretsChanged());
  return {
    'sign-ins:open': async ({ url }) => {
      const source = sourceFromInput(url);
      if (!source.ok) throw new AppError('invalid-request', source.message);
      await take()?.close();
      const opened: OpenSignIn = new OpenSignIn(source.value.url, (host) => {
        if (open === opened) onSignInPage(host);
      });
      open = opened;
      void opened.load();
    },
    'sign-ins:finish': async ({ keep }) => {
      const finished = take();
      if (finished === null) throw new AppError('refused', message('signIns.noWindow'));
      const { signIn, secrets } = await finished.finish();
      await change(async () => signIns.save(signIn, secrets, keep));
      return { id: signIn.id, signIns: listed() };
    },
    'sign-ins:enter': async ({ entered, keep }) => {
      const complete = await withCookies(entered, dialogs);
      if (complete === null) return null;
      const { signIn, secrets } = enteredSignIn(complete);
      await change(async () => signIns.save(signIn, secrets, keep));
      return { id: signIn.id, signIns: listed() };
    },
    'sign-ins:cancel': async () => take()?.close(),
    'sign-ins:remove': async ({ id }) => {
      await change(async () => signIns.remove(id));
      return listed();
    },
  };
}

/** A larger file holds something else, in bytes. */
const maxCookieFileSize = 5_000_000;

/** Of the file that the user chooses; null if none is chosen. */
async function withCookies(entered: EnteredSignIn, dialogs: Pick<Dialogs, 'chooseCookies'>) {
  if (entered.kind !== 'cookies') return entered;
  const path = await dialogs.chooseCookies();
  if (path === null) return null;
  const file = basename(path);
  try {
    if ((await stat(path)).size > maxCookieFileSize) {
      throw cookieFileError(message('signIns.cookiesEmpty', { file }));
    }
    return { ...entered, text: await readFile(path, 'utf8'), file };
  } catch (thrown) {
    if (thrown instanceof AppError) throw thrown;
    throw cookieFileError(readFailure(path, thrown));
  }
}
