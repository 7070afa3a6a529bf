import type { WebContents } from '../contents/web-contents.js';

/** `never` suppresses `ready-to-show`, as on some Wayland desktops (electron#48859). For tests. */
export const readyToShowVariable = 'ELECTRON_ON_CHROMIUM_READY_TO_SHOW';

/**
 * Calls back once when a page is first drawn (docs/api/browser-window.md, `ready-to-show`), or has
 * loaded if there is nothing to draw.
 */
export function whenReadyToShow(contents: WebContents, onReady: () => void): void {
  if (process.env[readyToShowVariable] === 'never') return;
  let hasEmitted = false;
  const tell = () => {
    if (hasEmitted) return;
    hasEmitted = true;
    onReady();
  };
  contents.once('did-finish-load', tell);
  // Hidden windows only print; Chromium may never report their first paint.
  if (!contents.session.isDefault) return;
  contents.opened.then(
    ({ session }) => {
      session.on('Page.lifecycleEvent', ({ name }) => {
        if (name === 'firstPaint' && contents.hasNavigated) tell();
      });
      session.post('Page.setLifecycleEventsEnabled', { enabled: true });
    },
    // The window's user gets the error if it did not open.
    () => undefined,
  );
}
