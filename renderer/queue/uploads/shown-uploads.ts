import type { DeliveryRow } from '@shared/deliveries.js';
import { useDraft } from '../../document/form/draft-store.js';
import { fileNameOf, pdfKey, useFormContent } from '../../document/preview/preview.js';
import { useDeliveries } from './deliveries-store.js';
import { useSent } from './sent-store.js';

interface ShownUploads {
  /** Uploads of the PDF on screen; those that need the user first, then running ones. */
  readonly rows: readonly DeliveryRow[];
  /** The requested name. */
  readonly name: string;
  /** True if the PDF has changed since. */
  readonly isOutdated: boolean;
}

const none: ShownUploads = { rows: [], name: '', isOutdated: false };

/**
 * Returns the last uploads of the form's PDF on screen. Those of a job are shown in its details.
 */
export function useShownUploads(): ShownUploads {
  const typed = useDraft(({ draft }) => draft.filename);
  const content = useFormContent();
  const sent = useSent((state) => state.sent);
  const rows = useDeliveries((state) => state.rows);
  if (content.kind !== 'pdf') return none;
  const { shown } = content;
  const last = sent.get(pdfKey(shown.source, fileNameOf(shown, typed)));
  if (!last) return none;
  const known = last.ids.flatMap((id) => rows.get(id) ?? []);
  return {
    rows: known.sort((one, other) => urgency(one) - urgency(other)),
    name: last.name,
    isOutdated: last.artifactId !== shown.artifact.id,
  };
}

function urgency({ status }: DeliveryRow): number {
  return ['failed', 'running', 'waiting', 'canceled', 'skipped', 'delivered'].indexOf(status);
}
