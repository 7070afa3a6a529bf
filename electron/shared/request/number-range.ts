import { describeValue } from './wording.js';

/** The lowest and the highest zoom: the range of Chromium's own print scale. */
const minZoom = 0.1;
const maxZoom = 2;

/** The limits of the time for one conversion, and the one that holds if none is given, in seconds. */
const minTimeoutSeconds = 1;
const maxTimeoutSeconds = 3600;
export const defaultTimeoutSeconds = 30;

/**
 * A number as people type it: `1.5`, `1,5`, `.5`, `1e9`. A text that is none comes back as it is, so that the schema can
 * quote it in its own sentence; `NaN` and `Infinity` become those numbers, as a program could pass them.
 */
export function numberFromText(text: string): number | string {
  const written = text.trim();
  const isNumber = /^[-+]?(\d+([.,]\d*)?|[.,]\d+)(e[-+]?\d+)?$/i.test(written);
  if (!isNumber && !/^(NaN|[-+]?Infinity)$/.test(written)) return text;
  return Number(written.replace(',', '.'));
}

/** The mistake in a zoom, in a sentence; null if it is a number from 0.1 to 2. */
export function zoomIssue(value: unknown): string | null {
  return numberIssue('The zoom', value, minZoom, maxZoom, 'such as 1.25');
}

/** The mistake in a time limit in seconds, in a sentence; null if it is a number from 1 to 3600. */
export function timeoutIssue(value: unknown): string | null {
  return numberIssue(
    'The time limit',
    value,
    minTimeoutSeconds,
    maxTimeoutSeconds,
    'in seconds, such as 30',
  );
}

function numberIssue(
  subject: string,
  value: unknown,
  lowest: number,
  highest: number,
  hint: string,
): string | null {
  const rule = `it must be a number from ${lowest} to ${highest}, ${hint}.`;
  if (value === undefined) return `${subject} is missing; ${rule}`;
  if (typeof value !== 'number') return `${subject} is ${describeValue(value)}; ${rule}`;
  if (Number.isNaN(value)) return `${subject} is NaN, which is not a number; ${rule}`;
  if (value < lowest) return `${subject} is ${value}, which is too low; ${rule}`;
  if (value > highest) return `${subject} is ${value}, which is too high; ${rule}`;
  return null;
}
