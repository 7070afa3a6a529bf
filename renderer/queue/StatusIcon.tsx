import {
  CircleCheck,
  CircleHelp,
  CircleMinus,
  CircleSlash,
  CircleX,
  Clock,
  LoaderCircle,
  type LucideIcon,
} from 'lucide-react';
import type { DeliveryRow } from '@shared/deliveries.js';
import { type Entry, type EntryStatus, entryStatus } from './entries.js';
import { statusText, tabNames } from './job-wording.js';
import { deliveryStatusText, hasNameConflict } from './uploads/delivery-wording.js';
import { textOf } from '../i18n/t.js';

const icons: Readonly<Record<EntryStatus, LucideIcon>> = {
  waiting: Clock,
  running: LoaderCircle,
  done: CircleCheck,
  failed: CircleX,
  canceled: CircleSlash,
};

/** The state of a row of the queue as a labeled icon. */
export function StatusIcon({ entry }: { readonly entry: Entry }) {
  const status = entryStatus(entry);
  const isSkipped = entry.kind === 'job' ? entry.row.skipped : entry.row.status === 'skipped';
  const Icon = isSkipped === true ? CircleMinus : hasConflict(entry) ? CircleHelp : icons[status];
  return <Labeled icon={Icon} label={labelOf(entry, status)} status={status} />;
}

/** The state of a delivery as a labeled icon. */
export function DeliveryIcon({ row }: { readonly row: DeliveryRow }) {
  return <StatusIcon entry={{ kind: 'delivery', row }} />;
}

interface LabeledProps {
  readonly icon: LucideIcon;
  readonly label: string;
  readonly status: EntryStatus;
}

function Labeled({ icon: Icon, label, status }: LabeledProps) {
  return (
    <span className="status-icon" role="img" aria-label={label} data-status={status}>
      <Icon size={16} aria-hidden />
    </span>
  );
}

function hasConflict(entry: Entry): boolean {
  const rows = entry.kind === 'job' ? entry.deliveries : [entry.row];
  return rows.some(hasNameConflict);
}

function labelOf(entry: Entry, status: EntryStatus): string {
  if (entry.kind === 'delivery') return deliveryStatusText(entry.row);
  const isOfJob = entry.row.status !== 'completed' || status === 'done';
  return isOfJob ? statusText(entry.row) : textOf(tabNames[status]);
}
