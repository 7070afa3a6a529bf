/** When a notice closes. */
export interface NoticeTime {
  /** After it was shown, or after what kept it has ended, in milliseconds. */
  readonly time: number;
  /** True if work of the window keeps it. */
  readonly waitsForWork: boolean;
}

interface NoticeClock extends NoticeTime {
  readonly close: () => void;
}

interface RunningClock extends NoticeClock {
  timer: ReturnType<typeof setTimeout>;
}

/** By the ids of their notices. */
const clocks = new Map<string, RunningClock>();

let isWorking = false;

export function startClock(id: string, clock: NoticeClock): void {
  clocks.set(id, { ...clock, timer: timerOf(id, clock) });
}

export function stopClock(id: string): void {
  clearTimeout(clocks.get(id)?.timer);
  clocks.delete(id);
}

export function clockIds(): readonly string[] {
  return [...clocks.keys()];
}

/** Starts all clocks anew, because the pointer or the focus has left the notices. */
export function restartClocks(): void {
  for (const id of clocks.keys()) restart(id);
}

/** Keeps notices that wait for work until it has ended; then their clocks start anew. */
export function setWorking(working: boolean): void {
  if (working === isWorking) return;
  isWorking = working;
  for (const [id, { waitsForWork }] of clocks) if (waitsForWork) restart(id);
}

function restart(id: string): void {
  const clock = clocks.get(id);
  if (clock === undefined) return;
  clearTimeout(clock.timer);
  clock.timer = timerOf(id, clock);
}

function timerOf(id: string, { time, waitsForWork, close }: NoticeClock): RunningClock['timer'] {
  return setTimeout(() => {
    if (areInUse() || (waitsForWork && isWorking)) restart(id);
    else close();
  }, time);
}

/**
 * Returns true while the pointer or the focus is in the notices. Asked when a clock ends, because
 * no event tells that an element that had them is gone.
 */
function areInUse(): boolean {
  return document.querySelector('.mantine-Notifications-root:is(:hover, :focus-within)') !== null;
}
