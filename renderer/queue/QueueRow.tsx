import { ActionIcon, Tooltip, UnstyledButton } from '@mantine/core';
import {
  CircleCheck,
  CircleHelp,
  CircleMinus,
  CircleSlash,
  CircleX,
  Clock,
  CloudUpload,
  ExternalLink,
  Folder,
  LoaderCircle,
  type LucideIcon,
  RotateCw,
  Trash2,
} from 'lucide-react';
import { type MouseEvent, type ReactNode, memo, useState } from 'react';
import type { DeliveryRow } from '@shared/deliveries.js';
import type { JobRow } from '@shared/jobs.js';
import { showContextMenu } from '../ui/commands.js';
import { useJobService, useMissingCredential } from '../document/draft/services.js';
import { t, textOf } from '../i18n/t.js';
import { NumberCells } from '../ui/ListView.js';
import { NameText, PlaceText } from '../ui/parts.js';
import { selectRow, selectionMode } from '../ui/row-selection.js';
import { type ListRow, startRowDrag } from '../ui/VirtualList.js';
import {
  type Entry,
  type EntryStatus,
  currentListing,
  entryStatus,
  focusJobs,
  useJob,
  useJobs,
  useSourceLabel,
} from './jobs-store.js';
import {
  cancelEntries,
  openJob,
  removeEntries,
  retryEntries,
  showJobInFolder,
} from './job-actions.js';
import {
  deliveryName,
  deliveryStatusText,
  hasNameConflict,
  jobDeliveriesText,
} from './delivery-wording.js';
import {
  findingsText,
  locationText,
  outcomeText,
  outputText,
  rowText,
  statusText,
  tabNames,
} from './wording.js';
import { useDelivery, useJobDeliveries } from './deliveries-store.js';
import { DeliveryText } from './Deliveries.js';
import { lastPart } from '../i18n/format.js';

/** The data type of a dragged row. */
export const rowDragType = 'application/x-platen-job';

interface QueueRowProps extends ListRow {
  readonly isSelected: boolean;
}

export const QueueRow = memo(function QueueRow(props: QueueRowProps) {
  const { id, index, isSelected, isTabStop, top, height } = props;
  const entry = useEntry(id);
  const [isUnderPointer, setIsUnderPointer] = useState(false);
  if (!entry) return null;
  const status = entryStatus(entry);
  return (
    <div
      className="list-row"
      role="row"
      style={{ top, height }}
      aria-rowindex={index + 1}
      aria-selected={isSelected}
      tabIndex={isTabStop ? 0 : -1}
      data-status={status}
      draggable={entry.row.status === 'queued'}
      onDragStart={(event) => startRowDrag(event, rowDragType, id)}
      onPointerEnter={() => setIsUnderPointer(true)}
      onPointerLeave={() => setIsUnderPointer(false)}
      onClick={(event) => select(event, id)}
      onContextMenu={(event) => {
        if (!isSelected) selectOnly(id);
        showContextMenu('queue', event);
      }}
      onDoubleClick={() => {
        if (entry.kind === 'job' && entry.row.path !== undefined) void openJob(id);
      }}
    >
      <span role="gridcell">
        <StatusIcon entry={entry} />
      </span>
      {entry.kind === 'job' ? (
        <JobCells row={entry.row} deliveries={entry.deliveries} status={status} {...props} />
      ) : (
        <DeliveryCells row={entry.row} status={status} {...props} />
      )}
      <span className="queue-actions" role="gridcell">
        {(isTabStop || isUnderPointer) && (
          <Actions entry={entry} status={status} isTabStop={isTabStop} />
        )}
      </span>
    </div>
  );
});

/** Renders again only when the row or one of its uploads changes. */
function useEntry(id: string): Entry | undefined {
  const job = useJob(id);
  const delivery = useDelivery(id);
  const deliveries = useJobDeliveries(id);
  if (job) return { kind: 'job', row: job, deliveries };
  return delivery && { kind: 'delivery', row: delivery };
}

