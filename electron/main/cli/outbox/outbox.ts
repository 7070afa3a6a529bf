import { utimes } from 'node:fs/promises';
import { AppError, type AppErrorData, publicError } from '../../../shared/messages/errors.js';
import { sizeMessage } from '../../../shared/messages/measures.js';
import { literal, message } from '../../../shared/messages/message.js';
import { englishText } from '../../../shared/messages/translator.js';
import { containerOf, locationUri } from '../../../shared/upload-location.js';
import { excerpt } from '../../../shared/request/text.js';
import { fieldIssue, invalidRequest } from '../../../shared/request/validation.js';
import { sharedPasswordIssue } from '../convert/server-options.js';
import { PdfSpool } from '../../files/pdf-spool.js';
import { type UploadDelivery, canceledAfter } from '../../outbox/delivery.js';
import type { DeliverySettings } from '../../outbox/delivery-settings.js';
import { OutboxFolder } from '../../outbox/outbox-folder.js';
import { aborted, once } from '../../util/async.js';
import { type CommandIo, type ExitStatus, exitStatus, reportError } from '../command-io.js';
import { RunDeliveries } from '../convert/deliveries.js';
import { Reporter } from '../convert/reporter.js';
import { helpText } from '../help.js';
import { type KeptPdf, isInUse, keptPdfs } from './kept-pdf.js';
import { type OutboxTask, outboxPage, parseOutboxArguments } from './arguments.js';

export interface OutboxParts {
  readonly io: Pick<CommandIo, 'stdout' | 'stderr'>;
  /** Full path of the folder where `convert` keeps PDFs and their uploads. */
  readonly spoolFolder: string;
  /** Called only to upload. */
  readonly deliverySettings: (log: (line: string) => void) => Promise<DeliverySettings>;
  readonly stop: AbortSignal;
}

/** Where `convert` keeps PDFs and their uploads. */
interface Kept {
  readonly spool: PdfSpool;
  readonly folder: OutboxFolder;
}

type Request = Exclude<OutboxTask, { readonly verb: 'help' }>;

/**
 * Lists, uploads or deletes what `convert` kept. Never throws: errors go to standard error and
 * determine the exit status.
 * @param args the arguments after `outbox`
 */
export async function runOutbox(args: readonly string[], parts: OutboxParts): Promise<ExitStatus> {
  const { io, spoolFolder } = parts;
  try {
    const task = parseOutboxArguments(args);
    if (task.verb === 'help') {
      io.stdout.write(helpText(outboxPage()));
      return exitStatus.success;
    }
    const kept: Kept = { spool: new PdfSpool(spoolFolder), folder: new OutboxFolder(spoolFolder) };
    const { pdfs: all, notices } = await keptPdfs(kept.spool, kept.folder);
    for (const notice of notices) io.stderr.write(`${englishText(notice)}\n`);
    const pdfs = chosen(all, task.ids);
    if (pdfs.length === 0) io.stderr.write(`${englishText(message('outboxCommand.empty'))}\n`);
    switch (task.verb) {
      case 'list':
        for (const pdf of pdfs) io.stdout.write(listed(pdf, task.json));
        return exitStatus.success;
      case 'clean':
        return await clean(pdfs, task, kept, io);
      case 'resend':
        return await resend(pdfs, task, parts);
    }
  } catch (error) {
    return reportError(error, io);
  }
}

/** @throws AppError `invalid-request` for unknown ids */
function chosen(pdfs: readonly KeptPdf[], ids: readonly string[]): readonly KeptPdf[] {
  const unknown = ids.filter((id) => !pdfs.some((pdf) => pdf.id === id));
  if (unknown.length > 0) {
    const issues = unknown.map((id) => message('outboxCommand.unknownId', { id: excerpt(id) }));
    throw invalidRequest(issues.map((issue) => fieldIssue('outbox', issue)));
  }
  return ids.length === 0 ? pdfs : pdfs.filter(({ id }) => ids.includes(id));
}

