import type { DeliveryRow } from '@shared/deliveries.js';
import { useDraft } from '../draft-store.js';
import { useJobView } from '../jobs/job-view.js';
import { useFormContent } from '../preview-content.js';
import { fileNameOf, pdfKey } from '../ready-pdf.js';
import { useDeliveries } from './deliveries-store.js';
import { useSent } from './sent-store.js';

interface ShownUploads {
  /** The uploads of the PDF that is on the screen; those that need the person first, then those that are under way. */
  readonly rows: readonly DeliveryRow[];
  /** The name that was asked for. */
  readonly name: string;
  /** The PDF has changed since. */
  readonly isOutdated: boolean;
}

const none: ShownUploads = { rows: [], name: '', isOutdated: false };

/** What was last uploaded of the form's PDF that is on the screen. A job's uploads are told with its details. */
export function useShownUploads(): ShownUploads {
  const typed = useDraft(({ draft }) => draft.filename);
  const isOfJob = useJobView(({ id }) => id !== null);
  const content = useFormContent();
  const sent = useSent((state) => state.sent);
  const rows = useDeliveries((state) => state.rows);
  useDeliveries(({ revision }) => revision);
  if (isOfJob || content.kind !== 'pdf') return none;
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
