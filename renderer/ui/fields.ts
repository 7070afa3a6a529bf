import type { Draft } from '@shared/draft.js';
import type { FieldIssue } from '@shared/messages/errors.js';
import { type Message, message } from '@shared/messages/message.js';
import { ownOption, type OwnOptionName, ownOptionNames } from '@shared/request/own-options.js';
import { textOf } from '../i18n/t.js';

/** Fields of what becomes of a PDF of the queue. */
const outputFields = [
  'output.save',
  'output.folder',
  'output.existing',
  'output.uploads',
  'output.uploadPath',
  'output.split',
] as const;

const formFieldNames = [
  'source',
  'source.base',
  'renderOn',
  'format',
  'landscape',
  'margin',
  'margin.top',
  'margin.right',
  'margin.bottom',
  'margin.left',
  'pages',
  'zoom',
  'disableJavascript',
  'timeoutSeconds',
  'failOn',
  'attachments',
  'protection.open',
  'protection.owner',
  'webhook',
  'compliance',
  ...outputFields,
  'filename',
] as const;

/** A field that can have errors, by its path in the request. */
export type FieldName = (typeof formFieldNames)[number] | OwnOptionName;

/** All fields that can have errors. */
export const fieldNames: readonly FieldName[] = [...formFieldNames, ...ownOptionNames];

/** Fields that only the queue uses: their errors don't prevent saving or uploading a PDF. */
export const fieldsOfBatch: ReadonlySet<FieldName> = new Set([...outputFields, 'webhook']);

/** Fields that only apply to a finished PDF: their errors don't prevent a conversion. */
export const fieldsAfterConversion: ReadonlySet<FieldName> = new Set(outputFields);

/** Fields that only apply to a finished PDF: their errors don't prevent a preview. */
export const fieldsAfterPreview: ReadonlySet<FieldName> = new Set([
  ...fieldsOfBatch,
  'filename',
  'protection.open',
  'protection.owner',
]);

/** For sentences in the status line; that of the source depends on the tab. */
export function fieldLabel(field: FieldName, tab: Draft['tab']): string {
  if (field === 'source') return textOf(sourceLabels[tab]);
  return textOf(isOwnOption(field) ? ownOption(field).label : fieldLabels[field]);
}

const sourceLabels: Readonly<Record<Draft['tab'], Message>> = {
  files: message('form.theFile'),
  url: message('form.theUrl'),
  html: message('form.theHtml'),
};

function isOwnOption(field: FieldName): field is OwnOptionName {
  return ownOptionNames.some((name) => name === field);
}

const fieldLabels: Readonly<Record<Exclude<FieldName, 'source' | OwnOptionName>, Message>> = {
  'source.base': message('form.baseUrl'),
  renderOn: message('form.convertWith'),
  format: message('form.size'),
  landscape: message('form.orientation'),
  margin: message('form.margins'),
  'margin.top': message('form.topMargin'),
  'margin.right': message('form.rightMargin'),
  'margin.bottom': message('form.bottomMargin'),
  'margin.left': message('form.leftMargin'),
  pages: message('form.pages'),
  zoom: message('form.zoom'),
  disableJavascript: message('form.javascript'),
  timeoutSeconds: message('form.timeout'),
  failOn: message('form.failOn'),
  attachments: message('form.attachments'),
  'protection.open': message('protection.openLabel'),
  'protection.owner': message('protection.ownerLabel'),
  webhook: message('form.webhook'),
  compliance: message('form.privacy'),
  'output.save': message('form.saveLocally'),
  'output.folder': message('form.folder'),
  'output.existing': message('form.ifFileExists'),
  'output.uploads': message('form.uploadTo'),
  'output.uploadPath': message('form.path'),
  'output.split': message('split.label'),
  filename: message('form.fileName'),
};

/** The field of the issue's path, else the nearest ancestor; null for none. */
export function fieldOfIssue(path: string): FieldName | null {
  // An issue of both passwords is shown once.
  if (path === 'protection') return 'protection.open';
  const exact = fieldNames.find((name) => name === path);
  if (exact) return exact;
  const cut = path.lastIndexOf('.');
  return cut < 0 ? null : fieldOfIssue(path.slice(0, cut));
}

/** The first error of a field wins. */
export function messagesByField(issues: readonly FieldIssue[]): ReadonlyMap<FieldName, string> {
  const messages = new Map<FieldName, string>();
  for (const issue of issues) {
    const field = fieldOfIssue(issue.field);
    if (field && !messages.has(field)) messages.set(field, textOf(issue.message));
  }
  return messages;
}
