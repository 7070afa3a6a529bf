import type { JobOptions, JobRow, QueueSummary } from '@shared/jobs.js';
import { type Message, type MessageKey, isMessage, message } from '@shared/messages/message.js';
import { remoteStageText } from '../document/remote/services.js';
import type { LabeledValue } from '../ui/ListView.js';
import {
  formatBytes,
  formatDuration,
  formatList,
  formatPages,
  formatPercent,
  formatTransfer,
  formatUnit,
} from '../i18n/format.js';
import { t, textOf } from '../i18n/t.js';
import type { AppErrorCode, AppErrorData } from '@shared/errors.js';
import type { Output } from '@shared/output.js';
import type { Attachment } from '@shared/request/attachments.js';
import { optionHelp } from '@shared/request/option-help.js';
import { ownOption, ownValueMessage, setOwnOptions } from '@shared/request/own-options.js';
import type { SplitRule } from '@shared/split.js';
import type { Protection } from '@shared/request/protection.js';
import { excerpt } from '@shared/request/text.js';
import { signInName, useSignIns } from '../settings/sign-ins-store.js';
import { defaultTimeoutSeconds } from '@shared/request/fields.js';
import { defaultPageFormat } from '@shared/request/paper.js';
import type { ConversionOptions } from '@shared/request/request.js';
import type { DeliveryRow, DeliveryStatus } from '@shared/deliveries.js';
import { linkSecondsSchema } from '@shared/link-seconds.js';
import { isServerDestination } from '@shared/upload-location.js';

/** The tabs of the queue in their order. */
export const queueTabs = ['all', 'failed', 'running', 'waiting', 'done', 'canceled'] as const;
export type QueueTab = (typeof queueTabs)[number];

/** Labels of the tabs. */
export const tabNames: Readonly<Record<QueueTab, Message>> = {
  all: message('queue.all'),
  failed: message('queue.failed'),
  running: message('queue.running'),
  waiting: message('queue.waiting'),
  done: message('queue.done'),
  canceled: message('queue.canceled'),
};

const statusNames: Readonly<Record<JobRow['status'], Message>> = {
  queued: message('queue.waiting'),
  running: message('queue.running'),
  completed: message('queue.completed'),
  failed: message('queue.failed'),
  canceled: message('queue.canceled'),
};

const stageNames = {
  loading: message('queue.loading'),
  printing: message('queue.printing'),
  writing: message('queue.writing'),
  inlining: message('queue.bundling'),
  sending: message('queue.sending'),
  rendering: message('queue.rendering'),
  fetching: message('queue.downloading'),
} as const;

/** Returns the status of a job in a word or two. */
export function statusText({ status, skipped, discarded }: JobRow): string {
  if (skipped === true) return t('queue.skipped');
  return discarded === true ? t('uploads.discarded') : textOf(statusNames[status]);
}

/** Returns the status or outcome of a job in a line. */
export function outcomeText(row: JobRow): string {
  switch (row.status) {
    case 'queued':
      return row.error ? textOf(row.error.message) : statusText(row);
    case 'canceled':
      return statusText(row);
    case 'running':
      if (row.waitingFor !== undefined) {
        return t('queue.waitingForResource', { resource: row.waitingFor });
      }
      if (row.stage === undefined) return t('queue.starting');
      return remoteStageText(row, t('preview.theService')) ?? textOf(stageNames[row.stage]);
    case 'completed':
      if (row.remote?.notFetched !== undefined) return textOf(row.remote.notFetched);
      return row.skipped === true ? t('window.skippedNameExists') : resultText(row);
    case 'failed':
      return row.error ? textOf(row.error.message) : t('queue.failed');
  }
}

/** Returns the text of a canceled job. A service may continue. */
export function canceledText({ renderOn }: JobRow): string {
  if (renderOn === undefined) return t('queue.canceledEarly');
  return t('queue.canceledAtService');
}

