import { Button, VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { DeliveryRow } from '@shared/deliveries.js';
import { DeliveryButtons, DeliveryProgress } from './Deliveries.js';
import {
  deliveryStatusText,
  deliveryName,
  deliveryText,
  hasNameConflict,
  uploadedText,
} from './delivery-wording.js';
import { t, textOf } from '../i18n/t.js';
import { showView } from '../ui/ui-store.js';
import { useNow } from '../ui/use-now.js';
import { Banner } from '../ui/parts.js';
import { useDraft } from '../document/draft/draft-store.js';
import { fileNameOf, fileVersion, pdfKey, useFormContent } from '../document/preview/preview.js';
import { useDeliveries, useSent } from './deliveries-store.js';

/**
 * The status line of an upload: progress, or where it went and what can be done next. Errors and
 * conflicts are shown in a banner over the preview.
 */
export function UploadStatus() {
  const { rows, name, isOutdated } = useShownUploads();
  const isTight = useMediaQuery(tightLine, undefined, inFirstRender);
  const [row, ...others] = rows;
  if (!row) return null;
  return (
    <>
      <StatusText row={row} name={name} isOutdated={isOutdated} />
      {!isTight && <DeliveryProgress row={row} />}
      {row.status !== 'failed' && <DeliveryButtons row={row} isTight={isTight} />}
      {others.length > 0 && (
        <Button variant="subtle" size="compact-sm" onClick={() => showView('queue')}>
          {t('uploads.moreUploads', { count: others.length })}
        </Button>
      )}
    </>
  );
}

/** Media query for windows where the status line has little room. */
const tightLine = '(max-width: 1099px)';
const inFirstRender = { getInitialValueInEffect: false };

interface StatusTextProps {
  readonly row: DeliveryRow;
  /** The requested name. */
  readonly name: string;
  readonly isOutdated: boolean;
}

function StatusText({ row, name, isOutdated }: StatusTextProps) {
  const now = useNow(row.retryAt !== undefined);
  if (row.status === 'delivered') {
    return (
      <span className="cut" title={row.destination}>
        {uploadedText(row, name, isOutdated)}
      </span>
    );
  }
  const title = row.error && textOf(row.error.message);
  if (row.status === 'failed') {
    return (
      <span className="cut" title={title}>
        {t('uploads.failedAt', { destination: row.to })}
      </span>
    );
  }
  const textWith = (status: string) => t('uploads.statusAt', { destination: row.to, status });
  return (
    <>
      {/* Without the countdown and the size, which would be announced every second. */}
      <VisuallyHidden>{textWith(deliveryStatusText(row))}</VisuallyHidden>
      <span className="cut" aria-hidden title={title}>
        {textWith(deliveryText(row, now))}
      </span>
    </>
  );
}

/** A banner over the preview for an upload that needs the user. */
export function UploadBanner() {
  const row = useShownUploads().rows.find(({ status }) => status === 'failed');
  if (!row?.error) return null;
  const isQuestion = hasNameConflict(row);
  return (
    <Banner
      message={
        isQuestion ? t('uploads.conflict', { file: deliveryName(row) }) : textOf(row.error.message)
      }
      rest={isQuestion ? row.destination : t('uploads.pdfIsKept')}
      isQuestion={isQuestion}
    >
      <DeliveryButtons row={row} />
    </Banner>
  );
}

interface ShownUploads {
  /** Uploads of the PDF on screen; those that need the user first, then running ones. */
  readonly rows: readonly DeliveryRow[];
  /** The requested name. */
  readonly name: string;
  /** True if the PDF has changed since. */
  readonly isOutdated: boolean;
}

const none: ShownUploads = { rows: [], name: '', isOutdated: false };

/** Of the form's PDF on screen. Those of a job are shown in its details. */
export function useShownUploads(): ShownUploads {
  const draft = useDraft((state) => state.draft);
  const content = useFormContent();
  const sent = useSent((state) => state.sent);
  const rows = useDeliveries((state) => state.rows);
  if (content.kind !== 'pdf') return none;
  const { shown } = content;
  const last = sent.get(pdfKey(shown.source, fileNameOf(shown, draft.filename)));
  if (!last) return none;
  const known = last.ids.flatMap((id) => rows.get(id) ?? []);
  return {
    rows: known.sort((one, other) => urgency(one) - urgency(other)),
    name: last.name,
    isOutdated: last.version !== fileVersion(shown, draft),
  };
}

function urgency({ status }: DeliveryRow): number {
  return ['failed', 'running', 'waiting', 'canceled', 'skipped', 'delivered'].indexOf(status);
}
