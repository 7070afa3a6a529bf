import type { Session } from '../app/session.js';
import type { AttachedTarget, Browser, BrowserContext } from '../chromium/browser.js';
import type { DevToolsSession } from '../devtools/session.js';
import type { RequestOrigin } from '../network/request-details.js';
import { TargetAgent } from '../network/target-agent.js';
import type { HeldPopup } from './popups.js';

/** A page that is set up and ready for its first navigation. */
export interface Page {
  readonly browser: Browser;
  readonly target: AttachedTarget;
  readonly session: DevToolsSession;
}

export interface PageOptions {
  readonly javascript: boolean;
  readonly width: number;
  readonly height: number;
  /** Whether it is visible; then it has the size of the window. */
  readonly isVisible: boolean;
  /** Whether it may open windows, instead of `window.open` returning null. */
  readonly opensWindows?: boolean;
  /** The page that another one has opened. */
  readonly popup?: HeldPopup | undefined;
  /** Receives the page's session before it is set up and before its events. */
  readonly onAttached: (page: Page) => readonly Promise<unknown>[];
  /** Receives the sessions of the page and of each cross-site frame. */
  readonly onDocument: (session: DevToolsSession) => void;
}

/** Opens an empty page in a session's browser context, with that session's rules. */
export async function openPage(
  session: Session,
  origin: RequestOrigin,
  options: PageOptions,
): Promise<Page> {
  const context = await session.context({ width: options.width, height: options.height });
  const target = options.popup?.target ?? (await openTarget(context, options.isVisible));
  const page = { browser: context.browser, target, session: target.session };
  const agent = new TargetAgent(
    target.session,
    'page',
    session.flow,
    origin,
    { javascript: options.javascript, opensWindows: options.opensWindows ?? false },
    options.onDocument,
  );
  session.applyRules(agent, (listener) => target.session.onEnd(listener));
  if (!options.isVisible) setWindowSize(target.session, options);
  const isPrepared = Promise.all([agent.prepare(), ...options.onAttached(page)]);
  options.popup?.release();
  await isPrepared;
  return page;
}

async function openTarget(
  { browser, id }: BrowserContext,
  isVisible: boolean,
): Promise<AttachedTarget> {
  return isVisible && id === undefined ? browser.firstPage() : browser.openPage(id);
}

/** Sets the requested size of a hidden window; headless Chromium has one size for all. */
function setWindowSize(session: DevToolsSession, { width, height }: Electron.Size): void {
  session.post('Emulation.setDeviceMetricsOverride', {
    width,
    height,
    deviceScaleFactor: 0,
    mobile: false,
  });
}