/** Returns the status of a job for its row, where little space is left. Empty if it is done. */
export function rowText(row: JobRow): string {
  switch (row.status) {
    case 'queued':
      if (!row.error) return statusText(row);
      if (isAboutPasswords(row.error)) return t('protection.waiting');
      return isAboutSignIn(row.error) ? t('signIns.waiting') : t('queue.waitingForKey');
    case 'failed':
      return row.error ? shortReason(row.error) : statusText(row);
    case 'completed':
      if (row.remote?.notFetched !== undefined) return t('queue.notDownloaded');
      return row.skipped === true ? t('queue.skippedExists') : '';
    case 'running':
    case 'canceled':
      return outcomeText(row);
  }
}

/** Returns `12 pages · 184 KB`, as far as it is known. */
function resultText({ pages, size }: JobRow): string {
  const facts = [
    ...(pages === undefined ? [] : [formatPages(pages)]),
    ...(size === undefined ? [] : [formatBytes(size)]),
  ];
  return facts.length === 0 ? t('queue.completed') : facts.join(' · ');
}

/** Returns `12 pages · 184 KB · 0.4 s`, as far as it is known. */
export function factsText(row: JobRow): string {
  const { ranMs } = row;
  if (ranMs === undefined) return resultText(row);
  return [resultText(row), t('queue.seconds', { seconds: ranMs / 1000 })].join(' · ');
}

/**
 * Returns the name of a PDF; of a divided one, that of its first part and how many others.
 * @param parts how many there are; absent for a PDF that is not divided
 */
export function outputText(name: string, parts = 1): string {
  return parts === 1 ? name : t('split.partsOutput', { first: name, count: parts - 1 });
}

/** Returns where a PDF is divided, in words. */
function splitText(rule: SplitRule): string {
  switch (rule.kind) {
    case 'pages':
      return t('split.byPagesValue', { count: rule.pages });
    case 'size':
      return t('split.bySizeValue', { size: formatBytes(rule.bytes) });
    case 'bookmarks':
      return t('split.byBookmarksValue');
  }
}

/** Returns the number of warnings: `2 warnings`; empty for none. */
export function findingsText(count: number): string {
  if (count === 0) return '';
  return t('preview.warningCount', { count });
}

/** Returns the progress of the batch: `4 of 5 · about 2 s left`; null without a batch. */
export function batchText({ batch, paused }: QueueSummary): string | null {
  if (!batch) return null;
  const progress = { done: batch.ended, total: batch.total };
  if (paused) return t('queue.progressPaused', progress);
  if (batch.secondsLeft === null) return t('queue.progress', progress);
  return t('queue.progressTimeLeft', { ...progress, time: formatDuration(batch.secondsLeft) });
}

/** Returns the announcement at the end of a batch. */
export function batchEndText({ total, failed }: NonNullable<QueueSummary['batch']>): string {
  return failed === 0
    ? t('queue.batchConverted', { count: total })
    : t('queue.batchFailed', { count: total, failed });
}

/** What an HTTP status means, by RFC 9110 and 6585; the same in all languages. */
const statusPhrases: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  407: 'Proxy Authentication Required',
  408: 'Request Timeout',
  410: 'Gone',
  413: 'Content Too Large',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
};

