import { AppError, type AppErrorData, publicError } from '../../../shared/messages/errors.js';
import { sizeMessage } from '../../../shared/messages/measures.js';
import { literal, message } from '../../../shared/messages/message.js';
import { englishText } from '../../../shared/messages/translator.js';
import { containerOf, locationUri } from '../../../shared/upload-location.js';
import { excerpt } from '../../../shared/request/text.js';
import { fieldIssue, invalidRequest } from '../../../shared/request/validation.js';
import { sharedPasswordIssue } from '../convert/server-options.js';
import { PdfSpool } from '../../files/pdf-spool.js';
import type { UploadDelivery } from '../../outbox/delivery.js';
import type { DeliverySettings } from '../../outbox/delivery-settings.js';
import { type KeptNote, type KeptPdf, KeptUploads } from '../../outbox/kept-uploads.js';
import { once } from '../../util/async.js';
import { type CommandIo, type ExitStatus, exitStatus, reportError } from '../command-io.js';
import { RunDeliveries, type RunDeliveriesOptions } from '../convert/deliveries.js';
import { Reporter } from '../convert/reporter.js';
import { helpText } from '../help.js';
import { type OutboxTask, outboxPage, parseOutboxArguments } from './arguments.js';

export interface OutboxParts {
  readonly io: Pick<CommandIo, 'stdout' | 'stderr'>;
  /** Full path of the folder where `convert` keeps PDFs. */
  readonly spoolFolder: string;
  /** Reads the settings of buckets; called only to upload. */
  readonly deliverySettings: (log: (line: string) => void) => Promise<DeliverySettings>;
  readonly stop: AbortSignal;
}

type Request = Exclude<OutboxTask, { readonly verb: 'help' }>;

/** A PDF without a note that is younger may belong to a run; in milliseconds. */
const inUseMs = 3600_000;

/**
 * Runs `outbox`: lists, uploads or deletes what `convert` kept. Never throws: errors go to standard
 * error and determine the exit status.
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
    const spool = new PdfSpool(spoolFolder);
    const kept = new KeptUploads(spoolFolder, spool);
    const pdfs = chosen(await kept.list(), task.ids);
    if (pdfs.length === 0) io.stderr.write(`${englishText(message('outboxCommand.empty'))}\n`);
    switch (task.verb) {
      case 'list':
        for (const pdf of pdfs) io.stdout.write(listed(pdf, task.json));
        return exitStatus.success;
      case 'clean':
        return await clean(pdfs, task, kept, io);
      case 'resend':
        return await resend(pdfs, task, { ...parts, spool, kept });
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
  const { id, path, size, modified, note } = pdf;
  const time = new Date(modified).toISOString();
  if (isJson) {
    const destinations = (note?.uploads ?? []).map((upload) => {
      const error = errorOf(upload);
      return { destination: locationUri(upload), ...(error && { error: publicError(error) }) };
    });
    const source = note?.source ? { source: note.source } : {};
    return `${JSON.stringify({ id, path, size, time, ...source, destinations })}\n`;
  }
  const facts = { id, size: sizeMessage(size), time: time.slice(0, 16).replace('T', ' ') };
  const head = message('outboxCommand.listed', { ...facts, source: note?.source ?? '' });
  const lines = note?.uploads.map((upload) => {
    const destination = locationUri(upload);
    const reason = errorOf(upload)?.message;
    return reason === undefined
      ? message('outboxCommand.listedStopped', { destination })
      : message('outboxCommand.listedUpload', { destination, reason });
  }) ?? [message('outboxCommand.listedAlone', { path })];
  return [head, ...lines].map((line) => `${englishText(line).trimEnd()}\n`).join('');
}

function errorOf({ state }: UploadDelivery): AppErrorData | undefined {
  return 'error' in state ? state.error : undefined;
}

async function clean(
  pdfs: readonly KeptPdf[],
  { ids, json }: Request,
  kept: KeptUploads,
  { stdout, stderr }: OutboxParts['io'],
): Promise<ExitStatus> {
  const isInUse = ({ note, modified }: KeptPdf) =>
    ids.length === 0 && note === null && Date.now() - modified < inUseMs;
  const removed = pdfs.filter((pdf) => !isInUse(pdf));
  for (const { id } of removed) {
    await kept.remove(id);
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

interface ResendParts extends OutboxParts {
  readonly spool: PdfSpool;
  readonly kept: KeptUploads;
}

/** Uploads kept PDFs; those that have arrived everywhere are removed. */
async function resend(
  pdfs: readonly KeptPdf[],
  { existing, json }: Request,
  { io, spool, kept, deliverySettings, stop }: ResendParts,
): Promise<ExitStatus> {
  const reporter = new Reporter(io, { json, quiet: false });
  const settings = once(async () =>
    deliverySettings((line) => reporter.notice(null, literal(line))),
  );
  let hasFailed = false;
  for (const { id, path } of pdfs.filter(({ note }) => note === null)) {
    hasFailed = true;
    const issue = message('outboxCommand.noDestination', { id, path });
    reporter.failed(null, new AppError('delivery-refused', issue).toData());
  }
  const noted = pdfs.flatMap(({ note, ...pdf }) => (note === null ? [] : [{ ...pdf, note }]));
  const issue = sharedPasswordIssue(noted.flatMap(serversOf));
  if (issue !== null) throw invalidRequest([fieldIssue('outbox', issue)]);
  // What a run requested for its objects belongs to the access of its uploads.
  for (const group of groupedByOverrides(noted)) {
    const deliveries = new RunDeliveries({
      spool,
      kept,
      settings,
      allowPrivateWebhook: false,
      overrides: group.overrides,
      reporter,
      encryptedOnly: false,
      onBucketFailed: () => undefined,
      labelOf: () => '',
    });
    const stopped = () => void deliveries.sink.stop();
    stop.addEventListener('abort', stopped, { once: true });
    const ends = group.pdfs.map(async ({ note: { source, uploads } }) => {
      const compliance = uploads[0]?.compliance;
      const pdf = { label: source, path: null, facts: null, compliance };
      const sent = uploads.map((upload) => ({ ...upload, existing: existing ?? upload.existing }));
      return deliveries.resend(pdf, sent);
    });
    for (const { errors } of await Promise.all(ends)) if (errors.length > 0) hasFailed = true;
    stop.removeEventListener('abort', stopped);
    deliveries.reportFailedBuckets(0);
  }
  return hasFailed || stop.aborted ? exitStatus.failure : exitStatus.success;
}

function serversOf({ note }: { readonly note: KeptNote }) {
  return note.uploads.flatMap((upload) =>
    // Those of a target have its password.
    'server' in upload && upload.target === null
      ? [{ server: containerOf(upload), overrides: note.server }]
      : [],
  );
}

function groupedByOverrides<T extends { readonly note: KeptNote }>(noted: readonly T[]) {
  const groups = new Map<string, { overrides: RunDeliveriesOptions['overrides']; pdfs: T[] }>();
  for (const pdf of noted) {
    const overrides = overridesOf(pdf.note);
    const name = JSON.stringify(overrides);
    const group = groups.get(name) ?? { overrides, pdfs: [] };
    group.pdfs.push(pdf);
    groups.set(name, group);
  }
  return [...groups.values()];
}

/** Returns what the uploads of a note send regardless of the settings. */
function overridesOf({
  acl,
  object,
  cleared,
  server,
}: KeptNote): RunDeliveriesOptions['overrides'] {
  return {
    ...(acl !== undefined && { acl }),
    ...(object && { object }),
    ...(cleared && { cleared }),
    ...(server && { server }),
  };
}
