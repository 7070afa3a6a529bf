import type { PageInspection } from '../preflight/in-page/inspect-page.js';
import { inspectExpression } from '../preflight/in-page/scripts.js';

export interface PageFacts {
  /** Whether it has scripts or animations, so that it may still change. */
  readonly isActive: boolean;
  /** As the page's scripts see it. */
  readonly origin: string;
  readonly title: string;
  /** The language tag of the page (BCP 47); empty for none, or an invalid one. */
  readonly language: string;
  readonly author: string;
  readonly description: string;
  readonly keywords: string;
  /** The inspection before printing, for preflight/; null if the page was not inspected. */
  readonly inspection: PageInspection | null;
}

/**
 * The binding that {@link silencePage} reports refused calls with. It is removed before the page's
 * scripts run, but comes back in frames once they have loaded, so that a page may pass any text.
 */
export const reportBinding = 'platenReport';

/**
 * Runs in the page before its scripts, but not in its frames in other processes. Dialogs would wait
 * for a user or loop; each is reported once per document. `close()` would destroy the window, as it
 * does in Electron without asking (`WebContents::CloseContents`). WebRTC and WebTransport reach
 * nothing.
 */
export const silencePage = `
  {
    const report = globalThis.${reportBinding};
    delete globalThis.${reportBinding};
    const reported = Object.create(null);
    const refuse = (name, answer) => {
      window[name] = () => {
        if (!reported[name]) {
          reported[name] = true;
          report?.(name);
        }
        return answer;
      };
    };
    refuse('alert');
    refuse('confirm', false);
    refuse('prompt', null);
    refuse('print');
  }
  window.close = () => undefined;
  delete window.RTCPeerConnection;
  delete window.webkitRTCPeerConnection;
  delete window.WebTransport;
`;

/**
 * The content security policy of frames, which may be in other processes: all that a sandbox can
 * allow but `allow-modals`. Without it, `print()` would open the system's dialog, which Electron's
 * disableDialogs does not cover, and wait for it. A page itself needs no policy, and would lose its
 * PDFs in `<object>` with one, unnoticed.
 */
export const withoutDialogs = `sandbox ${[
  'downloads',
  'forms',
  'orientation-lock',
  'pointer-lock',
  'popups',
  'popups-to-escape-sandbox',
  'presentation',
  'same-origin',
  'scripts',
  'storage-access-by-user-activation',
  'top-navigation',
  'top-navigation-to-custom-protocols',
]
  .map((what) => `allow-${what}`)
  .join(' ')}`;

/**
 * Returns a script for an isolated world of the page. It waits for images, including lazy ones, and
 * for fonts that only printing uses, and returns {@link PageFacts}.
 * @param styles becomes the last style sheet of the page, outside its content security policy;
 * may be empty
 * @param options.inspects whether the page looks as it will be printed, so that it is inspected
 */
export function settlePage(styles: string, { inspects = true } = {}): string {
  return `(${settle})(${JSON.stringify(styles)}, () => ${inspects ? inspectExpression : 'null'})`;
}

/** Returns a script that adds a style sheet after all others. */
export function addStyles(styles: string): string {
  return `(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(${JSON.stringify(styles)});
    Reflect.get(Document.prototype, 'adoptedStyleSheets', document).push(sheet);
  })()`;
}

/** Returns a script that measures the largest element that a selector matches. */
export function heightOf(selector: string): string {
  return `(() => {
    const elements = Document.prototype.querySelectorAll.call(document, ${JSON.stringify(selector)});
    const heights = Array.from(elements, (each) => Element.prototype.getBoundingClientRect.call(each).height);
    return Math.max(0, ...heights);
  })()`;
}

/**
 * Runs in the page. A stand-alone SVG document (SVG 2, 5.1) gets its intrinsic size, but is scaled
 * down to fit the page instead of being cut off.
 */
const fitDrawing = `() => {
  const root = document.documentElement;
  if (!(root instanceof SVGSVGElement)) return;
  const lengthOf = ({ baseVal }) =>
    baseVal.unitType === SVGLength.SVG_LENGTHTYPE_PERCENTAGE ? 0 : baseVal.value;
  const [width, height] = [lengthOf(root.width), lengthOf(root.height)];
  if (!root.hasAttribute('viewBox')) {
    if (width === 0 || height === 0) return;
    root.setAttribute('viewBox', [0, 0, width, height].join(' '));
  }
  const set = (name, value) => root.style.setProperty(name, value, 'important');
  set('width', width === 0 ? '100%' : width + 'px');
  set('height', 'auto');
  set('max-width', '100%');
  set('max-height', '100vh');
}`;

