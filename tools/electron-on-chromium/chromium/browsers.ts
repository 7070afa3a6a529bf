import { switchValue, switchesForChromium } from '../app/command-line.js';
import { Browser } from './browser.js';
import { schemeHosts } from '../network/custom-schemes.js';
import { canShowWindow } from './choice.js';

/**
 * The only one of Electron's policies for WebRTC that pages of this run-time can have: no datagrams
 * but by a proxy.
 */
export const webRtcPolicy = 'disable_non_proxied_udp';

let pages: Promise<Browser> | undefined;
let windows: Promise<Browser> | undefined;

/**
 * Starts the Chromium of {@link pageBrowser} ahead of time. Whoever needs it hears why it could not
 * be started.
 */
export function warmPageBrowser(): void {
  pageBrowser().catch(() => undefined);
}

/**
 * The Chromium for windows of every session but the default one: always headless, out of reach of
 * what drives the window. One that has ended, for whatever reason, is replaced when it is asked for
 * again.
 */
export async function pageBrowser(): Promise<Browser> {
  pages ??= launchPageBrowser();
  return pages;
}

async function launchPageBrowser(): Promise<Browser> {
  const forget = () => (pages = undefined);
  // Chromium connects to where it is about to send a request, also where that is answered before it
  // is sent.
  const unreachable = schemeHosts().map((host) => `MAP ${host} ~NOTFOUND`);
  const launched = Browser.launch({
    headless: true,
    switches: [
      ...switchesForChromium(),
      `--host-resolver-rules=${unreachable.join(',')}`,
      `--webrtc-ip-handling-policy=${webRtcPolicy}`,
      `--force-webrtc-ip-handling-policy=${webRtcPolicy}`,
    ],
  });
  launched.then(({ root }) => root.onEnd(forget), forget);
  return launched;
}

/** Size of the application's window. */
export interface WindowPlace {
  readonly width: number;
  readonly height: number;
}

/** Whether the application's own window is visible on a screen. */
export function windowIsVisible(): boolean {
  return switchValue('headless') === undefined && canShowWindow();
}

/**
 * The Chromium for the application's own window, and for the dialogs that belong to it; the first
 * call says how large.
 */
export async function windowBrowser(
  place: WindowPlace = { width: 800, height: 600 },
): Promise<Browser> {
  windows ??= launchWindowBrowser(place);
  return windows;
}

async function launchWindowBrowser({ width, height }: WindowPlace): Promise<Browser> {
  const visible = windowIsVisible();
  const port = switchValue('remote-debugging-port');
  return Browser.launch({
    headless: !visible,
    isForWindow: true,
    switches: [
      ...switchesForChromium(),
      ...(port === undefined ? [] : [`--remote-debugging-port=${port}`]),
      `--window-size=${width},${height}`,
      ...(visible ? ['--app=data:text/html,'] : []),
    ],
    ...(port === undefined ? {} : { onLine: keepAddress }),
  });
}

let debuggingAddress: string | undefined;
let isAnnounced = false;
let hasWindow = false;

function keepAddress(line: string): void {
  if (!line.startsWith('DevTools listening on')) return;
  debuggingAddress = line;
  announceAddress();
}

/** Called when the application's window shows its page. */
export function windowHasPage(): void {
  hasWindow = true;
  announceAddress();
}

/**
 * Tells what drives the window where to find it, in Chromium's own words. Not before there is a
 * page: other than in Electron, Chromium listens long before the application has its window.
 */
function announceAddress(): void {
  if (debuggingAddress === undefined || !hasWindow || isAnnounced) return;
  isAnnounced = true;
  process.stderr.write(`${debuggingAddress}\n`);
}
