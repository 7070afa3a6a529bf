import { switchValue, switchesForChromium } from '../app/command-line.js';
import { Browser } from './browser.js';
import { canShowWindow } from './choice.js';

let pages: Promise<Browser> | undefined;
let windows: Promise<Browser> | undefined;

/** The Chromium for windows of every session but the default one: always headless, out of reach of what drives the window. */
export function pageBrowser(): Promise<Browser> {
  pages ??= Browser.launch({ headless: true, switches: switchesForChromium() });
  return pages;
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

/** The Chromium for the application's own window, and for the dialogs that belong to it. */
export function windowBrowser(place: WindowPlace): Promise<Browser> {
  windows ??= launchWindowBrowser(place);
  return windows;
}

async function launchWindowBrowser({ width, height }: WindowPlace): Promise<Browser> {
  const visible = windowIsVisible();
  const port = switchValue('remote-debugging-port');
  return Browser.launch({
    headless: !visible,
    switches: [
      ...switchesForChromium().filter((text) => !text.startsWith('--remote-debugging-port')),
      ...(port === undefined ? [] : [`--remote-debugging-port=${port}`]),
      `--window-size=${width},${height}`,
      ...(visible ? ['--app=about:blank'] : []),
    ],
    ...(port === undefined ? {} : { onLine: repeatAddress }),
  });
}

/** Tells what drives the window where to find it, in the words that such programs look for. */
function repeatAddress(line: string): void {
  if (line.startsWith('DevTools listening on')) process.stderr.write(`${line}\n`);
}
