import { join } from 'node:path';
import { PdfSpool } from '../files/pdf-spool.js';
import { removeLeftovers } from '../files/temporary-file.js';
import { Outbox } from './outbox.js';
import { OutboxFolder } from './outbox-folder.js';
import type { OutboxParts } from './outbox-parts.js';
import type { Delivery } from './delivery.js';
import { isDone } from './delivery-state.js';

export interface OutboxPlace extends Omit<OutboxParts, 'memory' | 'pdfs' | 'remembered'> {
  /** Platen's own folder, where the outbox lies; no other process may use it. */
  readonly userData: string;
}

/** An outbox that is remembered over restarts. */
export interface OpenedOutbox {
  readonly outbox: Outbox;
  /** Sentences for the person about what could not be read. */
  readonly notices: readonly string[];
}

/**
 * Opens the outbox as the last Platen left it, however that ended. Nothing is sent before `outbox.start()`; before that, `outbox.reconcile()` must be told what
 * the jobs say.
 * @throws what the system throws if the folder cannot be read
 */
export async function openOutbox(place: OutboxPlace): Promise<OpenedOutbox> {
  const folder = join(place.userData, 'outbox');
  const memory = new OutboxFolder(folder);
  const pdfs = new PdfSpool(folder);
  await removeLeftovers(folder);
  const { remembered, notices, isDamaged } = await memory.read();
  if (!isDamaged) await removeUnneeded(pdfs, remembered);
  return { outbox: new Outbox({ ...place, memory, pdfs, remembered }), notices };
}

/** PDFs whose delivery was not remembered yet, or not needed any more, when a kill came. */
async function removeUnneeded(pdfs: PdfSpool, remembered: readonly Delivery[]): Promise<void> {
  const needed = new Set(
    remembered.flatMap((delivery) =>
      delivery.kind === 'upload' && !isDone(delivery.state) ? [delivery.pdf.id] : [],
    ),
  );
  for (const id of await pdfs.ids()) {
    if (!needed.has(id)) await pdfs.remove(id);
  }
}
