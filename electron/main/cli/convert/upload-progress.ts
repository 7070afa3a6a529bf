import type { DeliveryRow } from '../../../shared/deliveries.js';
import { withCommas } from '../../../shared/request/text.js';
import { sizeText } from '../../../shared/size.js';

/** Below so many bytes a number of them says nothing: the upload is over before it is read. */
const worthTelling = 1_000_000;

/** How far the uploads of a run are. */
export class UploadProgress {
  readonly #unended = new Map<string, DeliveryRow>();

  /** Hears of rows that are new or changed. */
  heard(rows: readonly DeliveryRow[]): void {
    for (const row of rows) {
      if (row.kind !== 'upload') continue;
      if (row.status === 'waiting' || row.status === 'running') this.#unended.set(row.id, row);
      else this.#unended.delete(row.id);
    }
  }

  /** `uploading x.pdf, 12.4 MB of 200.0 MB`, or `uploading 3 PDFs`; empty if nothing is to be uploaded. */
  get text(): string {
    const rows = [...this.#unended.values()];
    const [first] = rows;
    if (first === undefined) return '';
    const what = rows.length === 1 ? first.file : `${withCommas(rows.length)} PDFs`;
    const size = sum(rows.map((row) => row.size));
    if (size < worthTelling) return `uploading ${what}`;
    const sent = sum(rows.map((row) => row.sent ?? 0));
    return `uploading ${what}, ${sizeText(sent)} of ${sizeText(size)}`;
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
