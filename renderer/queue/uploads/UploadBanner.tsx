import { Banner } from '../../ui/parts.js';
import { hasNameConflict, deliveryName } from './delivery-wording.js';
import { useShownUploads } from './shown-uploads.js';
import { DeliveryButtons } from './DeliveryButtons.js';
import { t, textOf } from '../../i18n/t.js';

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
