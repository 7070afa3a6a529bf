import { createReadStream } from 'node:fs';
import { shell } from 'electron';
import type { ArtifactStore } from './artifact-store.js';
import { type WaitingPdfs, jobPdf } from '../jobs/job-pdf.js';
import { jobRow, preflightOf } from '../jobs/job-row.js';
import type { JobQueue } from '../jobs/job-queue.js';
import type { PdfSpool } from '../files/pdf-spool.js';
import { writeFile } from '../files/write-file.js';
import type { BridgeChannel } from '../../shared/bridge.js';
import type { BridgeHandlers } from './bridge-handlers.js';
import { jobOf, pdfName, writtenPath } from './listed-job.js';
import { type SavedFiles, openFile } from './saved-files.js';

export interface JobHandlerParts {
  readonly queue: JobQueue;
  readonly kept: PdfSpool;
  readonly outbox: WaitingPdfs;
  readonly artifacts: ArtifactStore;
  readonly saved: SavedFiles;
}

type JobChannel = Extract<BridgeChannel, `jobs:${string}`>;

/** The calls about the queue. */
export function jobHandlers(parts: JobHandlerParts): Pick<BridgeHandlers, JobChannel> {
  const { queue } = parts;
  return {
    'jobs:list': () => queue.listed,
    'jobs:add': async ({ sources, options }) => ({ ids: await queue.add(sources, options) }),
    'jobs:pause': ({ paused }) => queue.setPaused(paused),
    'jobs:cancel': ({ ids }) => queue.cancel(ids),
    'jobs:retry': ({ ids }) => queue.retry(ids),
    'jobs:remove': ({ ids }) => queue.remove(ids),
    'jobs:move': ({ ids, before }) => queue.move(ids, before),
    'jobs:change': ({ ids, options }) => queue.change(ids, options),
    'jobs:details': ({ id }) => {
      const job = jobOf(queue, id);
      return { row: jobRow(job), options: job.options, preflight: [...preflightOf(job.state)] };
    },
    ...fileHandlers(parts),
  };
}

function fileHandlers({
  queue,
  kept,
  outbox,
  artifacts,
  saved,
}: JobHandlerParts): Pick<
  BridgeHandlers,
  'jobs:artifact' | 'jobs:open' | 'jobs:show-in-folder' | 'jobs:save-as'
> {
  return {
    'jobs:artifact': async ({ id }) => {
      const job = jobOf(queue, id);
      const { path, facts } = await jobPdf(job, kept, outbox);
      return artifacts.lend(id, path, { ...facts, suggestedName: pdfName(job) });
    },
    'jobs:open': async ({ id }) => openFile(writtenPath(jobOf(queue, id))),
    'jobs:show-in-folder': ({ id }) => shell.showItemInFolder(writtenPath(jobOf(queue, id))),
    'jobs:save-as': async ({ id }) => {
      const job = jobOf(queue, id);
      const { path } = await jobPdf(job, kept, outbox);
      return saved.saveAs(pdfName(job), async (target) =>
        writeFile(target, createReadStream(path)),
      );
    },
  };
}
