import { switchValue, switchesForChromium } from '../app/command-line.js';
import { userAgent } from '../app/user-agent.js';
import { Browser } from './browser.js';
import { schemeHosts } from '../network/custom-schemes.js';
import { canShowWindow } from './choice.js';

/** The only WebRTC policy that this run-time supports: no datagrams except through a proxy. */
export const webRtcPolicy = 'disable_non_proxied_udp';

let pages: Promise<Browser> | undefined;
let windows: Promise<Browser> | undefined;

/**
 * Starts the Chromium of {@link pageBrowser} in advance. Errors are reported by {@link
 * pageBrowser}.
 */
export function warmPageBrowser(): void {
  pageBrowser().catch(() => undefined);
}

/**
 * Returns the Chromium for windows of all sessions but the default one: always headless, and
 * invisible to tools that drive the window. It is replaced if it has ended.
 */
export async function pageBrowser(): Promise<Browser> {
  pages ??= launchPageBrowser();
  return pages;
}

async function launchPageBrowser(): Promise<Browser> {
  const forget = () => (pages = undefined);
  // Chromium opens connections in advance, even for requests that are then answered locally.
  const unreachable = schemeHosts().map((host) => `MAP ${host} ~NOTFOUND`);
  const launched = Browser.launch({
    headless: true,
    switches: [
      ...switchesForChromium(),
      `--user-agent=${userAgent()}`,
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

/** Whether the application's window is visible. */
export function windowIsVisible(): boolean {
  return switchValue('headless') === undefined && canShowWindow();
}

/**
 * Returns the Chromium for the application's window and its dialogs; the first call sets the size.
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
      `--user-agent=${userAgent()}`,
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

/** Must be called when the application's window shows its page. */
export function windowHasPage(): void {
  hasWindow = true;
  announceAddress();
}

/**
 * Prints the DevTools URL in Chromium's format for tools that drive the window. Printed only once
 * there is a page: unlike in Electron, Chromium listens long before the window exists.
 */
function announceAddress(): void {
  if (debuggingAddress === undefined || !hasWindow || isAnnounced) return;
  isAnnounced = true;
  process.stderr.write(`${debuggingAddress}\n`);
}
