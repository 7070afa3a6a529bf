import { ActionIcon, Button, Menu, UnstyledButton } from '@mantine/core';
import { CircleX, Ellipsis, ExternalLink, Folder, KeyRound, Pencil, RotateCw } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Artifact } from '@shared/artifact.js';
import type { DeliveryRow } from '@shared/deliveries.js';
import type { JobDetails, JobPartRow, JobRow } from '@shared/jobs.js';
import { type Message, message } from '@shared/messages/message.js';
import type { Result } from '@shared/result.js';
import { call } from '../bridge/bridge.js';
import { ErrorActions, ReceiptDetails } from '../document/preview/outcome.js';
import { PdfViewer } from '../document/viewer/PdfViewer.js';
import { serviceName, useMissingCredential } from '../document/draft/services.js';
import { formatBytes, lastPart } from '../i18n/format.js';
import { t, textOf } from '../i18n/t.js';
import { useTargets } from '../settings/targets-store.js';
import { DetailsAction, type LabeledValue, Values } from '../ui/ListView.js';
import { labelSources } from '../ui/source-labels.js';
import { useJobDeliveries } from './deliveries-store.js';
import { uploadJobTo } from './delivery-actions.js';
import {
  cancelEntries,
  editJob,
  openJob,
  retryEntries,
  saveJob,
  showJobInFolder,
  showJobsWithWarning,
} from './job-actions.js';
import { type EntryStatus, entryStatus } from './jobs-store.js';
import {
  canceledText,
  describeOptions,
  factsText,
  locationText,
  outcomeText,
  outputText,
} from './wording.js';
import { readLater } from './read-later.js';
import { Problems } from './QueueOverview.js';
import type { Problem } from './QueueOverview.js';
import { MoveButtons } from './RowButtons.js';
import { Deliveries } from './DeliveryDetails.js';
import { removeFocused } from './RowButtons.js';

export function JobEntryDetails({ row }: { readonly row: JobRow }) {
  const details = useJobDetails(row);
  const deliveries = useJobDeliveries(row.id);
  const [part, setPart] = useState<number>();
  return (
    <>
      {hasPdf(row) && <JobPdf row={row} part={part} />}
      <div className="list-details-head">
        <h2>
          {row.path === undefined ? textOf(row.name) : outputText(lastPart(row.path), row.parts)}
        </h2>
        <JobMenu row={row} part={part} status={entryStatus({ kind: 'job', row, deliveries })} />
      </div>
      <JobState row={row} />
      <Values values={[...placeValues(row), ...(details ? optionValues(details, row) : [])]} />
      {details && <Documents documents={details.documents} />}
      {details && <Parts details={details} selected={part} onSelect={setPart} />}
      <Deliveries rows={deliveries} />
      {details && <Problems label={t('queue.warnings')} problems={warningsOf(details)} />}
      <JobButtons row={row} part={part} deliveries={deliveries} />
      {row.remote && (
        <>
          <h3>{t('queue.receipt')}</h3>
          <ReceiptDetails receipt={row.remote} />
        </>
      )}
    </>
  );
}

/** The documents that a job merges. */
function Documents({ documents }: Pick<JobDetails, 'documents'>) {
  if (documents.length === 0) return null;
  const labelOf = labelSources(documents.map(locationText));
  return (
    <>
      <h3>{t('queue.documents')}</h3>
      <ol className="queue-documents" aria-label={t('queue.documents')} tabIndex={0}>
        {documents.map((document, index) => {
          const [location, name] = [locationText(document), textOf(document.name)];
          return (
            <li key={index} title={location}>
              <span className="quiet">{labelOf(location, name).place}</span>
              {name}
            </li>
          );
        })}
      </ol>
    </>
  );
}

interface PartsProps {
  readonly details: Pick<JobDetails, 'parts' | 'partNotes'>;
  /** Undefined: the first that there is. */
  readonly selected: number | undefined;
  readonly onSelect: (part: number) => void;
}

