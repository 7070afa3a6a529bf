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
import type { DeliveryRow } from '@shared/deliveries.js';
import { deliveryStatusText, shownStatus } from './delivery-wording.js';

const icons: Readonly<Record<ReturnType<typeof shownStatus>, LucideIcon>> = {
  waiting: Clock,
  running: LoaderCircle,
  delivered: CircleCheck,
  skipped: CircleMinus,
  failed: CircleAlert,
  canceled: CircleSlash,
  conflict: CircleHelp,
};

/** The state of a delivery as a labeled icon. */
export function DeliveryIcon({ row }: { readonly row: DeliveryRow }) {
  const status = shownStatus(row);
  const Icon = icons[status];
  return (
    <span
      className="delivery-icon"
      role="img"
      aria-label={deliveryStatusText(row)}
      data-status={status}
    >
      <Icon size={16} aria-hidden />
    </span>
  );
}
