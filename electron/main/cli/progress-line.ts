import { durationText } from '../../shared/duration.js';
import type { QueueSummary } from '../../shared/jobs.js';
import { withCommas } from '../../shared/request/text.js';
import type { CommandOutput } from './command-io.js';

/** How often a line is written where there is no terminal, in milliseconds. */
const lineEveryMs = 10_000;

/** Erases the line that the cursor is in, and puts the cursor at its start (ECMA-48, EL and CR). */
const eraseLine = '\r\u001b[2K';

/** Shows how far many jobs are: on a terminal one line that changes, else a line now and then. */
export class ProgressLine {
  readonly #stderr: CommandOutput;
  #shown = '';
  #writtenAt = performance.now();

  constructor(stderr: CommandOutput) {
    this.#stderr = stderr;
  }

  show(text: string): void {
    if (this.#stderr.isTTY) this.#draw(text);
    else this.#writeNowAndThen(text);
  }

  /** Takes the line away before something else is written, and puts it back after that. */
  around(write: () => void): void {
    const shown = this.#shown;
    this.clear();
    write();
    if (shown !== '') this.#draw(shown);
  }

  clear(): void {
    if (this.#shown !== '') this.#stderr.write(eraseLine);
    this.#shown = '';
  }

  #draw(text: string): void {
    // A line that wraps could not be erased.
    const fitting = text.slice(0, Math.max(0, (this.#stderr.columns ?? 80) - 1));
    if (fitting === this.#shown) return;
    this.#stderr.write(`${this.#shown === '' ? '' : eraseLine}${fitting}`);
    this.#shown = fitting;
  }

  #writeNowAndThen(text: string): void {
    if (performance.now() - this.#writtenAt < lineEveryMs) return;
    this.#writtenAt = performance.now();
    this.#stderr.write(`${text}\n`);
  }
}

/** How far a batch is, in numbers of sources. */
export type BatchProgress = NonNullable<QueueSummary['batch']>;

/** `214 of 1,000 · 3 failed · about 40 s left` */
export function progressText({ ended, total, failed, secondsLeft }: BatchProgress): string {
  return [
    `${withCommas(ended)} of ${withCommas(total)}`,
    ...(failed > 0 ? [`${withCommas(failed)} failed`] : []),
    ...(secondsLeft === null ? [] : [`about ${durationText(secondsLeft)} left`]),
  ].join(' · ');
}

/** How a run ended, in numbers of sources. */
export interface RunCounts {
  readonly made: number;
  readonly skipped: number;
  readonly failed: number;
}

/** `997 made, 3 failed in 41 s` */
export function summaryText({ made, skipped, failed }: RunCounts, seconds: number): string {
  const parts = [
    `${withCommas(made)} made`,
    ...(skipped > 0 ? [`${withCommas(skipped)} skipped`] : []),
    ...(failed > 0 ? [`${withCommas(failed)} failed`] : []),
  ];
  return `${parts.join(', ')} in ${durationText(seconds)}`;
}
