/** What was still changing when a page was printed. */
export type Movement = 'content' | 'animation' | 'canvas' | 'frames';

/** How often the page is looked at, in milliseconds. */
const turnMs = 20;

/** In how many turns of its event loop nothing may change before a page counts as finished. */
const quietTurns = 5;

/**
 * How many frames are drawn after the last change before a page counts as finished: what a script
 * asks for in the first is drawn in the next.
 */
const quietFrames = 2;

/** In how many turns after the last change they are drawn, if Chromium draws frames at all. */
const frameTurns = 100;

/**
 * How much a late turn counts. On a busy machine, turns come late and the work of workers, frames
 * and drawings later still, so time alone says nothing about a page, and a late turn says little.
 */
const lateTurn = 0.25;

/** Larger canvases are not compared, in pixels. */
const maxCanvasPixels = 4_000_000;

/** How long a page is waited for, in milliseconds. */
export interface StillnessLimits {
  /** How long it may keep changing. */
  readonly movementMs: number;
  /** How long it may have too few turns to show whether it still changes. */
  readonly starvedMs: number;
}

/**
 * Returns a script for an isolated world of the page. It waits until, for {@link quietTurns}, no
 * element has changed, no frame has got another document, no script has kept the main thread busy,
 * no finite animation or transition was running and no canvas was redrawn, and until the main
 * thread has had nothing to do and {@link quietFrames} have been drawn since, but not beyond the
 * limits. It returns the {@link Movement}s that were still going on then, or may have been;
 * `frames` means that they were not drawn. Endless animations, such as a spinner, do not count. Of
 * the documents in frames, those of the page's own origin count, others cannot be seen.
 */
export function untilStill(limits: StillnessLimits): string {
  return `(${waitUntilStill})(${JSON.stringify(limits)})`;
}

/**
 * A page may give a form the name of any member of `document`, so the prototype is used. It waits
 * by timers, as hidden windows may get no animation frames. Elements and animations of frames have
 * classes of their own, so they are known by name.
 */
const waitUntilStill = `async ({ movementMs, starvedMs }) => {
  const started = performance.now();
  let turns = 0;
  // The end of the turn in which each was last seen. A page that was just loaded has changed.
  const last = { content: 0, animation: -Infinity, canvas: -Infinity };
  let moved = started;
  let frame;
  let frames = 0;
  const onFrame = () => {
    frames += 1;
    if (frames < ${quietFrames}) frame = requestAnimationFrame(onFrame);
  };
  const awaitFrames = () => {
    cancelAnimationFrame(frame);
    frames = 0;
    frame = requestAnimationFrame(onFrame);
  };
  // A background task runs once no other waits: not between the slices of a longer computation.
  let idle = -Infinity;
  let isIdleAwaited = false;
  const awaitIdle = () => {
    if (isIdleAwaited) return;
    isIdleAwaited = true;
    const onIdle = () => {
      isIdleAwaited = false;
      idle = performance.now();
    };
    void scheduler.postTask(onIdle, { priority: 'background' });
  };
  const note = (kind) => {
    last[kind] = turns + 1;
    moved = performance.now();
    awaitFrames();
  };
  const moving = () => Object.keys(last).filter((kind) => turns < last[kind] + ${quietTurns});
  const quiet = () => turns - Math.max(...Object.values(last));
  const observer = new MutationObserver(() => note('content'));
  // A timer is also late on a busy machine, so long tasks show whether the page is busy: those that
  // do not include the last moment at which this script was resumed.
  let resumed = started;
  const noteTasks = (tasks) => {
    for (const { startTime, duration } of tasks) {
      const isOwn = startTime <= resumed && resumed <= startTime + duration;
      if (!isOwn) note('content');
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
  let roots = new Set();
  let drawingAnimations = [];
  const animationKinds = ['', 'Motion', 'Transform'].map((kind) => 'SVGAnimate' + kind + 'Element');
  const canvasesOf = (page) => canvasesIn(page, elementsOf(page, Document.prototype));
  const canvasesIn = (root, elements) => {
    roots.add(root);
    observer.observe(root, { subtree: true, childList: true, attributes: true, characterData: true });
    return Array.from(elements).flatMap((element) => {
      if (isA('HTMLCanvasElement', element)) return [element];
      if (animationKinds.some((name) => isA(name, element))) drawingAnimations.push(element);
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
    roots = new Set();
    drawingAnimations = [];
    return canvasesOf(document).map(pixelsOf);
  };
  const isSame = (one, other) =>
    one.length === other.length && one.every((value, index) => value === other[index]);
  const endsLater = ({ playState, effect, timeline }) =>
    playState === 'running' &&
    isA('DocumentTimeline', timeline) &&
    Number.isFinite(effect?.getComputedTiming().endTime);
  const animationsIn = (root) =>
    (isA('ShadowRoot', root) ? ShadowRoot : Document).prototype.getAnimations.call(root);
  const drawingEndsLater = (element) => {
    const ask = (name) => SVGAnimationElement.prototype[name].call(element);
    const count = Number(Element.prototype.getAttribute.call(element, 'repeatCount') ?? 1);
    try {
      const [now, start, duration] = [ask('getCurrentTime'), ask('getStartTime'), ask('getSimpleDuration')];
      return start <= now && now < start + duration * count;
    } catch (error) {
      // It has not begun, or has no duration.
      if (['InvalidStateError', 'NotSupportedError'].includes(error.name)) return false;
      throw error;
    }
  };
  const isAnimated = () =>
    Array.from(roots).some((root) => animationsIn(root).some(endsLater)) ||
    drawingAnimations.some(drawingEndsLater);

  awaitFrames();
  let drawn = drawings();
  const lookAgain = () => {
    const known = roots;
    const next = drawings();
    // A frame's new document and a new shadow tree are no change of any element.
    if (!roots.isSubsetOf(known)) note('content');
    const isStill =
      next.length === drawn.length && next.every((pixels, index) => isSame(pixels, drawn[index]));
    drawn = next;
    if (!isStill) note('canvas');
    if (isAnimated()) note('animation');
  };
  for (;;) {
    awaitIdle();
    const asked = performance.now();
    await new Promise((resolve) => setTimeout(resolve, ${turnMs}));
    const now = performance.now();
    turns += now - asked <= ${2 * turnMs} ? 1 : ${lateTurn};
    noteTasks(tasks.takeRecords());
    resumed = now;
    if (isAnimated()) note('animation');
    const isDrawn = frames >= ${quietFrames};
    if (isDrawn && idle > moved && moving().length === 0) lookAgain();
    const movements = moving();
    if (movements.length === 0 && idle <= moved) movements.push('content');
    if (movements.length === 0 && !isDrawn) movements.push('frames');
    const isOver =
      moved - started >= movementMs || now - started >= starvedMs || quiet() >= ${frameTurns};
    if (isOver || movements.length === 0) {
      observer.disconnect();
      tasks.disconnect();
      cancelAnimationFrame(frame);
      return movements;
    }
  }
}`;
