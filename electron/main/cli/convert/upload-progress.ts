import { withCommas } from '../../../shared/request/text.js';
import { sizeText } from '../../../shared/size.js';
import type { UnfinishedUpload } from '../../outbox/direct-sink.js';

/** Below so many bytes, an upload is over before its numbers could be read. */
const minBytes = 1_000_000;

/** Returns `uploading x.pdf, 12.4 MB of 200.0 MB`, or `uploading 3 PDFs`; empty without uploads. */
export function uploadProgressText(uploads: readonly UnfinishedUpload[]): string {
  const [first] = uploads;
  if (first === undefined) return '';
  const name = first.delivery.pdf.name;
  const what = uploads.length === 1 ? name : `${withCommas(uploads.length)} PDFs`;
  const size = sum(uploads.map(({ delivery }) => delivery.pdf.size));
  if (size < minBytes) return `uploading ${what}`;
  const sent = sum(uploads.map((upload) => upload.sent));
  return `uploading ${what}, ${sizeText(sent)} of ${sizeText(size)}`;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