/** Reasons within messages, in two or three words. */
const reasons: Readonly<Partial<Record<MessageKey, Message>>> = {
  'page.hostNotFound': message('queue.hostNotFound'),
  'network.noName': message('queue.hostNotFound'),
  'remote.noServer': message('queue.hostNotFound'),
  'page.connectionRefused': message('queue.connectionRefused'),
  'network.connectionRefused': message('queue.connectionRefused'),
  'page.connectionTimedOut': message('queue.noResponse'),
  'network.noResponse': message('queue.noResponse'),
  'page.connectionReset': message('queue.connectionLost'),
  'page.connectionClosed': message('queue.connectionLost'),
  'page.interrupted': message('queue.connectionLost'),
  'network.brokenOff': message('queue.connectionLost'),
  'page.offline': message('queue.offline'),
  'network.offline': message('queue.offline'),
  'page.unreachable': message('queue.unreachable'),
  'page.tooManyRedirects': message('queue.tooManyRedirects'),
  'page.keepsRedirecting': message('queue.tooManyRedirects'),
  'page.keepsRedirectingTo': message('queue.tooManyRedirects'),
  'page.certificateExpired': message('queue.certificateExpired'),
  'network.certificateExpired': message('queue.certificateExpired'),
  'page.certificateUntrusted': message('queue.certificateUntrusted'),
  'network.certificateUntrusted': message('queue.certificateUntrusted'),
  'page.certificateForOtherName': message('queue.certificateInvalid'),
  'network.certificateForOtherName': message('queue.certificateInvalid'),
  'page.certificateInvalid': message('queue.certificateInvalid'),
  'page.noTls': message('queue.tlsFailed'),
  'network.noTls': message('queue.tlsFailed'),
  'page.loginRequired': message('queue.loginRequired'),
  'remote.loginRequired': message('queue.loginRequired'),
  'remote.keyRefused': message('queue.keyRefused'),
  'remote.passwordRefused': message('queue.keyRefused'),
  'remote.noCredits': message('queue.noCredits'),
  'page.outOfMemory': message('queue.outOfMemory'),
  'page.outOfChromiumMemory': message('queue.outOfMemory'),
  'page.isDownload': message('queue.isDownload'),
  'page.isDownloadOfUnknownType': message('queue.isDownload'),
  'sources.missing': message('queue.fileNotFound'),
  'sources.removed': message('queue.fileNotFound'),
  'sources.denied': message('queue.accessDenied'),
  'files.denied': message('queue.accessDenied'),
  'files.diskFull': message('queue.diskFull'),
};

const byCode: Readonly<Record<AppErrorCode, Message>> = {
  'invalid-request': message('queue.invalidOptions'),
  'source-unreadable': message('queue.notReadable'),
  'load-failed': message('queue.notLoaded'),
  'timed-out': message('queue.timedOut'),
  'page-crashed': message('queue.pageCrashed'),
  'chromium-ended': message('queue.chromiumEnded'),
  'sandbox-off': message('queue.noSandbox'),
  'print-failed': message('queue.notPrinted'),
  'preflight-failed': message('queue.hasWarnings'),
  canceled: message('queue.canceled'),
  'write-failed': message('queue.notSaved'),
  'storage-full': message('queue.notSaved'),
  'storage-unavailable': message('queue.notSaved'),
  'object-exists': message('uploads.nameConflict'),
  'delivery-refused': message('uploads.failed'),
  'delivery-interrupted': message('uploads.failed'),
  'remote-refused': message('queue.serviceRefused'),
  'remote-unreachable': message('queue.serviceUnreachable'),
  'remote-uncertain': message('queue.resultUnknown'),
  refused: message('queue.notAllowed'),
  internal: message('queue.internalError'),
};

/** Returns true for a sign-in that is missing or has expired. */
function isAboutSignIn({ fields = [] }: AppErrorData): boolean {
  return fields.some(({ field }) => field === 'signIn');
}

/** Returns true for passwords of the PDF that are missing. */
function isAboutPasswords({ code, fields = [] }: AppErrorData): boolean {
  return code === 'refused' && fields.some(({ field }) => field === 'protection');
}

/** Returns an error in two or three words, such as `404 Not Found`, for the row of a list. */
export function shortReason(error: AppErrorData): string {
  const { code, message: full } = error;
  if (isAboutSignIn(error)) return t('signIns.signedOut');
  if (isAboutPasswords(error)) return t('protection.missingShort');
  return reasonIn(full) ?? textOf(byCode[code]);
}

