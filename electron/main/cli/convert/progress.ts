import type { DeliveryRow } from '../../../shared/deliveries.js';
import type { QueueSummary } from '../../../shared/jobs.js';
import { durationMessage, sizeMessage } from '../../../shared/messages/measures.js';
import { type Message, message } from '../../../shared/messages/message.js';
import type { CommandOutput } from '../command-io.js';

/** Moves the cursor to the start of its line and erases the line (ECMA-48, CR and EL). */
const eraseLine = '\r\u001b[2K';

/** Shows progress in one changing line; a log or a pipe gets none. */
export class ProgressLine {
  readonly #stderr: CommandOutput;
  #shown = '';

  constructor(stderr: CommandOutput) {
    this.#stderr = stderr;
  }

  show(text: string): void {
    if (this.#stderr.isTTY) this.#draw(text);
  }

  /** Erases the line while other output is written, then draws it again. */
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
    // A wrapped line can't be erased.
    const fitting = text.slice(0, Math.max(0, (this.#stderr.columns ?? 80) - 1));
    if (fitting === this.#shown) return;
    this.#stderr.write(`${this.#shown === '' ? '' : eraseLine}${fitting}`);
    this.#shown = fitting;
  }
}

/** The progress of a run, in numbers of sources. */
export type BatchProgress = NonNullable<QueueSummary['batch']>;

/** `214 of 1,000 · 3 failed · about 40 s left` */
export function progressMessage({ ended, total, failed, secondsLeft }: BatchProgress): Message {
  const progress = message('convert.progress', { ended, total, failed });
  if (secondsLeft === null) return progress;
  return message('convert.progressWithTime', { progress, time: durationMessage(secondsLeft) });
}

/** The results of a run, in numbers of sources. */
export interface RunCounts {
  readonly converted: number;
  readonly skipped: number;
  readonly failed: number;
}

/** `997 converted, 3 failed in 41 s` */
export function summaryMessage(counts: RunCounts, seconds: number): Message {
  return message('convert.summary', { ...counts, time: durationMessage(seconds) });
}

/** Smaller uploads end before a user could read their size, in bytes. */
const minBytes = 1_000_000;

/** `uploading x.pdf, 12.4 MB of 200.0 MB` or `uploading 3 PDFs`; null without uploads. */
export function uploadsMessage(
  uploads: readonly Pick<DeliveryRow, 'file' | 'size' | 'sent'>[],
): Message | null {
  const [first] = uploads;
  if (first === undefined) return null;
  const uploading =
    uploads.length === 1
      ? message('convert.uploading', { name: first.file })
      : message('convert.uploadingMany', { count: uploads.length });
  const total = sum(uploads.map(({ size }) => size));
  if (total < minBytes) return uploading;
  const sent = sizeMessage(sum(uploads.map((upload) => upload.sent ?? 0)));
  return message('convert.uploadingBytes', { uploading, sent, size: sizeMessage(total) });
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
