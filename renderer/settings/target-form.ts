import {
  type BucketProvider,
  type BucketProviderName,
  bucketProviders,
} from '@shared/bucket-providers.js';
import type { AppErrorData, FieldIssue } from '@shared/messages/errors.js';
import { message } from '@shared/messages/message.js';
import {
  type encryptions,
  objectLabel,
  objectOptions,
  readObjectSettings,
  writtenObjectSettings,
} from '@shared/object-settings.js';
import {
  type BucketFolder,
  type BucketServer,
  type BucketTarget,
  type UploadTarget,
  bucketFolderSchema,
  bucketServerSchema,
  bucketTargetSchema,
  isBucket,
  ownerAcl,
} from '@shared/targets.js';
import { type ServerKind, secretOf } from '@shared/server-targets.js';
import { excerpt } from '@shared/request/text.js';
import { typedUrl } from '@shared/request/url.js';
import { issuesOf } from '@shared/request/validation.js';
import { t, textOf } from '../i18n/t.js';
import { call } from '../bridge/bridge.js';
import { typedPath } from '../ui/home-folder.js';
import { createEditing } from './editing.js';
import {
  type ServerForm,
  emptyServerForm,
  formOfServer,
  isServerKind,
  readServerForm,
} from './server-form.js';
import { saveTarget, targetOf, useTargets } from './targets-store.js';
import type { DeliveryRow } from '@shared/deliveries.js';
import { openSettings } from '../ui/ui-store.js';

/** What a destination is: a bucket of a provider, or a kind of server. */
export type TargetType = BucketProviderName | ServerKind;

/** The form of a destination of any type, with raw input. The secret isn't part of it. */
export interface TargetForm extends BucketForm, ServerForm {
  readonly id: string;
  readonly name: string;
  readonly type: TargetType;
}

/** The fields of a bucket. */
interface BucketForm {
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly prefix: string;
  readonly pathStyle: boolean;
  readonly setsAcl: boolean;
  readonly publicBase: string;
  readonly caFile: string;
  readonly credentials: 'key' | 'machine';
  readonly accessKeyId: string;
  readonly profile: string;
  readonly cacheControl: string;
  readonly contentDisposition: string;
  readonly storageClass: string;
  /** Empty: none is requested. */
  readonly encryption: (typeof encryptions)[number] | '';
  readonly kmsKey: string;
  /** Lines of the form NAME=VALUE. */
  readonly metadata: string;
  readonly tags: string;
}

/** The parsed form. */
export interface TargetReading {
  /** Null if a field is invalid. */
  readonly target: UploadTarget | null;
  /** Errors with their paths in the target. */
  readonly issues: readonly FieldIssue[];
}

/** Returns a provider by name. */
export function providerNamed(name: BucketProviderName): BucketProvider {
  return bucketProviders.find((provider) => provider.name === name) ?? bucketProviders[0];
}

const emptyForm: BucketForm & ServerForm = {
  ...emptyServerForm,
  endpoint: '',
  region: '',
  bucket: '',
  prefix: '',
  pathStyle: false,
  setsAcl: true,
  publicBase: '',
  caFile: '',
  credentials: 'key',
  accessKeyId: '',
  profile: '',
  cacheControl: '',
  contentDisposition: '',
  storageClass: '',
  encryption: '',
  kmsKey: '',
  metadata: '',
  tags: '',
};

/** Returns an empty form with the defaults of a type. */
export function newTargetForm(id: string, type: TargetType): TargetForm {
  return withType({ ...emptyForm, id, name: '', type }, type);
}

