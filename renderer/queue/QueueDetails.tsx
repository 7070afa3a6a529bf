import { Button, Menu, UnstyledButton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import {
  ArrowDown,
  ArrowUp,
  ArrowUpToLine,
  CircleX,
  Ellipsis,
  ExternalLink,
  Folder,
  KeyRound,
  Pencil,
  RotateCw,
  SlidersHorizontal,
  Trash2,
  TriangleAlert,
  X,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { useShallow } from 'zustand/react/shallow';
import type { DeliveryRow } from '@shared/deliveries.js';
import type { JobDetails, JobRow } from '@shared/jobs.js';
import { ErrorActions, ReceiptDetails } from '../document/preview/outcome.js';
import { useMissingCredential } from '../document/remote/job-service.js';
import { serviceName } from '../document/remote/services.js';
import { t, textOf } from '../i18n/t.js';
import { changeSettings, useSettings } from '../settings/settings-store.js';
import { useTargets } from '../settings/targets-store.js';
import { IconButton } from '../ui/parts.js';
import { Resizer } from '../ui/Resizer.js';
import { deselectAll, selectedRows } from '../ui/row-selection.js';
import { editJob } from './edit-job.js';
import { type EntryStatus, currentEntries, entryStatus, useListing } from './entries.js';
import {
  applyFormToSelected,
  cancelEntries,
  moveSelected,
  openJob,
  removeEntries,
  retryEntries,
  saveJob,
  showJobInFolder,
  showJobsWithWarning,
} from './job-actions.js';
import { hasPdf, useJobDetails } from './job-details.js';
import { canceledText, factsText, outcomeText } from './job-wording.js';
import { focusJobs, useJob, useJobs } from './jobs-store.js';
import { JobPdf } from './JobPdf.js';
import { type LabeledValue, describeOptions } from './options-wording.js';
import { DeliveryIcon } from './StatusIcon.js';
import { useDeliveries, useDelivery } from './uploads/deliveries-store.js';
import { DeliveryButtons } from './uploads/DeliveryButtons.js';
import { DeliveryProgress, DeliveryText } from './uploads/DeliveryStatus.js';
import { deliveryName, isRefused } from './uploads/delivery-wording.js';
import { uploadJobTo } from './uploads/uploading.js';
import { DetailsAction } from '../ui/list-parts.js';

const widths = { smallest: 280, largest: 640 };

/** In a narrower window the details cover the table instead of taking its space. */
const narrowQueue = '(max-width: 1099px)';
const inFirstRender = { getInitialValueInEffect: false };

/**
 * The details of the selected rows, beside the table. In a narrow window they cover a part of it
 * while something is selected.
 */
export function QueueDetails() {
  const { ids } = useListing();
  const selected = selectedRows(
    useJobs(({ selection }) => selection),
    ids,
  );
  const width = useSettings(({ queueDetailsWidth }) => queueDetailsWidth);
  const isNarrow = useMediaQuery(narrowQueue, undefined, inFirstRender);
  if (isNarrow && selected.length === 0) return null;
  return (
    <>
      {!isNarrow && (
        <Resizer
          edge="left"
          label={t('queue.detailsWidth')}
          size={width}
          range={widths}
          onResize={(queueDetailsWidth) => useSettings.setState({ queueDetailsWidth })}
          onResized={(queueDetailsWidth) => void changeSettings({ queueDetailsWidth })}
        />
      )}
      <aside
        className="queue-details"
        aria-label={t('queue.details')}
        style={{ width }}
        data-over={isNarrow || undefined}
        data-keeps-focus='[role="row"][tabindex="0"]'
      >
        {isNarrow && <CloseButton />}
        <Selected ids={selected} />
      </aside>
    </>
  );
}

function CloseButton() {
  return (
    <div className="queue-details-close">
      <IconButton
        icon={X}
        label={t('window.close')}
        onClick={() => {
          focusJobs();
          useJobs.setState(({ selection }) => ({ selection: deselectAll(selection) }));
        }}
      />
    </div>
  );
}

function Selected({ ids }: { readonly ids: readonly string[] }) {
  const [id, ...others] = ids;
  if (id === undefined) return <p className="quiet">{t('queue.selectJob')}</p>;
  return others.length === 0 ? <EntryDetails key={id} id={id} /> : <SelectionDetails ids={ids} />;
}

function EntryDetails({ id }: { readonly id: string }) {
  const job = useJob(id);
  const delivery = useDelivery(id);
  if (job) return <JobEntryDetails row={job} />;
  return delivery ? <DeliveryEntryDetails row={delivery} /> : null;
}

/** Returns the uploads and the webhook of a job, in order. */
function useJobDeliveries(job: string): readonly DeliveryRow[] {
  return useDeliveries(
    useShallow(({ rows, byJob }) => (byJob.get(job) ?? []).flatMap((id) => rows.get(id) ?? [])),
  );
}

function JobEntryDetails({ row }: { readonly row: JobRow }) {
  const details = useJobDetails(row);
  const deliveries = useJobDeliveries(row.id);
  const output = row.path?.split(/[\\/]/).at(-1);
  return (
    <>
      {hasPdf(row) && <JobPdf row={row} />}
      <h2 className="queue-details-name">{output ?? textOf(row.name)}</h2>
      <JobState row={row} />
      <Values values={[...placeValues(row), ...(details ? optionValues(details, row) : [])]} />
      <Deliveries rows={deliveries} />
      {details && <Warnings details={details} />}
      <JobButtons row={row} deliveries={deliveries} />
      {row.remote && (
        <>
          <h3>{t('queue.receipt')}</h3>
          <ReceiptDetails receipt={row.remote} />
        </>
      )}
    </>
  );
}

/** Facts of the PDF, what the job is doing, or the whole error. */
function JobState({ row }: { readonly row: JobRow }) {
  if (row.status === 'completed' && row.remote?.notFetched === undefined) {
    return <p className="quiet">{row.skipped === true ? outcomeText(row) : factsText(row)}</p>;
  }
  if (row.status === 'canceled') return <p className="quiet">{canceledText(row)}</p>;
  if (row.status !== 'failed') return <p className="quiet">{outcomeText(row)}</p>;
  return (
    <div className="queue-error" role="alert">
      <p>{outcomeText(row)}</p>
      {row.kept === true && <p className="quiet">{t('preview.pdfIsSafe')}</p>}
      {row.error && (
        <div className="queue-error-actions">
          {row.kept === true && (
            <Button variant="default" onClick={() => void saveJob(row.id)}>
              {t('preview.saveAs')}
            </Button>
          )}
          <ErrorActions
            error={row.error}
            retry={() => void retryEntries([row.id])}
            renderOn={row.renderOn}
          />
        </div>
      )}
    </div>
  );
}

function placeValues({ name, place, path }: JobRow): readonly LabeledValue[] {
  const source = place === '' ? textOf(name) : `${place}/${textOf(name)}`;
  return [
    [t('queue.source'), source],
    ...(path === undefined ? [] : [[t('queue.savedTo'), folderOf(path)] as const]),
  ];
}

function folderOf(path: string): string {
  return path.replace(/[\\/][^\\/]*$/, '');
}

function optionValues(
  { options, allowedFolders }: JobDetails,
  { path }: JobRow,
): readonly LabeledValue[] {
  const isSaved = path !== undefined;
  return [
    ...describeOptions(options, serviceName, isSaved),
    ...(allowedFolders.length > 0
      ? [[t('form.allowedFolders'), allowedFolders.join(', ')] as const]
      : []),
  ];
}

function Values({ values }: { readonly values: readonly LabeledValue[] }) {
  return (
    <dl className="queue-values">
      {values.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Deliveries({ rows }: { readonly rows: readonly DeliveryRow[] }) {
  if (rows.length === 0) return null;
  return (
    <ul className="queue-deliveries" aria-label={t('uploads.destinations')}>
      {rows.map((row) => (
        <li key={row.id}>
          <DeliveryIcon row={row} />
          <div>
            <p>
              {row.to} <span className="quiet">{row.destination}</span>
            </p>
            <DeliveryState row={row} />
            <div className="queue-delivery-buttons">
              <DeliveryButtons row={row} />
            </div>
          </div>
        </li>
      ))}
    </ul>
  );
}

function DeliveryState({ row }: { readonly row: DeliveryRow }) {
  return (
    <>
      <p className="quiet" data-failed={isRefused(row) || undefined}>
        <DeliveryText row={row} />
      </p>
      <DeliveryProgress row={row} />
    </>
  );
}

function DeliveryEntryDetails({ row }: { readonly row: DeliveryRow }) {
  return (
    <>
      <h2 className="queue-details-name">{deliveryName(row)}</h2>
      <Deliveries rows={[row]} />
      <div className="queue-buttons">
        <RemoveButton ids={[row.id]} status={entryStatus({ kind: 'delivery', row })} />
      </div>
    </>
  );
}

/** Warnings of a page; those that several jobs share can be listed. */
function Warnings({ details }: { readonly details: JobDetails }) {
  const { row, preflight, warningCounts } = details;
  if (preflight.length === 0) return null;
  return (
    <ul className="queue-warning-list" aria-label={t('queue.warnings')}>
      {preflight.map(({ message }, index) => {
        const count = warningCounts[index] ?? 1;
        return (
          <li key={index}>
            <TriangleAlert size={14} aria-hidden />
            <span>
              {textOf(message)}{' '}
              {count > 1 && (
                <UnstyledButton
                  className="queue-link"
                  onClick={() => void showJobsWithWarning(row.id, index, textOf(message))}
                >
                  {t('queue.inFiles', { count })}
                </UnstyledButton>
              )}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

interface JobButtonsProps {
  readonly row: JobRow;
  readonly deliveries: readonly DeliveryRow[];
}

function JobButtons({ row, deliveries }: JobButtonsProps) {
  const { id, path } = row;
  const status = entryStatus({ kind: 'job', row, deliveries });
  const isPending = row.status === 'queued' || row.status === 'running';
  return (
    <div className="queue-buttons">
      <CredentialButton row={row} />
      {path !== undefined && (
        <>
          <DetailsAction
            icon={ExternalLink}
            label={t('window.open')}
            run={() => void openJob(id)}
          />
          <DetailsAction
            icon={Folder}
            label={t('queue.show')}
            run={() => void showJobInFolder(id)}
          />
        </>
      )}
      {isPending || status === 'running' || status === 'waiting' ? (
        <DetailsAction
          icon={CircleX}
          label={t('window.cancel')}
          run={() => void cancelEntries([id])}
        />
      ) : (
        row.status !== 'failed' && (
          <DetailsAction
            icon={RotateCw}
            label={t('window.retry')}
            run={() => void retryEntries([id])}
          />
        )
      )}
      <DetailsAction icon={Pencil} label={t('queue.edit')} run={() => void editJob(row)} />
      {row.status === 'queued' && <MoveButtons />}
      <RemoveButton ids={[id]} status={status} />
      {hasPdf(row) && <PdfMenu row={row} />}
    </div>
  );
}

function CredentialButton({ row }: { readonly row: JobRow }) {
  const credential = useMissingCredential(row);
  if (!credential) return null;
  const label = t('queue.enterCredential', { credential: credential.name });
  return <DetailsAction icon={KeyRound} label={label} run={credential.enter} />;
}

/** Copies of a job's PDF: a file, or an upload. */
function PdfMenu({ row }: { readonly row: JobRow }) {
  const targets = useTargets((state) => state.targets);
  return (
    <Menu position="bottom-end" shadow="md" withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button
          variant="default"
          radius="xl"
          aria-label={t('queue.moreActions')}
          className="queue-more"
        >
          <Ellipsis size={16} aria-hidden />
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => void saveJob(row.id)}>{t('uploads.saveCopy')}</Menu.Item>
        {targets.map((target) => (
          <Menu.Item key={target.id} onClick={() => void uploadJobTo(row.id, [target])}>
            {t('uploads.uploadTo', { destination: target.name })}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

interface RemoveButtonProps {
  readonly ids: readonly string[];
  readonly status: EntryStatus;
}

/** Unfinished work is canceled before it can be removed. */
function RemoveButton({ ids, status }: RemoveButtonProps) {
  if (status === 'running' || status === 'waiting') return null;
  return (
    <DetailsAction
      icon={Trash2}
      label={t('queue.remove')}
      run={() => {
        focusJobs();
        removeEntries(ids);
      }}
    />
  );
}

/** Moves the selected jobs among those that wait. */
function MoveButtons() {
  return (
    <>
      <IconButton
        icon={ArrowUp}
        label={t('queue.moveUp')}
        keys="Alt+↑"
        onClick={() => void moveSelected('up')}
      />
      <IconButton
        icon={ArrowDown}
        label={t('queue.moveDown')}
        keys="Alt+↓"
        onClick={() => void moveSelected('down')}
      />
      <IconButton
        icon={ArrowUpToLine}
        label={t('queue.moveToTop')}
        keys="Alt+Home"
        onClick={() => void moveSelected('top')}
      />
    </>
  );
}

/** Several selected rows: their number and what can be done with them. */
function SelectionDetails({ ids }: { readonly ids: readonly string[] }) {
  useListing();
  const entries = currentEntries(ids);
  const statuses = new Set(entries.map(entryStatus));
  const isPending = statuses.has('running') || statuses.has('waiting');
  const hasEnded = statuses.has('failed') || statuses.has('canceled') || statuses.has('done');
  return (
    <>
      <h2 className="queue-details-name">{t('queue.selectedCount', { count: ids.length })}</h2>
      <div className="queue-buttons" role="toolbar" aria-label={t('queue.selectedJobs')}>
        {hasEnded && (
          <DetailsAction
            icon={RotateCw}
            label={t('window.retry')}
            run={() => void retryEntries(ids)}
          />
        )}
        {isPending ? (
          <DetailsAction
            icon={CircleX}
            label={t('window.cancel')}
            run={() => void cancelEntries(ids)}
          />
        ) : (
          <RemoveButton ids={ids} status="done" />
        )}
        <Extra isShown={entries.some(({ kind }) => kind === 'job')}>
          <DetailsAction
            icon={SlidersHorizontal}
            label={t('queue.applyOptions')}
            run={() => void applyFormToSelected()}
          />
        </Extra>
        <Extra isShown={entries.some(({ row }) => row.status === 'queued')}>
          <MoveButtons />
        </Extra>
      </div>
      <p className="quiet">{t('queue.selectOneJob')}</p>
    </>
  );
}

function Extra({ isShown, children }: { readonly isShown: boolean; readonly children: ReactNode }) {
  return isShown ? children : null;
}
