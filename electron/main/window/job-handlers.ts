import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import { shell } from 'electron';
import type { BridgeChannel } from '../../shared/bridge.js';
import { AppError } from '../../shared/messages/errors.js';
import { type Message, message } from '../../shared/messages/message.js';
import { defaultFilename } from '../../shared/request/filename.js';
import { partFilename, splitNotes } from '../../shared/split.js';
import type { PdfSpool } from '../files/pdf-spool.js';
import type { StoredPasswords } from '../settings/pdf-passwords.js';
import { writeFile } from '../files/write-file.js';
import { type Job, type JobPart, type JobSource, sourceForNames } from '../jobs/job.js';
import { type WaitingPdfs, jobPdf } from '../jobs/job-pdf.js';
import type { JobQueue } from '../jobs/job-queue.js';
import {
  jobRow,
  jobsWith,
  nameAndPlace,
  partRows,
  preflightOf,
  warningGroups,
} from '../jobs/job-row.js';
import type { ArtifactStore } from './artifact-store.js';
import type { BridgeHandlers } from './bridge-handlers.js';
import { readableBytes } from './readable-pdf.js';
import { type SavedFiles, openFile } from './saved-files.js';

interface JobHandlerParts {
  readonly queue: JobQueue;
  readonly spool: PdfSpool;
  readonly outbox: WaitingPdfs;
  readonly artifacts: ArtifactStore;
  readonly saved: SavedFiles;
  readonly passwords: StoredPasswords;
}

type JobChannel = Extract<BridgeChannel, `jobs:${string}`>;

export function jobHandlers(parts: JobHandlerParts): Pick<BridgeHandlers, JobChannel> {
  const { queue, passwords } = parts;
  return {
    'jobs:list': () => queue.listed,
    'jobs:add': async ({ sources, options }) => ({ ids: await queue.add(sources, options) }),
    'jobs:pause': ({ paused }) => queue.setPaused(paused),
    'jobs:cancel': ({ ids }) => queue.cancel(ids),
    'jobs:retry': async ({ ids }) => {
      // The keychain may be unlocked now.
      if (queue.waitingForCredential > 0) await passwords.readAgain();
      queue.secretsChanged();
      queue.retry(ids);
    },
    'jobs:remove': ({ ids }) => queue.remove(ids),
    'jobs:move': ({ ids, before }) => queue.move(ids, before),
    'jobs:change': ({ ids, options }) => queue.change(ids, options),
    'jobs:details': ({ id }) => {
      const job = jobOf(queue, id);
      const { options, source, state } = job;
      const documents = source.kind === 'merged' ? source.parts.map(nameAndPlace) : [];
      const preflight = [...preflightOf(state)];
      const warningCounts = preflight.map((finding) => jobsWith(finding, queue.jobs).length);
      return {
        row: jobRow(job),
        options,
        documents,
        parts: partRows(state),
        partNotes: partNotes(job),
        allowedFolders: allowedFoldersOf(source),
        preflight,
        warningCounts,
      };
    },
    'jobs:source': async ({ id }) => queue.sourceOf(jobOf(queue, id)),
    'jobs:with-warning': ({ id, index }) => {
      const finding = preflightOf(jobOf(queue, id).state)[index];
      return { ids: finding === undefined ? [] : jobsWith(finding, queue.jobs) };
    },
    'jobs:warnings': () => warningGroups(queue.jobs),
    ...fileHandlers(parts),
  };
}

function fileHandlers({
  queue,
  spool,
  outbox,
  artifacts,
  saved,
  passwords,
}: JobHandlerParts): Pick<
  BridgeHandlers,
  'jobs:artifact' | 'jobs:open' | 'jobs:show-in-folder' | 'jobs:save-as'
> {
  return {
    'jobs:artifact': async ({ id, part }) => {
      const job = jobOf(queue, id);
      const { path, facts } = await jobPdf(job, spool, outbox, part);
      const { protection } = job.options.request;
      const readable = await readableBytes(path, protection, passwords);
      const pdf = { ...facts, suggestedName: pdfName(job, part) };
      return artifacts.addJobPdf(artifactId(id, part), { path, readable }, pdf);
    },
    'jobs:open': async ({ id, part }) => openFile(savedPath(jobOf(queue, id), part)),
    'jobs:show-in-folder': ({ id, part }) =>
      shell.showItemInFolder(savedPath(jobOf(queue, id), part)),
    'jobs:save-as': async ({ id, part }) => {
      const job = jobOf(queue, id);
      const { path } = await jobPdf(job, spool, outbox, part);
      return saved.saveAs(pdfName(job, part), async (target) =>
        writeFile(target, createReadStream(path)),
      );
    },
  };
}

/** Those that the user allowed its documents to read, each once. */
function allowedFoldersOf(source: JobSource): string[] {
  const parts = source.kind === 'merged' ? source.parts : [source];
  const folders = parts.flatMap((part) => ('allowedFolders' in part ? part.allowedFolders : []));
  return [...new Set(folders)].filter((folder) => folder !== undefined);
}

/** @throws AppError `refused` if the job was removed from the list */
export function jobOf(queue: JobQueue, id: string): Readonly<Job> {
  const job = queue.get(id);
  if (job) return job;
  throw new AppError('refused', message('desktop.jobRemoved'));
}

/** A PDF that Platen keeps for a job is stored under the job's id, which means nothing to users. */
export function pdfName({ source, state }: Readonly<Job>, part = 0): string {
  const found = state.split?.parts[part];
  const path = found?.path ?? (state.status === 'completed' ? state.path : null);
  if (path !== null) return basename(path);
  const name = defaultFilename(sourceForNames(source));
  if (found === undefined) return name;
  const range = { first: found.first, end: found.end, title: found.title };
  return partFilename(name, { number: part + 1, of: state.split?.parts.length ?? 1, range });
}

/** For the window; each part of a divided PDF has its own. */
function artifactId(job: string, part = 0): string {
  if (part === 0) return job;
  const hex = createHash('sha256').update(`${job} ${part}`).digest('hex');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');
}

function partNotes({ options, state }: Readonly<Job>): Message[] {
  const { split } = options.output;
  if (split === undefined || state.split === undefined) return [];
  return [...splitNotes(split, state.split.parts)];
}

function pathOfSaved({ state, path }: JobPart): string | null {
  return state === 'saved' || state === 'skipped' ? path : null;
}

/** @throws AppError `refused` if the job, or this part of its PDF, was not saved as a file */
function savedPath({ state }: Readonly<Job>, index?: number): string {
  const part = index === undefined ? undefined : state.split?.parts[index];
  const whole = state.status === 'completed' ? state.path : null;
  const path = part === undefined ? whole : pathOfSaved(part);
  if (path === null) throw new AppError('refused', message('desktop.jobNotSaved'));
  return path;
}