/**
 * Runs in the page. Shows what Chromium skips until it is near the window (CSS Containment 2, 4):
 * it prints that, but loads no fonts for it, and writes no destinations there.
 */
const showSkipped = `() => {
  const show = (root, prototype) => {
    for (const element of prototype.querySelectorAll.call(root, '*')) {
      const style = getComputedStyle(element);
      if (style.contentVisibility === 'auto') {
        const { contain } = style;
        const size = contain === 'strict' ? 'size' : (/(inline-)?size/.exec(contain)?.[0] ?? '');
        element.style.setProperty('contain', 'layout style paint ' + size, 'important');
        element.style.setProperty('content-visibility', 'visible', 'important');
      }
      const shadow = Reflect.get(Element.prototype, 'shadowRoot', element);
      if (shadow) show(shadow, DocumentFragment.prototype);
    }
  };
  show(document, Document.prototype);
}`;

/** How long a lazy frame may take to load; it is printed as it is then, in milliseconds. */
const lazyFrameLimitMs = 3000;

/**
 * The longest title, author, description or keywords of a page, in characters: what it says about
 * itself leaves its process.
 */
const maxFactLength = 10_000;

/** Elements that may change the page, which `document.scripts` does not all list. */
const activeElements = 'script, animate, animateMotion, animateTransform, [onload], [onerror]';

/**
 * A page may give a form the name of any member of `document` or `window`, so the prototypes are
 * used.
 */
const settle = `async (styles, inspect) => {
  (${fitDrawing})();
  const own = (name) => Reflect.get(Document.prototype, name, document);
  if (styles !== '' && !Object.hasOwn(globalThis, 'platenSheet')) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(styles);
    own('adoptedStyleSheets').push(sheet);
    Object.defineProperty(globalThis, 'platenSheet', { value: sheet, configurable: true, enumerable: true });
  }
  const settled = (image) => image.complete || new Promise((resolve) => {
    image.addEventListener('load', resolve, { once: true });
    image.addEventListener('error', resolve, { once: true });
  });
  (${showSkipped})();
  for (const image of own('images')) image.loading = 'eager';
  // A frame that has not begun to load still shows its first, empty document, which is readable.
  const isUnloaded = (frame) => frame.contentDocument?.URL === 'about:blank' && frame.src !== 'about:blank';
  const loaded = (frame) => new Promise((resolve) => {
    frame.addEventListener('load', resolve, { once: true });
    setTimeout(resolve, ${lazyFrameLimitMs});
    frame.loading = 'eager';
  });
  const lazy = Array.from(Document.prototype.querySelectorAll.call(document, 'iframe[loading="lazy" i]'));
  await Promise.all(lazy.filter(isUnloaded).map(loaded));
  await Promise.all(Array.from(own('images'), settled));
  const root = own('documentElement');
  for (;;) {
    // Layout starts the loading of fonts; without any, their promise would only wait for the next
    // frame.
    if (root !== null) Element.prototype.getBoundingClientRect.call(root);
    if (own('fonts').status !== 'loading') break;
    await own('fonts').ready;
  }
  const languageOf = (element) => {
    const read = (name) => element && Element.prototype.getAttribute.call(element, name);
    const language = read('lang') ?? read('xml:lang');
    try {
      return Intl.getCanonicalLocales(language ?? [])[0] ?? '';
    } catch {
      return '';
    }
  };
  const query = (selector) => Document.prototype.querySelector.call(document, selector);
  const isAlive = (page) =>
    Document.prototype.querySelector.call(page, '${activeElements}') !== null ||
    Document.prototype.getAnimations.call(page).length > 0 ||
    Array.from(Document.prototype.querySelectorAll.call(page, 'iframe, frame')).some(
      ({ contentDocument }) => contentDocument && isAlive(contentDocument),
    );
  const fact = (text) => text.trim().slice(0, ${maxFactLength}).replace(/[\\ud800-\\udbff]$/, '');
  const meta = (name) => fact(query('meta[name="' + name + '" i]')?.content ?? '');
  return {
    origin: location.origin,
    isActive: matchMedia('(scripting: enabled)').matches && isAlive(document),
    title: fact(own('title')),
    language: languageOf(root),
    author: meta('author'),
    description: meta('description'),
    keywords: meta('keywords'),
    inspection: await inspect(),
  };
}`;