/** Returns the form with the defaults of another type. */
export function withType(form: TargetForm, type: TargetType): TargetForm {
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

/** Returns the form of an existing destination. */
export function formOfTarget(target: UploadTarget): TargetForm {
  if (isBucket(target)) return formOfBucket(target);
  const { id, name, kind } = target;
  return { ...emptyForm, ...formOfServer(target), id, name, type: kind };
}

function formOfBucket(target: BucketTarget): TargetForm {
  const { id, name, provider, bucket, prefix, pathStyle, object = {} } = target;
  const { acl, credentials, endpoint, region, publicBase, caFile } = target;
  const { metadata = [], tags = [] } = writtenObjectSettings(object);
  const { cacheControl = '', contentDisposition = '', storageClass = '' } = object;
  const { encryption = '', kmsKey = '' } = object;
  return {
    ...emptyForm,
    ...{ id, name, bucket, prefix, pathStyle },
    type: provider,
    ...{ cacheControl, contentDisposition, storageClass, encryption, kmsKey },
    metadata: metadata.join('\n'),
    tags: tags.join('\n'),
    endpoint: endpoint ?? '',
    region: region ?? '',
    setsAcl: acl !== null,
    publicBase: publicBase ?? '',
    caFile: caFile ?? '',
    credentials: credentials.kind,
    accessKeyId: credentials.kind === 'key' ? credentials.accessKeyId : '',
    profile: credentials.kind === 'machine' ? (credentials.profile ?? '') : '',
  };
}

/**
 * Returns the form for a copy of a destination, with its own name and id. The secret isn't copied,
 * because the window doesn't know it.
 */
export function copyOfTarget(target: UploadTarget, id: string): TargetForm {
  return {
    ...formOfTarget(target),
    id,
    name: t('destinations.copyName', { name: target.name }).slice(0, 60),
  };
}

/** Parses a form. Errors come from the target's schema, plus one for an incomplete endpoint. */
export function readTargetForm(form: TargetForm): TargetReading {
  const { type } = form;
  return isServerKind(type) ? readServerForm(form, type) : readBucketForm(form, type);
}

function readBucketForm(form: TargetForm, provider: BucketProviderName): TargetReading {
  const { object, issues: wrongOptions } = uploadOptionsOf(form);
  const parsed = bucketTargetSchema.safeParse({ ...bucketInput(form, provider), ...object });
  const unfilled = unfilledPart(form, provider);
  const issues = [
    ...(unfilled ? [unfilled] : []),
    ...issuesOf(parsed).filter(({ field }) => field !== unfilled?.field),
    ...wrongOptions,
  ];
  return { target: parsed.success && issues.length === 0 ? parsed.data : null, issues };
}

/** Returns the server and credentials of a form; the issues are those of their fields. */
export function readBucketServer(
  form: TargetForm,
  provider: BucketProviderName,
): {
  readonly server: BucketServer | null;
  readonly issues: readonly FieldIssue[];
} {
  const { id, endpoint, region, pathStyle, caFile, credentials } = bucketInput(form, provider);
  const name = form.name.trim() || textOf(providerNamed(provider).label);
  const input = { id, kind: 's3', name, endpoint, region, pathStyle, caFile, credentials };
  const parsed = bucketServerSchema.safeParse(input);
  const unfilled = unfilledPart(form, provider);
  const issues = issuesOf(parsed);
  if (unfilled) return { server: null, issues: [unfilled, ...issues] };
  return { server: parsed.data ?? null, issues };
}

/** Returns the bucket and folder of a form; null if one is invalid. */
export function readFolder({ bucket, prefix }: TargetForm): BucketFolder | null {
  const input = { bucket: bucket.trim(), prefix: folderText(prefix) };
  return bucketFolderSchema.safeParse(input).data ?? null;
}

/** Returns the upload options of a form, if any are set and all are valid. */
function uploadOptionsOf(form: TargetForm): {
  readonly object: Pick<BucketTarget, 'object'>;
  readonly issues: readonly FieldIssue[];
} {
  const { encryption, kmsKey } = form;
  const text = (written: string) => (written.trim() === '' ? undefined : written);
  const lines = (written: string) => written.split('\n').filter((line) => line.trim() !== '');
  const { settings, issues } = readObjectSettings(
    {
      cacheControl: text(form.cacheControl),
      contentDisposition: text(form.contentDisposition),
      storageClass: text(form.storageClass),
      encryption: text(encryption),
      // Its field is hidden otherwise.
      kmsKey: encryption === 'aws:kms' ? text(kmsKey) : undefined,
      metadata: lines(form.metadata),
      tags: lines(form.tags),
    },
    objectLabel,
  );
  const isSet = issues.length === 0 && Object.keys(settings).length > 0;
  return {
    object: isSet ? { object: settings } : {},
    issues: issues.map(({ option, message: issue }) => ({
      field: `object.${option}`,
      message: issue,
    })),
  };
}

/** Names the upload options that are set in a form, such as "Storage class, Tags". */
export function uploadOptionsSummary(form: TargetForm): string {
  const { object = {} } = uploadOptionsOf(form).object;
  return objectOptions
    .filter((option) => object[option] !== undefined)
    .map((option) => textOf(objectLabel(option)))
    .join(', ');
}

function bucketInput(form: TargetForm, provider: BucketProviderName): Record<string, unknown> {
  const { id, name, pathStyle } = form;
  return {
    id,
    kind: 's3',
    name: name.trim(),
    provider,
    endpoint: addressOrNull(form.endpoint),
    region: textOrNull(form.region),
    bucket: form.bucket.trim(),
    prefix: folderText(form.prefix),
    pathStyle,
    acl: form.setsAcl ? ownerAcl : null,
    publicBase: addressOrNull(form.publicBase),
    caFile: textOrNull(typedPath(form.caFile)),
    credentials:
      form.credentials === 'key'
        ? { kind: 'key', accessKeyId: form.accessKeyId.trim() }
        : { kind: 'machine', profile: textOrNull(form.profile) },
  };
}

/** Returns an error for a placeholder left in the endpoint, or a missing endpoint. */
function unfilledPart({ endpoint }: TargetForm, provider: BucketProviderName): FieldIssue | null {
  const known = providerNamed(provider);
  if (endpoint.trim() === '') {
    if (known.endpoint === null) return null;
    const empty = message('destinations.endpointEmpty', { example: known.endpoint });
    return { field: 'endpoint', message: empty };
  }
  const [part] = /\{[^}]*\}/.exec(endpoint) ?? [];
  if (part === undefined) return null;
  const unfilled = message('destinations.endpointUnfilled', {
    endpoint: excerpt(endpoint),
    part,
    name: part.slice(1, -1),
  });
  return { field: 'endpoint', message: unfilled };
}