function reasonIn({ key, params = {} }: Message): string | null {
  const known = reasons[key];
  if (known) return textOf(known);
  const status = Number(params['status']);
  const phrase = statusPhrases[status];
  if (phrase !== undefined) return t('queue.httpStatus', { status: String(status), phrase });
  for (const value of Object.values(params)) {
    const found = isMessage(value) ? reasonIn(value) : null;
    if (found !== null) return found;
  }
  return null;
}

/** Labels of the choices for existing files. */
const existingTexts: Readonly<Record<Output['existing'], Message>> = {
  number: message('uploads.keepBoth'),
  skip: message('uploads.skip'),
  overwrite: message('uploads.replace'),
};

/**
 * Returns the options of a job for display, without those at their default.
 * @param nameOf returns the name of a service by id
 * @param isSaved true if the PDF is saved, so that its folder is known
 */
export function describeOptions(
  { request, output, renderOn }: JobOptions,
  nameOf: (service: string) => string,
  isSaved: boolean,
): readonly LabeledValue[] {
  return [
    ...(output.save && !isSaved ? [folderOption(output)] : []),
    [t('queue.page'), pageText(request)],
    ...contentOptions(request),
    ...(renderOn === null ? [] : [[t('form.convertWith'), nameOf(renderOn)] as const]),
    ...(request.signIn === undefined
      ? []
      : [[t('signIns.label'), signInName(useSignIns.getState().signIns, request.signIn)] as const]),
    ...(request.filename === undefined ? [] : [[t('form.fileName'), request.filename] as const]),
    ...(output.existing === 'number'
      ? []
      : [[t('form.ifFileExists'), textOf(existingTexts[output.existing])] as const]),
    ...(output.split === undefined ? [] : [[t('split.label'), splitText(output.split)] as const]),
    ...deliveryOptions(request),
  ];
}

function deliveryOptions({ webhook, compliance }: ConversionOptions): readonly LabeledValue[] {
  const flags = [
    ...(compliance?.gdpr ? [textOf(optionHelp.gdpr.label)] : []),
    ...(compliance?.hipaa ? [textOf(optionHelp.hipaa.label)] : []),
  ];
  return [
    ...(webhook === undefined ? [] : [[t('form.webhook'), webhook] as const]),
    ...(flags.length > 0 ? [[t('form.privacy'), formatList(flags)] as const] : []),
  ];
}

function folderOption({ folder }: Output): LabeledValue {
  return [t('queue.savedTo'), folder ?? t('form.sameFolder')];
}

/** Returns the paper in words: `A4, landscape, margins 10mm`. */
function pageText(options: ConversionOptions): string {
  const { defaultFormat = defaultPageFormat, format, landscape, margin } = options;
  return formatList([
    format === undefined
      ? t('form.sizeFromPage', { paper: paperText(defaultFormat) })
      : paperText(format),
    ...(landscape === undefined ? [] : [landscape ? t('queue.landscape') : t('queue.portrait')]),
    ...(margin ? [t('queue.margins', { margins: marginText(margin) })] : []),
  ]);
}

/** Names of formats are written in capitals, except longer ones: `A4`, `Letter`. */
function paperText(format: string): string {
  if (/\d/.test(format))
    return format.length > 3 ? format.replace('x', ' × ') : format.toUpperCase();
  return format.slice(0, 1).toUpperCase() + format.slice(1);
}

function attachmentText({ path, name = path, description }: Attachment): string {
  return description === undefined ? name : t('queue.described', { name, description });
}

