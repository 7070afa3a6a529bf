import type { DeliveryRow } from '@shared/deliveries.js';
import { Banner } from '../../components/Banner.js';
import { asks, whatOf } from '../../store/delivery/delivery-wording.js';
import { useShownUploads } from '../../store/delivery/shown-uploads.js';
import { DeliveryButtons } from './DeliveryButtons.js';

/** Over the paper: an upload of it that cannot go on without the person, and the ways on. */
export function UploadBanner() {
  const row = useShownUploads().rows.find(({ status }) => status === 'failed');
  if (!row?.error) return null;
  const isQuestion = asks(row);
  return (
    <Banner
      message={row.error.message}
      rest={isQuestion ? choicesText(row) : keptText}
      isQuestion={isQuestion}
    >
      <DeliveryButtons row={row} />
    </Banner>
  );
}

const keptText = 'The PDF is kept until it is uploaded or dropped.';

function choicesText(row: DeliveryRow): string {
  return `Replace: the ${whatOf(row)} in the bucket is gone then. Keep both: this one gets a number. Drop: nothing is uploaded.`;
}
