import { CircleAlert, CircleHelp } from 'lucide-react';
import type { DeliveryRow } from '@shared/deliveries.js';
import { asks, whatOf } from '../../store/delivery/delivery-wording.js';
import { useShownUploads } from '../../store/delivery/shown-uploads.js';
import { DeliveryButtons } from './DeliveryButtons.js';

/** Over the paper: an upload of it that cannot go on without the person, and the ways on. */
export function UploadBanner() {
  const row = useShownUploads().rows.find(({ status }) => status === 'failed');
  if (!row?.error) return null;
  const isQuestion = asks(row);
  const Icon = isQuestion ? CircleHelp : CircleAlert;
  return (
    <div className="error-banner" data-question={isQuestion || undefined} role="alert">
      <Icon size={18} aria-hidden />
      <div className="banner-body">
        <div className="banner-text">
          <p>{row.error.message}</p>
          <p className="quiet small">{isQuestion ? choicesText(row) : keptText}</p>
        </div>
        <div className="row">
          <DeliveryButtons row={row} />
        </div>
      </div>
    </div>
  );
}

const keptText = 'The PDF is kept until it is uploaded or dropped.';

function choicesText(row: DeliveryRow): string {
  return `Replace: the ${whatOf(row)} in the bucket is gone then. Keep both: this one gets a number. Drop: nothing is uploaded.`;
}