function contentOptions(request: ConversionOptions): readonly LabeledValue[] {
  const { pages, zoom, disableJavascript, timeoutSeconds, failOn = [], attachments = [] } = request;
  const { protection } = request;
  return [
    ...(pages === undefined ? [] : [[t('form.pages'), pages] as const]),
    ...(zoom === undefined || zoom === 1 ? [] : [[t('form.zoom'), formatPercent(zoom)] as const]),
    ...(disableJavascript ? [[t('form.javascript'), t('form.off')] as const] : []),
    ...(timeoutSeconds === defaultTimeoutSeconds
      ? []
      : [[t('form.timeout'), t('measures.seconds', { count: timeoutSeconds })] as const]),
    ...(failOn.length > 0 ? [[t('form.failOn'), formatList(failOn)] as const] : []),
    ...(attachments.length > 0
      ? [[t('form.attachments'), formatList(attachments.map(attachmentText))] as const]
      : []),
    ...(protection === undefined
      ? []
      : [[t('protection.passwords'), passwordsText(protection)] as const]),
    ...setOwnOptions(request).map(
      ([name, value]) =>
        [textOf(ownOption(name).label), excerpt(textOf(ownValueMessage(name, value)))] as const,
    ),
  ];
}

function passwordsText({ open, owner }: Protection): string {
  return formatList([
    ...(open ? [t('protection.openFact')] : []),
    ...(owner ? [t('protection.ownerFact')] : []),
  ]);
}

function marginText(margin: NonNullable<ConversionOptions['margin']>): string {
  const { top, right, bottom, left } = margin;
  if (top !== undefined && [right, bottom, left].every((length) => length === top)) return top;
  return formatList([
    ...(top === undefined ? [] : [t('form.topLength', { length: top })]),
    ...(right === undefined ? [] : [t('form.rightLength', { length: right })]),
    ...(bottom === undefined ? [] : [t('form.bottomLength', { length: bottom })]),
    ...(left === undefined ? [] : [t('form.leftLength', { length: left })]),
  ]);
}

/** Returns true if an upload waits for an answer because its name already exists. */
export function hasNameConflict({ status, error }: DeliveryRow): boolean {
  return status === 'failed' && error?.code === 'object-exists';
}

/**
 * Returns true if a delivery waits until the user enters a secret: the key of its destination, or
 * the signing secret of webhooks.
 */
export function isMissingCredential({ status, error }: DeliveryRow): boolean {
  return status === 'waiting' && error?.fields?.some(({ field }) => field === 'secret') === true;
}

/** Returns true if an upload goes to a server rather than to a bucket. */
export function isOnServer({ kind, destination }: DeliveryRow): boolean {
  return kind === 'upload' && isServerDestination(destination);
}

/** Returns true if a browser can open the URL of an upload. */
export function isOpenable({ receipt }: DeliveryRow): boolean {
  return receipt !== undefined && /^https?:/.test(receipt.url);
}

/**
 * Returns true if a delivery failed permanently, without a question to answer: only the user can
 * retry it.
 */
export function isRefused(row: DeliveryRow): boolean {
  return row.status === 'failed' && !hasNameConflict(row);
}

/** Returns true if a delivery needs no more work. */
export function isSucceeded({ status }: DeliveryRow): boolean {
  return status === 'delivered' || status === 'skipped';
}

/**
 * Returns the ids of finished deliveries that can be cleared. The webhook of a job with an
 * unfinished upload is kept, because the outbox sends it again if that upload succeeds.
 */
export function clearableIds(listed: readonly DeliveryRow[]): readonly string[] {
  const open = new Set(
    listed.flatMap((row) => (row.kind === 'upload' && !isSucceeded(row) ? [row.job] : [])),
  );
  return listed
    .filter((row) => isSucceeded(row) && !(row.kind === 'webhook' && open.has(row.job)))
    .map(({ id }) => id);
}

/** Returns what is delivered: the name in the bucket, or which webhook. */
export function deliveryName(row: DeliveryRow): string {
  if (row.kind === 'webhook') {
    return row.file === '' ? t('uploads.webhook') : t('uploads.webhookFor', { file: row.file });
  }
  return row.destination.split('/').at(-1) ?? row.file;
}

/**
 * Returns where a PDF was uploaded, and under which name if it isn't the requested one.
 * @param isOutdated true if the PDF has changed since
 */
