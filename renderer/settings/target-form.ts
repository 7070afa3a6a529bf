import {
  type BucketProvider,
  type BucketProviderName,
  bucketProviders,
} from '@shared/bucket-providers.js';
import type { FieldIssue } from '@shared/errors.js';
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
  bucketFolderSchema,
  bucketInEndpointIssue,
  bucketServerSchema,
  bucketTargetSchema,
  ownerAcl,
} from '@shared/targets.js';
import { excerpt } from '@shared/request/text.js';
import { issueMessage } from '@shared/request/validation.js';
import { addressText } from '../document/form/address-text.js';
import { t, textOf } from '../i18n/t.js';
import { call } from '../bridge.js';
import { createEditing } from './editing.js';
import { saveTarget, targetOf, useTargets } from './targets-store.js';
import type { DeliveryRow } from '@shared/deliveries.js';
import { openSettings } from '../ui/ui-store.js';

/** The form of a destination, with raw input. The secret key isn't part of it. */
export interface TargetForm {
  readonly id: string;
  readonly name: string;
  readonly provider: BucketProviderName;
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
  readonly target: BucketTarget | null;
  /** Errors with their paths in the target. */
  readonly issues: readonly FieldIssue[];
}

/** Returns a provider by name. */
export function providerNamed(name: BucketProviderName): BucketProvider {
  return bucketProviders.find((provider) => provider.name === name) ?? bucketProviders[0];
}

/** Returns an empty form with the defaults of a provider. */
export function newTargetForm(id: string, provider: BucketProviderName): TargetForm {
  return withProvider(
    {
      id,
      name: '',
      provider,
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
    },
    provider,
  );
}

/** Returns the form with the defaults of another provider. */
export function withProvider(form: TargetForm, name: BucketProviderName): TargetForm {
  const { endpoint, region, pathStyle, takesAcl } = providerNamed(name);
  return {
    ...form,
    provider: name,
    endpoint: endpoint ?? '',
    region: region ?? '',
    pathStyle,
    setsAcl: takesAcl,
  };
}

/** Returns the form of an existing destination. */
export function formOfTarget(target: BucketTarget): TargetForm {
  const { acl, credentials, endpoint, region, publicBase, caFile, object = {}, ...rest } = target;
  const { metadata = [], tags = [] } = writtenObjectSettings(object);
  const { cacheControl = '', contentDisposition = '', storageClass = '' } = object;
  const { encryption = '', kmsKey = '' } = object;
  return {
    ...rest,
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
 * Returns the form for a copy of a destination, with its own name and id. The secret key isn't
 * copied, because the window doesn't know it.
 */
export function copyOfTarget(target: BucketTarget, id: string): TargetForm {
  return {
    ...formOfTarget(target),
    id,
    name: t('destinations.copyName', { name: target.name }).slice(0, 60),
  };
}

/** Parses a form. Errors come from the target's schema, plus one for an incomplete endpoint. */
export function readTargetForm(form: TargetForm): TargetReading {
  const { object, issues: wrongOptions } = uploadOptionsOf(form);
  const parsed = bucketTargetSchema.safeParse({ ...targetInput(form), ...object });
  const found = parsed.success
    ? bucketInEndpoint(parsed.data)
    : parsed.error.issues.map((issue) => ({
        field: issue.path.join('.'),
        message: issueMessage(issue),
      }));
  const unfilled = unfilledPart(form);
  const issues = [
    ...(unfilled ? [unfilled] : []),
    ...found.filter(({ field }) => field !== unfilled?.field),
    ...wrongOptions,
  ];
  return { target: parsed.success && issues.length === 0 ? parsed.data : null, issues };
}

/** Returns the server and credentials of a form; the issues are those of their fields. */
export function readServer(form: TargetForm): {
  readonly server: BucketServer | null;
  readonly issues: readonly FieldIssue[];
} {
  const { id, endpoint, region, pathStyle, caFile, credentials } = targetInput(form);
  const name = form.name.trim() || textOf(providerNamed(form.provider).label);
  const input = { id, name, endpoint, region, pathStyle, caFile, credentials };
  const parsed = bucketServerSchema.safeParse(input);
  const unfilled = unfilledPart(form);
  const found = parsed.success ? [] : parsed.error.issues;
  const issues = found.map((issue) => ({
    field: issue.path.join('.'),
    message: issueMessage(issue),
  }));
  if (unfilled) return { server: null, issues: [unfilled, ...issues] };
  return { server: parsed.success ? parsed.data : null, issues };
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

function bucketInEndpoint(target: BucketTarget): readonly FieldIssue[] {
  const issue = bucketInEndpointIssue(target);
  return issue === null ? [] : [{ field: 'endpoint', message: issue }];
}

function targetInput(form: TargetForm): Record<string, unknown> {
  const { id, name, provider, pathStyle } = form;
  return {
    id,
    name: name.trim(),
    provider,
    endpoint: addressOrNull(form.endpoint),
    region: textOrNull(form.region),
    bucket: form.bucket.trim(),
    prefix: folderText(form.prefix),
    pathStyle,
    acl: form.setsAcl ? ownerAcl : null,
    publicBase: addressOrNull(form.publicBase),
    caFile: textOrNull(form.caFile),
    credentials:
      form.credentials === 'key'
        ? { kind: 'key', accessKeyId: form.accessKeyId.trim() }
        : { kind: 'machine', profile: textOrNull(form.profile) },
  };
}

/** Returns an error for a placeholder left in the endpoint, or a missing endpoint. */
function unfilledPart({ endpoint, provider }: TargetForm): FieldIssue | null {
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
  return text.trim() === '' ? null : addressText(text);
}

/** The fields under Upload options. */
export const uploadOptionFields = objectOptions.map((option) => `object.${option}` as const);

/**
 * The fields of the form. `credentials` also stands for the secret key, which isn't part of the
 * target.
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
export const targetEditing = createEditing<TargetForm, BucketTarget, TargetField>({
  idPrefix: 'target',
  fields: targetFields,
  read: (form) => {
    const { target, issues } = readTargetForm(form);
    return { item: target, issues };
  },
  test: (target, secret) => call('targets:test', { target, ...(secret !== '' && { secret }) }),
  save: saveTarget,
});

export const useTargetEditing = targetEditing.use;

export function addTarget(): void {
  targetEditing.begin(newTargetForm(crypto.randomUUID(), 'aws'), true);
}

export function editTarget(target: BucketTarget): void {
  targetEditing.begin(formOfTarget(target), false);
}

export function duplicateTarget(target: BucketTarget): void {
  targetEditing.begin(copyOfTarget(target, crypto.randomUUID()), true);
}

/** Opens the settings at the secret that a delivery waits for. */
export function enterCredential(row: DeliveryRow): void {
  if (row.kind === 'webhook') {
    openSettings('webhooks');
    return;
  }
  const { targets } = useTargets.getState();
  // An upload without a target id belongs to the destination that it is listed under.
  const target =
    targetOf(targets, row.target ?? null) ?? targets.find(({ name }) => name === row.to);
  if (target) openKeyOf(target);
  else openSettings('targets');
}

/** Opens the settings of a destination at its secret key. */
function openKeyOf(target: BucketTarget): void {
  editTarget(target);
  const missing = message('uploads.secretKeyMissing', { destination: target.name });
  const failure = {
    code: 'invalid-request',
    message: missing,
    fields: [{ field: 'credentials', message: missing }],
  } as const;
  useTargetEditing.setState(({ focusErrorTick }) => ({
    failure,
    focusErrorTick: focusErrorTick + 1,
  }));
  openSettings('targets');
}
