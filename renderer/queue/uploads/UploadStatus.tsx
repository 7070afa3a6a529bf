import { Button, VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { DeliveryRow } from '@shared/deliveries.js';
import { useShownUploads } from './shown-uploads.js';
import { DeliveryButtons } from './DeliveryButtons.js';
import { DeliveryProgress } from './DeliveryStatus.js';
import { deliveryStatusText, deliveryText, uploadedText } from './delivery-wording.js';
import { t, textOf } from '../../i18n/t.js';
import { showView } from '../../ui/ui-store.js';
import { useNow } from '../../ui/use-now.js';

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