export function uploadedText(row: DeliveryRow, requested: string, isOutdated: boolean): string {
  const name = deliveryName(row);
  const destination = row.to;
  if (name === requested) {
    return isOutdated
      ? t('uploads.changedSinceUpload', { destination })
      : t('uploads.uploadedTo', { destination });
  }
  return isOutdated
    ? t('uploads.changedSinceUploadAs', { destination, name })
    : t('uploads.uploadedToAs', { destination, name });
}

/** Returns the state in a word or two, for the icon. */
export function deliveryStatusText(row: DeliveryRow): string {
  if (hasNameConflict(row)) return t('uploads.nameConflict');
  const { kind, status } = row;
  if (isMissingCredential(row)) return waitingForText(row);
  return textOf(kind === 'upload' ? uploadNames[status] : webhookNames[status]);
}

function waitingForText(row: DeliveryRow): string {
  if (row.kind === 'webhook') return t('uploads.waitingForSecret');
  return isOnServer(row) ? t('uploads.waitingForPassword') : t('uploads.waitingForKey');
}

const uploadNames: Readonly<Record<DeliveryStatus, Message>> = {
  waiting: message('uploads.waiting'),
  running: message('uploads.uploading'),
  delivered: message('uploads.uploaded'),
  skipped: message('uploads.skipped'),
  failed: message('uploads.failed'),
  canceled: message('uploads.canceled'),
};

const webhookNames: Readonly<Record<DeliveryStatus, Message>> = {
  ...uploadNames,
  running: message('uploads.sending'),
  delivered: message('uploads.sent'),
  failed: message('uploads.webhookFailed'),
};

/** Messages that say what was delivered and where, and then have the reason as a parameter. */
const withDestination: ReadonlySet<MessageKey> = new Set<MessageKey>([
  's3.uploadFailed',
  's3.readFailed',
  's3.deleteFailed',
  's3.linkFailed',
  'servers.uploadFailed',
  'webhooks.failed',
]);

/** Returns why a delivery failed, without its name and destination, which are shown beside it. */
export function reasonText(row: DeliveryRow): string {
  if (hasNameConflict(row)) return t('uploads.nameExists');
  return row.error ? textOf(withoutDestination(row.error.message)) : '';
}

function withoutDestination(error: Message): Message {
  const reason = error.params?.['reason'];
  const isReason = withDestination.has(error.key) && reason !== undefined && isMessage(reason);
  return isReason ? reason : error;
}

/**
 * Returns the status of a delivery, for a line that already shows its name and destination.
 * @param now milliseconds since the epoch, for the countdown
 */
export function deliveryText(row: DeliveryRow, now: number): string {
  switch (row.status) {
    case 'waiting':
      return waitingText(row, now);
    case 'running':
      return row.kind === 'upload' ? uploadingText(row) : deliveryStatusText(row);
    case 'delivered':
      return deliveryStatusText(row);
    case 'skipped':
      return t('window.skippedNameExists');
    case 'failed':
    case 'canceled':
      return row.error ? reasonText(row) : deliveryStatusText(row);
  }
}

/** Returns a short status without a reason, for places that don't show the name. */
function shortDeliveryText(row: DeliveryRow): string {
  if (row.kind === 'webhook') {
    return isMissingCredential(row)
      ? t('uploads.webhookStatusSecret')
      : textOf(webhookStatuses[row.status]);
  }
  return row.status === 'running' ? uploadingText(row) : deliveryStatusText(row);
}

const webhookStatuses: Readonly<Record<DeliveryStatus, Message>> = {
  waiting: message('uploads.webhookStatusWaiting'),
  running: message('uploads.webhookStatusSending'),
  delivered: message('uploads.webhookStatusSent'),
  skipped: message('uploads.webhookStatusSkipped'),
  failed: message('uploads.webhookStatusFailed'),
  canceled: message('uploads.webhookStatusCanceled'),
};

function uploadingText({ sent = 0, size }: DeliveryRow): string {
  return t('uploads.uploadingSize', { size: formatTransfer(sent, size) });
}

