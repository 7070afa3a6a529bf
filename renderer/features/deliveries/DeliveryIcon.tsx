import {
  CircleAlert,
  CircleCheck,
  CircleHelp,
  CircleMinus,
  CircleSlash,
  Clock,
  LoaderCircle,
  type LucideIcon,
} from 'lucide-react';
import type { DeliveryRow, DeliveryStatus } from '@shared/deliveries.js';
import { asks, deliveryStatusText } from '../../store/delivery/delivery-wording.js';

const icons: Readonly<Record<DeliveryStatus, LucideIcon>> = {
  waiting: Clock,
  running: LoaderCircle,
  delivered: CircleCheck,
  skipped: CircleMinus,
  failed: CircleAlert,
  canceled: CircleSlash,
};

/** The state of a delivery as a sign with a name. */
export function DeliveryIcon({ row }: { readonly row: DeliveryRow }) {
  const isQuestion = asks(row);
  const Icon = isQuestion ? CircleHelp : icons[row.status];
  return (
    <span
      className="delivery-icon"
      role="img"
      aria-label={deliveryStatusText(row)}
      data-status={isQuestion ? 'asks' : row.status}
    >
      <Icon size={16} aria-hidden />
    </span>
  );
}
