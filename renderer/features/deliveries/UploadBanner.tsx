import type { DeliveryRow } from '@shared/deliveries.js';
import { Banner } from '../../components/Banner.js';
import { hasNameConflict, deliveryName } from '../../store/delivery/delivery-wording.js';
import { useShownUploads } from '../../store/delivery/shown-uploads.js';
import { DeliveryButtons } from './DeliveryButtons.js';
import { textOf } from '../../i18n/t.js';

/** A banner over the preview for an upload that needs the user. */
export function UploadBanner() {
  const row = useShownUploads().rows.find(({ status }) => status === 'failed');
  if (!row?.error) return null;
  const isQuestion = hasNameConflict(row);
  return (
    <Banner
      message={isQuestion ? conflictText(row) : textOf(row.error.message)}
      rest={isQuestion ? row.destination : keptText}
      isQuestion={isQuestion}
    >
      <DeliveryButtons row={row} />
    </Banner>
  );
}

const keptText = 'The PDF is kept until you upload or discard it.';

function conflictText(row: DeliveryRow): string {
  return `"${deliveryName(row)}" already exists. Replace it, keep both, or skip?`;
}