/** Returns when a waiting delivery is retried, and why. */
function waitingText(row: DeliveryRow, now: number): string {
  if (isMissingCredential(row)) return missingCredentialText(row);
  const next = nextTry(row.retryAt, now);
  if (row.attempts === 0 && !row.error) return t('uploads.waitingInQueue');
  return row.error ? t('uploads.retryReason', { retry: next, reason: reasonText(row) }) : next;
}

function missingCredentialText(row: DeliveryRow): string {
  const { kind, to } = row;
  if (kind === 'webhook') return t('uploads.waitingForSigningSecret');
  return isOnServer(row)
    ? t('uploads.waitingForPasswordOf', { destination: to })
    : t('uploads.waitingForKeyOf', { destination: to });
}

function nextTry(retryAt: number | undefined, now: number): string {
  if (retryAt === undefined || retryAt <= now) return t('uploads.retryingNow');
  return t('uploads.retryingIn', { time: formatDuration((retryAt - now) / 1000) });
}

/**
 * Summarizes the deliveries of a job: progress, otherwise what failed, otherwise that all are
 * delivered.
 * @param job how many of its uploads the user discarded, and whether that was all of them
 */
export function jobDeliveriesText(
  rows: readonly DeliveryRow[],
  { dropped = 0, discarded = false }: Pick<JobRow, 'dropped' | 'discarded'> = {},
): string {
  const left = rowsText(rows);
  const gone = discarded
    ? t('uploads.discarded')
    : dropped > 0
      ? t('uploads.discardedCount', { count: dropped })
      : '';
  const parts = discarded ? [gone, left] : [left, gone];
  return parts.filter((part) => part !== '').join(' · ');
}

function rowsText(rows: readonly DeliveryRow[]): string {
  const failed = rows.filter(({ status }) => status === 'failed');
  const running = rows.filter(({ status }) => status === 'running');
  const [first] = [
    ...running,
    ...failed,
    ...rows.filter(({ status }) => status === 'waiting'),
    ...rows,
  ];
  if (!first) return '';
  if (rows.length === 1) return shortDeliveryText(first);
  const delivered = rows.filter(({ status }) => status === 'delivered').length;
  if (delivered === rows.length) return t('uploads.allDelivered');
  const count = t('uploads.deliveredOf', { delivered, total: rows.length });
  return `${shortDeliveryText(first)} · ${count}`;
}

/** The offered lifetimes of a temporary link, in seconds. */
export const linkTimes = [3600, 86_400, 604_800] as const;

/** The units of a custom lifetime, in seconds. */
const linkUnits = { minutes: 60, hours: 3600, days: 86_400 } as const;
export type LinkUnit = keyof typeof linkUnits;

const secondsInWeek = 604_800;
const unitNames = { minutes: 'minute', hours: 'hour', days: 'day' } as const;

/** Returns a duration in words: `1 day`, `90 minutes`. */
export function linkTimeText(seconds: number): string {
  if (seconds === secondsInWeek) return formatUnit(1, 'week');
  const { count, unit } = inUnits(seconds);
  return formatUnit(count, unitNames[unit]);
}

/** Returns a duration in the largest unit that divides it. */
export function inUnits(seconds: number): { readonly count: number; readonly unit: LinkUnit } {
  const units: readonly LinkUnit[] = ['days', 'hours'];
  const unit = units.find((each) => seconds % linkUnits[each] === 0) ?? 'minutes';
  return { count: Math.round(seconds / linkUnits[unit]), unit };
}

/**
 * Parses a number of units to seconds; null if outside of a link's limits, one minute to one week.
 */
export function linkSeconds(typed: string, unit: LinkUnit): number | null {
  const count = Number(typed.trim().replace(',', '.'));
  if (typed.trim() === '' || !Number.isFinite(count)) return null;
  const parsed = linkSecondsSchema.safeParse(Math.round(count * linkUnits[unit]));
  return parsed.success ? parsed.data : null;
}