/** The parts of a divided PDF; a click shows one. */
function Parts({ details: { parts, partNotes }, selected, onSelect }: PartsProps) {
  if (parts.length === 0) return null;
  const shown = selected ?? parts.findIndex(({ status }) => status !== 'skipped');
  const title = t('split.parts', { count: parts.length });
  return (
    <>
      <h3>{title}</h3>
      {partNotes.map((note, index) => (
        <p key={index} className="quiet">
          {textOf(note)}
        </p>
      ))}
      <ul className="queue-parts" aria-label={title}>
        {parts.map((part, index) => (
          <li key={index}>
            <UnstyledButton
              aria-pressed={index === shown}
              disabled={part.status === 'skipped'}
              onClick={() => onSelect(index)}
            >
              <span>{part.name === '' ? pagesText(part) : part.name}</span>
              <span className="quiet small">{partFactsText(part)}</span>
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </>
  );
}

const partStates: Readonly<Record<Exclude<JobPartRow['status'], 'saved'>, Message>> = {
  waiting: message('split.partWaiting'),
  skipped: message('split.partSkipped'),
  failed: message('split.partFailed'),
};

function partFactsText(part: JobPartRow): string {
  const facts = [pagesText(part), formatBytes(part.size)];
  if (part.status === 'saved') return facts.join(' · ');
  return [...facts, textOf(partStates[part.status])].join(' · ');
}

function pagesText({ firstPage: first, lastPage: last }: JobPartRow): string {
  return t('split.partPages', { count: last - first + 1, first, last });
}

function warningsOf({ row, preflight, warningCounts }: JobDetails): readonly Problem[] {
  return preflight.map(({ message }, index) => {
    const [text, count] = [textOf(message), warningCounts[index] ?? 1];
    const showJobs = () => void showJobsWithWarning(row.id, index, text);
    return { text, count, ...(count > 1 && { showJobs }) };
  });
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

function placeValues(row: JobRow): readonly LabeledValue[] {
  return [
    [t('queue.source'), locationText(row)],
    ...(row.path === undefined ? [] : [[t('queue.savedTo'), folderOf(row.path)] as const]),
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

interface JobButtonsProps {
  readonly row: JobRow;
  /** Index of the selected part; undefined: the first, or a PDF that is not divided. */
  readonly part: number | undefined;
  readonly deliveries: readonly DeliveryRow[];
}

function JobButtons({ row, part, deliveries }: JobButtonsProps) {
  const { id, path } = row;
  const status = entryStatus({ kind: 'job', row, deliveries });
  const isPending = row.status === 'queued' || row.status === 'running';
  return (
    <div className="list-actions">
      <CredentialButton row={row} />
      {path !== undefined && (
        <>
          <DetailsAction
            icon={ExternalLink}
            label={t('window.open')}
            run={() => void openJob(id, part)}
          />
          <DetailsAction
            icon={Folder}
            label={t('queue.show')}
            run={() => void showJobInFolder(id, part)}
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
    </div>
  );
}

function CredentialButton({ row }: { readonly row: JobRow }) {
  const credential = useMissingCredential(row);
  if (!credential) return null;
  const label = t('queue.enterCredential', { credential: credential.name });
  return <DetailsAction icon={KeyRound} label={label} run={credential.enter} />;
}

interface JobMenuProps {
  readonly row: JobRow;
  readonly part: number | undefined;
  readonly status: EntryStatus;
}

/** Copies of a job's PDF, and its removal. */
function JobMenu({ row, part, status }: JobMenuProps) {
  const targets = useTargets((state) => state.targets);
  const isPending = status === 'running' || status === 'waiting';
  if (!hasPdf(row) && isPending) return null;
  return (
    <Menu position="bottom-end" shadow="md" withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={28} aria-label={t('queue.moreActions')}>
          <Ellipsis size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {hasPdf(row) && (
          <>
            <Menu.Item onClick={() => void saveJob(row.id, part)}>
              {t('uploads.saveCopy')}
            </Menu.Item>
            {targets.map((target) => (
              <Menu.Item key={target.id} onClick={() => void uploadJobTo(row.id, [target])}>
                {t('uploads.uploadTo', { destination: target.name })}
              </Menu.Item>
            ))}
          </>
        )}
        {!isPending && (
          <Menu.Item onClick={() => removeFocused([row.id])}>
            {t('window.removeFromList')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

function JobPdf({ row, part }: { readonly row: JobRow; readonly part: number | undefined }) {
  const { id, status, path, size } = row;
  const [result, setResult] = useState<Result<Artifact> | null>(null);
  useEffect(() => {
    const pdf = part === undefined ? { id } : { id, part };
    return readLater(async () => call('jobs:artifact', pdf), setResult);
  }, [id, part, status, path, size]);
  return (
    <div className="queue-pdf">
      {result?.ok === true && (
        <PdfViewer artifact={result.value} documentKey={`job:${result.value.id}`} />
      )}
      {result?.ok === false && <p className="quiet">{textOf(result.error.message)}</p>}
    </div>
  );
}

/** Null until they are read. */
function useJobDetails({ id, status, path, size }: JobRow): JobDetails | null {
  const [details, setDetails] = useState<JobDetails | null>(null);
  useEffect(
    () =>
      readLater(
        async () => call('jobs:details', { id }),
        (result) => {
          // A removed job leaves the list at the same time.
          if (result.ok) setDetails(result.value);
        },
      ),
    [id, status, path, size],
  );
  return details;
}

/** A saved one, or one waiting to be saved. */
function hasPdf({ status, skipped, kept, remote }: JobRow): boolean {
  const isHere = skipped !== true && remote?.notFetched === undefined;
  return (status === 'completed' && isHere) || kept === true;
}