function select(event: MouseEvent, id: string): void {
  useJobs.setState(({ selection }) => ({
    selection: selectRow(selection, currentListing().ids, id, selectionMode(event)),
  }));
}

function selectOnly(id: string): void {
  useJobs.setState(({ selection }) => ({
    selection: selectRow(selection, currentListing().ids, id, 'only'),
  }));
}

interface CellsProps extends Pick<ListRow, 'isTabStop'> {
  readonly status: EntryStatus;
}

interface JobCellsProps extends CellsProps {
  readonly row: JobRow;
  readonly deliveries: readonly DeliveryRow[];
}

function JobCells({ row, deliveries, status, isTabStop }: JobCellsProps) {
  const { id, name, place, path, pages, size, findings } = row;
  const service = useJobService(row);
  const credential = useMissingCredential(row);
  const file = path === undefined ? uploadedAs(deliveries) : lastPart(path);
  const saved = file === undefined ? undefined : outputText(file, row.parts);
  const text = textOf(name);
  const label = useSourceLabel(row);
  return (
    <>
      <span className="list-source" role="gridcell" title={locationText(row)}>
        <NameText {...label} />
        {service !== null && (
          <span className="queue-service cut quiet">{t('queue.withService', { service })}</span>
        )}
        <PlaceText {...label} folder={lastPart(place)} isAfterOther={service !== null} />
      </span>
      <Output name={saved ?? row.expected} isMissing={row.status === 'failed'} />
      <NumberCells pages={pages} size={size} />
      <Status
        title={row.status === 'completed' ? undefined : outcomeText(row)}
        action={
          credential
            ? {
                label: t('queue.enterCredential', { credential: credential.name }),
                run: credential.enter,
              }
            : retryOf(id, row.error || deliveries.some(isRetried) ? status : 'done')
        }
        name={text}
        isTabStop={isTabStop}
      >
        {row.status === 'completed' && rowText(row) === '' ? (
          <DoneText row={row} deliveries={deliveries} findings={findings} />
        ) : (
          rowText(row)
        )}
      </Status>
    </>
  );
}

function isRetried(row: DeliveryRow): boolean {
  return row.status === 'failed' && !hasNameConflict(row);
}

interface DoneTextProps {
  readonly row: JobRow;
  readonly deliveries: readonly DeliveryRow[];
  readonly findings: number;
}

/** What happened to the uploads of a converted job, and its warnings. */
function DoneText({ row, deliveries, findings }: DoneTextProps) {
  const text = jobDeliveriesText(deliveries, row);
  return (
    <>
      {text}
      {text !== '' && findings > 0 && ' · '}
      <span className="queue-warnings">{findingsText(findings)}</span>
    </>
  );
}

interface DeliveryCellsProps extends CellsProps {
  readonly row: DeliveryRow;
}

function DeliveryCells({ row, status, isTabStop }: DeliveryCellsProps) {
  const { id, destination, size, kind } = row;
  const name = deliveryName(row);
  return (
    <>
      <span className="list-source" role="gridcell">
        <span className="cut">{name}</span>
        <span className="cut quiet">
          {kind === 'upload' ? t('queue.uploadTo', { destination: row.to }) : row.to}
        </span>
      </span>
      <span className="list-output" role="gridcell" title={destination}>
        {kind === 'upload' && <CloudUpload size={14} aria-hidden />}
        <span className="cut">{destination}</span>
      </span>
      <NumberCells size={kind === 'upload' ? size : undefined} />
      <Status
        title={row.error && textOf(row.error.message)}
        action={retryOf(id, isRetried(row) ? status : 'done')}
        name={name}
        isTabStop={isTabStop}
      >
        <DeliveryText row={row} />
      </Status>
    </>
  );
}

interface OutputProps {
  /** The name of the PDF, as far as it is known. */
  readonly name: string | undefined;
  readonly isMissing: boolean;
}

function Output({ name, isMissing }: OutputProps) {
  const text = isMissing ? t('queue.noOutput') : name;
  return (
    <span className="list-output" role="gridcell" title={text}>
      <span className="cut">{text}</span>
    </span>
  );
}