function folderText(text: string): string {
  return text.trim().replace(/^\/+|\/+$/g, '');
}

function textOrNull(text: string): string | null {
  return text.trim() === '' ? null : text.trim();
}

function addressOrNull(text: string): string | null {
  return text.trim() === '' ? null : typedUrl(text);
}

/** The fields under Upload options. */
export const uploadOptionFields = objectOptions.map((option) => `object.${option}` as const);

/**
 * The fields of the form. `credentials` and `login` also stand for the secret, which isn't part of
 * the target.
 */
const targetFields = [
  'name',
  'endpoint',
  'region',
  'bucket',
  'prefix',
  'credentials',
  'credentials.accessKeyId',
  'credentials.profile',
  'pathStyle',
  'acl',
  'publicBase',
  'caFile',
  ...uploadOptionFields,
  'server',
  'user',
  'folder',
  'login',
  'login.file',
  'hostKey',
] as const;
export type TargetField = (typeof targetFields)[number];

/** Returns the fields under More for a provider: those it doesn't need. */
export function fieldsUnderMore({ endpoint, region }: BucketProvider): readonly TargetField[] {
  return [
    ...(endpoint === null ? (['endpoint'] as const) : []),
    ...(region === null ? [] : (['region'] as const)),
    'pathStyle',
    'acl',
    'publicBase',
    'caFile',
  ];
}

/** The destination that is being added or edited in the settings. */
export const targetEditing = createEditing<TargetForm, UploadTarget, TargetField>({
  idPrefix: 'target',
  fields: targetFields,
  read: (form) => {
    const { target, issues } = readTargetForm(form);
    return { item: target, issues };
  },
  test: async (target, secret) => {
    const result = await call('targets:test', { target, ...(secret !== '' && { secret }) });
    return result.ok ? result : { ok: false, error: atSecretField(result.error, typeOf(target)) };
  },
  save: saveTarget,
});

export const useTargetEditing = targetEditing.use;

/** Shows the error of a missing secret at its field, which isn't part of the target. */
function atSecretField(error: AppErrorData, type: TargetType): AppErrorData {
  const { fields } = error;
  if (fields === undefined) return error;
  const own = secretField(type);
  const at = (field: string) => (field === 'secret' ? own : field);
  return { ...error, fields: fields.map((issue) => ({ ...issue, field: at(issue.field) })) };
}

/** Returns the field whose errors are shown at the secret. */
function secretField(type: TargetType): TargetField {
  return isServerKind(type) ? 'login' : 'credentials';
}

function typeOf(target: UploadTarget): TargetType {
  return isBucket(target) ? target.provider : target.kind;
}

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
  const fields: readonly string[] = targetFields;
  return row.error?.fields?.some(({ field }) => fields.includes(field)) === true;
}

/** An upload without a target id belongs to the destination that it is listed under. */
function targetOfRow(row: DeliveryRow): UploadTarget | undefined {
  const { targets } = useTargets.getState();
  return targetOf(targets, row.target ?? null) ?? targets.find(({ name }) => name === row.to);
}

function missingSecret(target: UploadTarget): AppErrorData {
  const field = secretField(typeOf(target));
  const missing = message(missingTexts[secretKind(target)], { destination: target.name });
  return { code: 'invalid-request', message: missing, fields: [{ field, message: missing }] };
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
  showRefusal(failure);
  openSettings('targets');
}

/** Shows an error of the edited destination at the faulty field. */
export function showRefusal(error: AppErrorData): void {
  useTargetEditing.setState(({ form, focusErrorTick }) => ({
    failure: form && atSecretField(error, form.type),
    test: { kind: 'none' },
    focusErrorTick: focusErrorTick + 1,
  }));
}
