import type { WebContents } from '../contents/web-contents.js';

/**
 * Set to `never`, windows never become ready to show, as on some Wayland desktops (electron#48859).
 * For tests.
 */
export const readyToShowVariable = 'ELECTRON_ON_CHROMIUM_READY_TO_SHOW';

/**
 * Calls back once when a page has been drawn for the first time (docs/api/browser-window.md,
 * `ready-to-show`), or has loaded where there is nothing to draw.
 */
export function whenReadyToShow(contents: WebContents, onReady: () => void): void {
  if (process.env[readyToShowVariable] === 'never') return;
  let isTold = false;
  const tell = () => {
    if (isTold) return;
    isTold = true;
    onReady();
  };
  contents.once('did-finish-load', tell);
  // Hidden windows print; nobody waits for their first paint, and Chromium need not tell of it.
  if (!contents.session.isDefault) return;
  contents.opened.then(
    ({ session }) => {
      session.on('Page.lifecycleEvent', ({ name }) => {
        if (name === 'firstPaint' && contents.hasNavigated) tell();
      });
      session.tell('Page.setLifecycleEventsEnabled', { enabled: true });
    },
    // Whoever uses a window that did not open hears why.
    () => undefined,
  );
}
