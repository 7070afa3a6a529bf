import { fitDrawing } from './fit-drawing.js';
import type { PageLook } from '../preflight/in-page/page-look.js';
import { lookExpression } from '../preflight/in-page/scripts.js';

/** What a page tells about itself once it stands. */
export interface PageFacts {
  readonly hasScripts: boolean;
  /** As the page's own scripts see it. */
  readonly origin: string;
  readonly title: string;
  readonly author: string;
  readonly description: string;
  readonly keywords: string;
  /** What preflight/ judges once the page is printed; null where nobody has looked. */
  readonly look: PageLook | null;
}

/** By this name, which is gone before the page's own scripts run, {@link silencePage} tells what it has refused. */
export const tellBinding = 'platenTell';

/**
 * Runs in the page before its own scripts. The boxes would wait for a person, or loop; `print()` would open the system's, which
 * Electron's disableDialogs does not cover. Each is told once a document, so that a loop tells no more than that. The other two reach
 * the network without the session being asked.
 */
export const silencePage = `
  {
    const tell = globalThis.${tellBinding};
    delete globalThis.${tellBinding};
    const told = Object.create(null);
    const refuse = (name, answer) => {
      window[name] = () => {
        if (!told[name]) {
          told[name] = true;
          tell?.(name);
        }
        return answer;
      };
    };
    refuse('alert');
    refuse('confirm', false);
    refuse('prompt', null);
    refuse('print');
  }
  delete window.RTCPeerConnection;
  delete window.webkitRTCPeerConnection;
  delete window.WebTransport;
`;

/**
 * Runs in the page, in a world of its own that the page's scripts cannot see. Waits for images (also those that would load only
 * when scrolled to) and for fonts, again for fonts that only printing uses, and gives {@link PageFacts}.
 * @param pageRule becomes the last style sheet of the page, outside its content security policy; may be empty
 * @param options.looks whether the page is as it will be printed, so that it is looked at
 */
export function settlePage(pageRule: string, { looks = true } = {}): string {
  return `(${settle})(${JSON.stringify(pageRule)}, () => ${looks ? lookExpression : 'null'})`;
}

/** The same for a page that has just been put into a window: the document and its world are those of the page before. */
export function settlePlainPage(pageRule: string): string {
  return `(async () => {
    for (const name of Object.keys(globalThis)) if (name.startsWith('platen')) delete globalThis[name];
    Reflect.set(Document.prototype, 'adoptedStyleSheets', [], document);
    return ${settlePage(pageRule)};
  })()`;
}

/** A page may name a form like any member of `document` and of `window`; what it stands on is asked of the prototypes instead. */
const settle = `async (pageRule, look) => {
  (${fitDrawing})();
  const own = (name) => Reflect.get(Document.prototype, name, document);
  if (pageRule !== '' && !Object.hasOwn(globalThis, 'platenSheet')) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(pageRule);
    own('adoptedStyleSheets').push(sheet);
    Object.defineProperty(globalThis, 'platenSheet', { value: sheet, configurable: true, enumerable: true });
  }
  const settled = (image) => image.complete || new Promise((resolve) => {
    image.addEventListener('load', resolve, { once: true });
    image.addEventListener('error', resolve, { once: true });
  });
  for (const image of own('images')) image.loading = 'eager';
  await Promise.all(Array.from(own('images'), settled));
  const root = own('documentElement');
  for (;;) {
    // Layout begins the loading of fonts; without any, their promise would only wait for the next frame.
    if (root !== null) Element.prototype.getBoundingClientRect.call(root);
    if (own('fonts').status !== 'loading') break;
    await own('fonts').ready;
  }
  const query = (selector) => Document.prototype.querySelector.call(document, selector);
  const meta = (name) => query('meta[name="' + name + '" i]')?.content?.trim() ?? '';
  return {
    origin: location.origin,
    hasScripts: own('scripts').length > 0,
    title: own('title').trim(),
    author: meta('author'),
    description: meta('description'),
    keywords: meta('keywords'),
    look: look(),
  };
}`;
