import { stat } from 'node:fs/promises';
import { codeOf } from '../../../shared/messages/errors.js';
import type { Message } from '../../../shared/messages/message.js';
import type { PdfSpool } from '../../files/pdf-spool.js';
import { type UploadDelivery, isAtRest } from '../../outbox/delivery.js';
import type { OutboxFolder } from '../../outbox/outbox-folder.js';

/** A run in which nothing happens for so long has been killed; in milliseconds. */
const inUseMs = 3600_000;

/** A PDF that `convert` left. */
export interface KeptPdf {
  readonly id: string;
  /** Full path. */
  readonly path: string;
  /** In bytes. */
  readonly size: number;
  /** When it was last written, in milliseconds since the epoch. */
  readonly modified: number;
  /** Those that have not arrived; none for a PDF that could not be saved. */
  readonly uploads: readonly UploadDelivery[];
}

/**
 * The oldest is the first; the notices are about files that could not be read. Deletes uploads
 * whose PDF somebody has removed.
 */
export async function keptPdfs(
  spool: PdfSpool,
  folder: OutboxFolder,
): Promise<{ readonly pdfs: readonly KeptPdf[]; readonly notices: readonly Message[] }> {
  const { deliveries, notices } = await folder.read();
  const uploads = deliveries.filter((delivery) => delivery.kind === 'upload');
  const read = async (id: string) => {
    const facts = await factsOf(spool.pathOf(id));
    return facts && { id, ...facts, uploads: uploads.filter(({ pdf }) => pdf.id === id) };
  };
  const ids = new Set(await spool.ids());
  const orphans = uploads.filter(({ pdf }) => !ids.has(pdf.id));
  await Promise.all(orphans.map(async ({ id }) => folder.delete(id)));
  const pdfs = (await Promise.all([...ids].map(read))).filter((pdf) => pdf !== null);
  return { pdfs: pdfs.sort((one, other) => one.modified - other.modified), notices };
}

/** Whether a run that has not ended may still upload it. */
export function isInUse({ uploads, modified }: KeptPdf): boolean {
  const isUnended = uploads.length === 0 || uploads.some(({ state }) => !isAtRest(state));
  return isUnended && Date.now() - modified < inUseMs;
}

/** Null for a PDF that was delivered meanwhile. */
async function factsOf(path: string): Promise<Omit<KeptPdf, 'id' | 'uploads'> | null> {
  try {
    const { size, mtimeMs } = await stat(path);
    return { path, size, modified: mtimeMs };
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}
