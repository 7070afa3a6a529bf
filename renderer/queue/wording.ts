import {
  type BatchResult,
  type DocumentName,
  type JobOptions,
  type JobRow,
  type QueueSummary,
  batchCounts,
} from '@shared/jobs.js';
import { type Message, type MessageKey, isMessage, message } from '@shared/messages/message.js';
import { remoteStageText } from '../document/draft/services.js';
import type { LabeledValue } from '../ui/ListView.js';
import {
  formatBytes,
  formatDuration,
  formatList,
  formatPages,
  formatPercent,
} from '../i18n/format.js';
import { t, textOf } from '../i18n/t.js';
import type { AppErrorCode, AppErrorData } from '@shared/messages/errors.js';
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

/** The tabs of the queue in their order. */
export const queueTabs = ['all', 'failed', 'running', 'waiting', 'done', 'canceled'] as const;
export type QueueTab = (typeof queueTabs)[number];

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

/** The whole path or URL, or what the document is instead of one. */
export function locationText({ name, place }: DocumentName): string {
  return place === '' ? textOf(name) : `${place}/${textOf(name)}`;
}

/** In a word or two. */
export function statusText({ status, skipped, discarded }: JobRow): string {
  if (skipped === true) return t('queue.skipped');
  return discarded === true ? t('uploads.discarded') : textOf(statusNames[status]);
}

/** The status or outcome in a line. */
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

/** A service may continue. */
export function canceledText({ renderOn }: JobRow): string {
  if (renderOn === undefined) return t('queue.canceledEarly');
  return t('queue.canceledAtService');
}

/** For the row of a job, where little space is left. Empty if it is done. */
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

/** `12 pages · 184 KB`, as far as it is known. */
function resultText({ pages, size }: JobRow): string {
  const facts = [
    ...(pages === undefined ? [] : [formatPages(pages)]),
    ...(size === undefined ? [] : [formatBytes(size)]),
  ];
  return facts.length === 0 ? t('queue.completed') : facts.join(' · ');
}

/** `12 pages · 184 KB · 0.4 s`, as far as it is known. */
export function factsText(row: JobRow): string {
  const { ranMs } = row;
  if (ranMs === undefined) return resultText(row);
  return [resultText(row), t('queue.seconds', { seconds: ranMs / 1000 })].join(' · ');
}

/**
 * For a divided PDF, the name of its first part and how many others.
 * @param parts how many there are; absent for a PDF that is not divided
 */
export function outputText(name: string, parts = 1): string {
  return parts === 1 ? name : t('split.partsOutput', { first: name, count: parts - 1 });
}

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

/** `2 warnings`; empty for none. */
export function findingsText(count: number): string {
  if (count === 0) return '';
  return t('preview.warningCount', { count });
}

/** `4 of 5 · about 2 s left`; null without a batch. */
function batchText({ batch, paused }: QueueSummary): string | null {
  if (!batch) return null;
  const progress = { done: batch.ended, total: batch.total };
  if (paused) return t('queue.progressPaused', progress);
  if (batch.secondsLeft === null) return t('queue.progress', progress);
  return t('queue.progressTimeLeft', { ...progress, time: formatDuration(batch.secondsLeft) });
}

/**
 * The progress of the batch, or how the last one ended.
 * @param undelivered number of rows with a failed upload or webhook
 */
export function footerText(summary: QueueSummary, undelivered: number): string {
  const progress = batchText(summary);
  if (progress !== null) return progress;
  const ended = summary.lastBatch ? batchEndText(summary.lastBatch) : '';
  const failed = undelivered > 0 ? t('queue.notDelivered', { count: undelivered }) : '';
  return [ended, failed].filter((part) => part !== '').join(' · ');
}

/** Empty if the user canceled all of it. */
export function batchEndText(result: BatchResult): string {
  const { converted, skipped, failed, canceled } = result;
  if (skipped + failed + canceled === 0) return t('queue.batchConverted', { count: converted });
  if (converted + skipped + failed === 0) return '';
  return t('queue.batchCounts', { counts: batchCounts(result) });
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
  'servers.signInRefused': message('queue.signInRefused'),
  'servers.webdavSignIn': message('queue.signInRefused'),
  's3.wrongSecretKey': message('queue.keyRefused'),
  's3.wrongSecretKeyMachine': message('queue.keyRefused'),
  's3.unknownAccessKey': message('queue.keyRefused'),
  's3.noBucket': message('queue.noBucket'),
  'remote.noCredits': message('queue.noCredits'),
  'remote.noCreditsSaid': message('queue.noCredits'),
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

/** It is missing or has expired. */
function isAboutSignIn({ fields = [] }: AppErrorData): boolean {
  return fields.some(({ field }) => field === 'signIn');
}

/** Those of the PDF, which are missing. */
function isAboutPasswords({ code, fields = [] }: AppErrorData): boolean {
  return code === 'refused' && fields.some(({ field }) => field === 'protection');
}

/** In two or three words, such as `404 Not Found`, for the row of a list. */
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
 * For display, without those at their default.
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
  return [t('queue.saveTo'), folder ?? t('form.sameFolder')];
}

/** `A4, landscape, margins 10mm`. */
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