function listed(pdf: KeptPdf, isJson: boolean): string {
  const { id, path, size, modified, uploads } = pdf;
  const time = new Date(modified).toISOString();
  const source = uploads[0]?.source ?? '';
  if (isJson) {
    const destinations = uploads.map((upload) => {
      const error = errorOf(upload);
      return { destination: locationUri(upload), ...(error && { error: publicError(error) }) };
    });
    const named = source === '' ? {} : { source };
    return `${JSON.stringify({ id, path, size, time, ...named, destinations })}\n`;
  }
  const facts = { id, size: sizeMessage(size), time: time.slice(0, 16).replace('T', ' ') };
  const head = message('outboxCommand.listed', { ...facts, source });
  const lines = uploads.map((upload) => {
    const destination = locationUri(upload);
    const reason = errorOf(upload)?.message;
    return reason === undefined
      ? message('outboxCommand.listedStopped', { destination })
      : message('outboxCommand.listedUpload', { destination, reason });
  });
  if (lines.length === 0) lines.push(message('outboxCommand.listedAlone', { path }));
  return [head, ...lines].map((line) => `${englishText(line).trimEnd()}\n`).join('');
}

function errorOf({ state }: UploadDelivery): AppErrorData | undefined {
  return 'error' in state ? state.error : undefined;
}

async function clean(
  pdfs: readonly KeptPdf[],
  { ids, json }: Request,
  { spool, folder }: Kept,
  { stdout, stderr }: OutboxParts['io'],
): Promise<ExitStatus> {
  const removed = ids.length > 0 ? pdfs : pdfs.filter((pdf) => !isInUse(pdf));
  for (const { id, uploads } of removed) {
    await spool.remove(id);
    for (const upload of uploads) await folder.delete(upload.id);
    if (json) stdout.write(`${JSON.stringify({ id, deleted: true })}\n`);
  }
  const left = pdfs.length - removed.length;
  const notes = [
    ...(json ? [] : [message('outboxCommand.removed', { count: removed.length })]),
    ...(left > 0 ? [message('outboxCommand.inUse', { count: left })] : []),
  ];
  for (const note of notes) stderr.write(`${englishText(note)}\n`);
  return exitStatus.success;
}

/** Uploads kept PDFs; those that have arrived everywhere are removed. */
async function resend(
  pdfs: readonly KeptPdf[],
  { ids, existing, json }: Request,
  { io, spoolFolder, deliverySettings, stop }: OutboxParts,
): Promise<ExitStatus> {
  const reporter = new Reporter(io, { json, quiet: false });
  let hasFailed = false;
  for (const { id, path } of pdfs.filter(({ uploads }) => uploads.length === 0)) {
    hasFailed = true;
    const issue = message('outboxCommand.noDestination', { id, path });
    reporter.failed(null, new AppError('delivery-refused', issue).toData());
  }
  const uploaded = pdfs.filter(({ uploads }) => uploads.length > 0);
  const sent = ids.length > 0 ? uploaded : uploaded.filter((pdf) => !isInUse(pdf));
  const left = uploaded.length - sent.length;
  if (left > 0) reporter.notice(null, message('outboxCommand.inUse', { count: left }));
  const deliveries = sent.flatMap(({ uploads }) =>
    uploads.map((upload) => ({ ...upload, state: canceledAfter(upload.state) })),
  );
  const issue = sharedPasswordIssue(deliveries.flatMap(serversOf));
  if (issue !== null) throw invalidRequest([fieldIssue('outbox', issue)]);
  const run = new RunDeliveries({
    folder: spoolFolder,
    deliveries,
    settings: once(async () => deliverySettings((line) => reporter.notice(null, literal(line)))),
    allowPrivateWebhook: false,
    reporter,
    encryptedOnly: false,
    onBucketFailed: () => undefined,
    labelOf: () => '',
  });
  // Another run finds out on the disk that these are being sent.
  await Promise.all(sent.map(async ({ path }) => utimes(path, new Date(), new Date())));
  run.retry(
    deliveries.map(({ id }) => id),
    existing,
  );
  const ends = sent.map(async ({ uploads }) => {
    const { source = '', compliance } = uploads[0] ?? {};
    const pdf = { label: source, path: null, facts: null, compliance };
    return run.follow(
      pdf,
      uploads.map(({ id }) => id),
    );
  });
  const ended = Promise.all(ends).then((all) => all.some(({ errors }) => errors.length > 0));
  const hasErrors = (await Promise.race([ended, aborted(stop)])) ?? true;
  await run.stop();
  if (stop.aborted) await run.reportStopped();
  run.reportFailedBuckets(0);
  return hasFailed || hasErrors ? exitStatus.failure : exitStatus.success;
}

function serversOf(upload: UploadDelivery) {
  // Those of a target have its password.
  return 'server' in upload && upload.target === null
    ? [{ server: containerOf(upload), overrides: upload.overrides?.server }]
    : [];
}