interface TextAction {
  readonly label: string;
  /** Stands for the label where space is short. */
  readonly icon?: LucideIcon;
  readonly run: () => void;
}

function retryOf(id: string, status: EntryStatus): TextAction | null {
  if (status !== 'failed') return null;
  return { label: t('window.retry'), icon: RotateCw, run: () => void retryEntries([id]) };
}

interface StatusProps {
  /** The whole text, for the tooltip. */
  readonly title: string | undefined;
  readonly action: TextAction | null;
  readonly name: string;
  readonly isTabStop: boolean;
  readonly children: ReactNode;
}

function Status({ title, action, name, isTabStop, children }: StatusProps) {
  return (
    <span className="queue-status" role="gridcell" title={title}>
      <span className="cut">{children}</span>
      {action && (
        <>
          <span className="queue-link-dot">{' · '}</span>
          <UnstyledButton
            className="queue-link"
            title={action.label}
            tabIndex={isTabStop ? 0 : -1}
            aria-label={t('window.actionOn', { action: action.label, name })}
            onClick={(event) => {
              event.stopPropagation();
              action.run();
            }}
          >
            {action.icon && <action.icon size={14} aria-hidden />}
            <span>{action.label}</span>
          </UnstyledButton>
        </>
      )}
    </span>
  );
}

interface IconAction extends TextAction {
  readonly icon: LucideIcon;
}

function jobActions(row: JobRow, status: EntryStatus): readonly IconAction[] {
  const { id, path } = row;
  const ofFile: readonly IconAction[] =
    path === undefined
      ? []
      : [
          { icon: ExternalLink, label: t('window.open'), run: () => void openJob(id) },
          { icon: Folder, label: t('window.showInFolder'), run: () => void showJobInFolder(id) },
        ];
  const again: readonly IconAction[] =
    row.status === 'canceled'
      ? [{ icon: RotateCw, label: t('window.retry'), run: () => void retryEntries([id]) }]
      : [];
  return [...ofFile, ...again, ...commonActions(id, status)];
}

function commonActions(id: string, status: EntryStatus): readonly IconAction[] {
  if (status === 'waiting' || status === 'running') {
    return [{ icon: CircleX, label: t('window.cancel'), run: () => void cancelEntries([id]) }];
  }
  const remove = (): void => {
    focusJobs();
    removeEntries([id]);
  };
  return [{ icon: Trash2, label: t('window.removeFromList'), run: remove }];
}

interface ActionsProps extends CellsProps {
  readonly entry: Entry;
}

const onHover = { hover: true, focus: false, touch: false };

/**
 * Icon buttons at the end of a row. Only the row under the pointer and the tab stop have them:
 * those of all rows cost most of the time that a list takes while it changes.
 */
function Actions({ entry, status, isTabStop }: ActionsProps) {
  const [actions, name] =
    entry.kind === 'job'
      ? [jobActions(entry.row, status), textOf(entry.row.name)]
      : [commonActions(entry.row.id, status), deliveryName(entry.row)];
  return (
    <>
      {actions.map(({ icon: Icon, label, run }) => (
        <Tooltip key={label} label={label} events={onHover}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={26}
            tabIndex={isTabStop ? 0 : -1}
            aria-label={t('window.actionOn', { action: label, name })}
            onClick={(event) => {
              event.stopPropagation();
              run();
            }}
          >
            <Icon size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
      ))}
    </>
  );
}

function uploadedAs([first]: readonly DeliveryRow[]): string | undefined {
  return first?.kind === 'upload' ? deliveryName(first) : undefined;
}

const icons: Readonly<Record<EntryStatus, LucideIcon>> = {
  waiting: Clock,
  running: LoaderCircle,
  done: CircleCheck,
  failed: CircleX,
  canceled: CircleSlash,
};

/** The state of a row of the queue as a labeled icon. */
function StatusIcon({ entry }: { readonly entry: Entry }) {
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
