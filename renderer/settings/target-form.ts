import { bucketProviders } from '@shared/bucket-providers.js';
import type { DeliveryRow } from '@shared/deliveries.js';
import type { AppErrorData, FieldIssue } from '@shared/messages/errors.js';
import { type Message, type MessageKey, literal, message } from '@shared/messages/message.js';
import { secretOf } from '@shared/server-targets.js';
import { type UploadTarget, isBucket } from '@shared/targets.js';
import { call } from '../bridge/bridge.js';
import { t } from '../i18n/t.js';
import { openSettings } from '../ui/ui-store.js';
import { bucketFields, formOfBucket, providerNamed, readBucketForm } from './bucket-form.js';
import { createEditing } from './editing.js';
import { type TargetForm, type TargetType, emptyTargetForm } from './empty-target.js';
import { type Field, issuePath, textFor } from './field-table.js';
import { formOfServer, isServerKind, readServerForm, serverFields } from './server-form.js';
import { saveTarget, targetOf, useTargets } from './targets-store.js';

const types: readonly (readonly [TargetType, MessageKey | Message])[] = [
  ...bucketProviders.map(
    ({ name, label }) => [name, typeof label === 'string' ? literal(label) : label] as const,
  ),
  ['sftp', 'destinations.sftp'],
  ['webdav', 'destinations.webdav'],
];

/**
 * The type. That of a saved destination stays a bucket or the same kind of server, because its
 * secret must not be sent elsewhere.
 */
const typeField: Field<TargetForm> = {
  name: 'type',
  kind: 'select',
  label: 'destinations.type',
  autoFocus: true,
  choices: ({ type: chosen }, isNew) =>
    types.filter(
      ([type]) => isNew || (isServerKind(chosen) ? type === chosen : !isServerKind(type)),
    ),
  showsIssue: () => false,
  onChoose: withType,
};

export function targetFields({ type }: TargetForm): readonly Field<TargetForm>[] {
  return [typeField, ...(isServerKind(type) ? serverFields : bucketFields)];
}

export function typeLabel(target: UploadTarget): string {
  const type = isBucket(target) ? target.provider : target.kind;
  return textFor(types.find(([each]) => each === type)?.[1], target) ?? '';
}

/** With the defaults of the type. */
export function newTargetForm(id: string, type: TargetType): TargetForm {
  return withType({ ...emptyTargetForm, id }, type);
}

/** With the defaults of the other type. */
export function withType(form: TargetForm, type: string): TargetForm {
  if (isServerKind(type)) return { ...form, type };
  const { endpoint, region, pathStyle, takesAcl } = providerNamed(type);
  return {
    ...form,
    type,
    endpoint: endpoint ?? '',
    region: region ?? '',
    pathStyle,
    setsAcl: takesAcl,
  };
}

export function formOfTarget(target: UploadTarget): TargetForm {
  const empty = { ...emptyTargetForm, id: target.id };
  return isBucket(target) ? formOfBucket(target, empty) : formOfServer(target, empty);
}

/** With its own name and id. The secret isn't copied, because the window doesn't know it. */
export function copyOfTarget(target: UploadTarget, id: string): TargetForm {
  return {
    ...formOfTarget(target),
    id,
    name: t('destinations.copyName', { name: target.name }).slice(0, 60),
  };
}

/**
 * Errors have their paths in the target.
 * @returns the target, null if a field is invalid
 */
export function readTargetForm(form: TargetForm): {
  readonly target: UploadTarget | null;
  readonly issues: readonly FieldIssue[];
} {
  return isServerKind(form.type) ? readServerForm(form, form.type) : readBucketForm(form);
}

const issueFields = [...bucketFields, ...serverFields].map(issuePath);

/** The destination that is being added or edited in the settings. */
export const targetEditing = createEditing<TargetForm, UploadTarget>({
  idPrefix: 'target',
  fields: [...issueFields, 'secret'],
  read: (form) => {
    const { target, issues } = readTargetForm(form);
    return { item: target, issues };
  },
  test: (target, secret) => call('targets:test', { target, ...(secret !== '' && { secret }) }),
  save: saveTarget,
});

export function addTarget(): void {
  targetEditing.begin(newTargetForm(crypto.randomUUID(), 'aws'), true);
}

export function editTarget(target: UploadTarget): void {
  targetEditing.begin(formOfTarget(target), false);
}

export function duplicateTarget(target: UploadTarget): void {
  targetEditing.begin(copyOfTarget(target, crypto.randomUUID()), true);
}

/** Opens the settings at the secret that a delivery waits for. */
export function enterCredential(row: DeliveryRow): void {
  if (row.kind === 'webhook') {
    openSettings('webhooks');
    return;
  }
  const target = targetOfRow(row);
  if (target) editFaulty(target, missingSecret(target));
  else openSettings('targets');
}

/** Opens the settings of the destination of a refused upload at the faulty field. */
export function editDestination(row: DeliveryRow): void {
  const target = targetOfRow(row);
  if (target && row.error) editFaulty(target, row.error);
}

/** Returns true if the fault of a refused upload is in a field of its destination. */
export function hasFaultyDestination(row: DeliveryRow): boolean {
  return row.error?.fields?.some(({ field }) => issueFields.includes(field)) === true;
}

/** An upload without a target id belongs to the destination that it is listed under. */
function targetOfRow(row: DeliveryRow): UploadTarget | undefined {
  const { targets } = useTargets.getState();
  return targetOf(targets, row.target ?? null) ?? targets.find(({ name }) => name === row.to);
}

function missingSecret(target: UploadTarget): AppErrorData {
  const missing = message(missingTexts[secretKind(target)], { destination: target.name });
  return {
    code: 'invalid-request',
    message: missing,
    fields: [{ field: 'secret', message: missing }],
  };
}

function secretKind(target: UploadTarget): keyof typeof missingTexts {
  return isBucket(target) ? 'secretKey' : (secretOf(target) ?? 'password');
}

const missingTexts = {
  secretKey: 'uploads.secretKeyMissing',
  password: 'uploads.passwordMissing',
  passphrase: 'uploads.passphraseMissing',
} as const;

/** Opens the settings of a destination with an error. */
function editFaulty(target: UploadTarget, failure: AppErrorData): void {
  editTarget(target);
  targetEditing.showFailure(failure);
  openSettings('targets');
}
