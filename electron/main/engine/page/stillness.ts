/** What was still changing when a page was printed. */
export type Movement = 'content' | 'animation' | 'canvas';

/** How long nothing may change before a page counts as finished, in milliseconds. */
const quietMs = 100;

/** Larger canvases are not compared, in pixels. */
const maxCanvasPixels = 4_000_000;

/**
 * Returns a script for an isolated world of the page. It waits until, for {@link quietMs}, no
 * element has changed, no script has kept the main thread busy, no finite animation or transition
 * was running and no canvas was redrawn, for at most `limitMs`. It returns the {@link Movement}s
 * that were still going on then. Endless animations, such as a spinner, do not count. Frames of the
 * page's own origin count, others cannot be seen.
 */
export function untilStill(limitMs: number): string {
  return `(${waitUntilStill})(${limitMs})`;
}

/**
 * A page may give a form the name of any member of `document`, so the prototype is used. It waits
 * by timers, as hidden windows may get no animation frames. Elements and animations of frames have
 * classes of their own, so they are known by name.
 */
const waitUntilStill = `async (limitMs) => {
  const started = performance.now();
  const last = { content: started, animation: -Infinity, canvas: -Infinity };
  const observer = new MutationObserver(() => { last.content = performance.now(); });
  // A timer is also late on a busy machine, so long tasks show whether the page is busy: those that
  // do not include the last moment at which this script was resumed.
  let resumed = started;
  const noteTasks = (tasks) => {
    for (const { startTime, duration } of tasks) {
      const end = startTime + duration;
      const isOwn = startTime <= resumed && resumed <= end;
      if (!isOwn) last.content = Math.max(last.content, end);
    }
  };
  const tasks = new PerformanceObserver((list) => noteTasks(list.getEntries()));
  tasks.observe({ type: 'longtask' });
  const elementsOf = (root, prototype) => prototype.querySelectorAll.call(root, '*');

  const isA = (name, object) => Object.prototype.toString.call(object) === '[object ' + name + ']';
  const frameIn = (element) => {
    const kind = ['HTMLIFrameElement', 'HTMLFrameElement'].find((name) => isA(name, element));
    return kind === undefined ? null : Reflect.get(globalThis[kind].prototype, 'contentDocument', element);
  };
  let documents = [];
  const canvasesOf = (page) => {
    documents.push(page);
    return canvasesIn(page, elementsOf(page, Document.prototype));
  };
  const canvasesIn = (root, elements) => {
    observer.observe(root, { subtree: true, childList: true, attributes: true, characterData: true });
    return Array.from(elements).flatMap((element) => {
      if (isA('HTMLCanvasElement', element)) return [element];
      const frame = frameIn(element);
      if (frame) return canvasesOf(frame);
      const inner = Reflect.get(Element.prototype, 'shadowRoot', element);
      return inner ? canvasesIn(inner, elementsOf(inner, DocumentFragment.prototype)) : [];
    });
  };
  const pixelsOf = (canvas) => {
    const { width, height } = canvas;
    if (width * height === 0 || width * height > ${maxCanvasPixels}) return [];
    const copy = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
    copy.drawImage(canvas, 0, 0);
    try {
      return new Uint32Array(copy.getImageData(0, 0, width, height).data.buffer);
    } catch (error) {
      // It shows an image of another origin, whose pixels no script may read.
      if (error.name === 'SecurityError') return [];
      throw error;
    }
  };
  const drawings = () => {
    documents = [];
    return canvasesOf(document).map(pixelsOf);
  };
  const isSame = (one, other) =>
    one.length === other.length && one.every((value, index) => value === other[index]);
  const endsLater = ({ playState, effect, timeline }) =>
    playState === 'running' &&
    isA('DocumentTimeline', timeline) &&
    Number.isFinite(effect?.getComputedTiming().endTime);

  let drawn = drawings();
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    noteTasks(tasks.takeRecords());
    const now = performance.now();
    resumed = now;
    if (documents.some((each) => Document.prototype.getAnimations.call(each).some(endsLater)))
      last.animation = now;
    const moving = () => Object.keys(last).filter((kind) => now - last[kind] < ${quietMs});
    if (moving().length === 0) {
      const next = drawings();
      const isStill =
        next.length === drawn.length && next.every((pixels, index) => isSame(pixels, drawn[index]));
      drawn = next;
      if (!isStill) last.canvas = now;
    }
    if (moving().length === 0 || now - started >= limitMs) {
      observer.disconnect();
      tasks.disconnect();
      return moving();
    }
  }
}`;
