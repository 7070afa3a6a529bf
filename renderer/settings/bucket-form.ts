import { type BucketProvider, bucketProviders } from '@shared/bucket-providers.js';
import type { FieldIssue } from '@shared/messages/errors.js';
import { type MessageKey, message } from '@shared/messages/message.js';
import {
  type ObjectOption,
  maxTags,
  objectLabel,
  objectOptions,
  readObjectSettings,
  writtenObjectSettings,
} from '@shared/object-settings.js';
import { excerpt } from '@shared/request/text.js';
import { typedUrl } from '@shared/request/url.js';
import { issuesOf } from '@shared/request/validation.js';
import {
  type BucketServer,
  type BucketTarget,
  bucketFolderAt,
  bucketFolderSchema,
  bucketPath,
  bucketServerSchema,
  bucketTargetSchema,
  ownerAcl,
} from '@shared/targets.js';
import { textOf } from '../i18n/t.js';
import {
  type Field,
  type FieldBrowsing,
  type Section,
  type TextField,
  certificates,
  formOf,
  itemInput,
  more,
} from './field-table.js';
import type { TargetForm } from './empty-target.js';

const usesKey = ({ credentials }: TargetForm) => credentials === 'key';

const uploadOptions: Section<TargetForm> = {
  label: 'objects.uploadOptions',
  summary: uploadOptionsSummary,
};

/** The fields of a bucket itself. Under More are those that its provider doesn't need. */
const mainFields: readonly Field<TargetForm>[] = [
  { name: 'name', label: 'settings.name', placeholder: 'destinations.namePlaceholder' },
  {
    name: 'endpoint',
    label: 'destinations.endpoint',
    placeholder: 'destinations.endpointPlaceholder',
    read: typedUrl,
    isOptional: true,
    section: ({ type }) => (providerNamed(type).endpoint === null ? more : undefined),
  },
  {
    name: 'region',
    label: 'destinations.region',
    placeholder: 'destinations.regionPlaceholder',
    help: 'destinations.regionHelp',
    isOptional: true,
    section: ({ type }) => (providerNamed(type).region === null ? undefined : more),
  },
  {
    name: 'bucket',
    label: 'destinations.bucket',
    placeholder: 'destinations.bucketPlaceholder',
    browse: browsing('browse.browseBuckets', () => ''),
  },
  {
    name: 'prefix',
    label: 'destinations.folder',
    placeholder: 'destinations.folderPlaceholder',
    help: 'destinations.folderHelp',
    read: folderText,
    browse: browsing('browse.browseFolders', pathOf),
  },
  {
    name: 'credentials',
    kind: 'select',
    path: 'credentials.kind',
    issue: 'credentials',
    label: 'settings.authentication',
    choices: [
      ['key', 'destinations.accessKey'],
      ['machine', 'destinations.localConfiguration'],
    ],
    // With a key, the error is that of the secret.
    showsIssue: (form) => !usesKey(form),
  },
  {
    name: 'accessKeyId',
    path: 'credentials.accessKeyId',
    label: 'destinations.accessKey',
    placeholder: 'destinations.accessKeyPlaceholder',
    isShown: usesKey,
  },
  {
    kind: 'secret',
    issue: 'credentials',
    label: 'destinations.secretKey',
    subject: 'destinations.secretKeySubject',
    isShown: usesKey,
  },
  {
    name: 'profile',
    path: 'credentials.profile',
    label: 'destinations.profile',
    placeholder: 'destinations.profilePlaceholder',
    help: 'destinations.profileHelp',
    isOptional: true,
    isShown: (form) => !usesKey(form),
  },
  {
    name: 'pathStyle',
    kind: 'switch',
    label: 'destinations.pathStyle',
    help: 'destinations.pathStyleHelp',
    section: more,
  },
  {
    name: 'setsAcl',
    kind: 'switch',
    path: 'acl',
    label: 'destinations.ownerControl',
    help: 'destinations.ownerControlHelp',
    section: more,
  },
  {
    name: 'publicBase',
    label: 'destinations.publicUrl',
    placeholder: 'destinations.publicUrlPlaceholder',
    help: 'destinations.publicUrlHelp',
    read: typedUrl,
    isOptional: true,
    section: more,
  },
  certificates,
];

export const bucketFields: readonly Field<TargetForm>[] = [
  ...mainFields,
  uploadOption('storageClass', { placeholder: 'objects.storageClassPlaceholder' }),
  {
    ...uploadOption('encryption'),
    kind: 'select',
    choices: [
      ['', 'objects.encryptionDefault'],
      ['AES256', 'objects.encryptionS3'],
      ['aws:kms', 'objects.encryptionKms'],
    ],
  },
  uploadOption('kmsKey', {
    placeholder: 'objects.kmsKeyPlaceholder',
    help: 'objects.kmsKeyHelp',
    isShown: ({ encryption }) => encryption === 'aws:kms',
  }),
  uploadOption('cacheControl', { placeholder: 'objects.cacheControlPlaceholder' }),
  uploadOption('contentDisposition', {
    placeholder: 'objects.contentDispositionPlaceholder',
    help: 'objects.contentDispositionHelp',
  }),
  uploadOption('metadata', {
    kind: 'lines',
    placeholder: 'objects.metadataPlaceholder',
    help: 'objects.metadataHelp',
  }),
  uploadOption('tags', {
    kind: 'lines',
    placeholder: 'objects.tagsPlaceholder',
    help: message('objects.tagsHelp', { max: maxTags }),
  }),
];

/** One of the options that uploads request for their objects. They are parsed together. */
function uploadOption(name: ObjectOption, texts: Partial<TextField<TargetForm>> = {}) {
  const label = objectLabel(name);
  return { name, path: `object.${name}`, label, section: uploadOptions, ...texts };
}

function browsing(
  label: MessageKey,
  startOf: (form: TargetForm) => string,
): FieldBrowsing<TargetForm> {
  return {
    label,
    start: (form) => ({ ...readBucketServer(form), place: startOf(form) }),
    onChoose: bucketFolderAt,
  };
}

/** Empty, which stands for the list of buckets, if the form is invalid. */
function pathOf({ bucket, prefix }: TargetForm): string {
  const input = { bucket: bucket.trim(), prefix: folderText(prefix) };
  const folder = bucketFolderSchema.safeParse(input).data;
  return folder === undefined ? '' : bucketPath(folder);
}

export function providerNamed(name: string): BucketProvider {
  return bucketProviders.find((provider) => provider.name === name) ?? bucketProviders[0];
}

/** @param empty gives what a bucket doesn't have */
export function formOfBucket(target: BucketTarget, empty: TargetForm): TargetForm {
  const { metadata = [], tags = [] } = writtenObjectSettings(target.object ?? {});
  return {
    ...formOf(bucketFields, empty, target),
    type: target.provider,
    setsAcl: target.acl !== null,
    metadata: metadata.join('\n'),
    tags: tags.join('\n'),
  };
}

/** Errors come from the target's schema, plus one for an incomplete endpoint. */
export function readBucketForm(form: TargetForm): {
  readonly target: BucketTarget | null;
  readonly issues: readonly FieldIssue[];
} {
  const { object, issues: wrongOptions } = readUploadOptions(form);
  const parsed = bucketTargetSchema.safeParse({ ...bucketInput(form), ...object });
  const unfilled = unfilledPart(form);
  const issues = [
    ...(unfilled ? [unfilled] : []),
    ...issuesOf(parsed).filter(({ field }) => field !== unfilled?.field),
    ...wrongOptions,
  ];
  return { target: parsed.success && issues.length === 0 ? parsed.data : null, issues };
}

/** The issues are those of the fields of server and credentials. */
function readBucketServer(form: TargetForm): {
  readonly server: BucketServer | null;
  readonly issues: readonly FieldIssue[];
} {
  const name = form.name.trim() || textOf(providerNamed(form.type).label);
  const parsed = bucketServerSchema.safeParse({ ...bucketInput(form), name });
  const unfilled = unfilledPart(form);
  const issues = issuesOf(parsed);
  if (unfilled) return { server: null, issues: [unfilled, ...issues] };
  return { server: parsed.data ?? null, issues };
}

function bucketInput(form: TargetForm): Readonly<Record<string, unknown>> {
  const { id, type, setsAcl } = form;
  const fields = itemInput(mainFields, form);
  return { ...fields, id, kind: 's3', provider: type, acl: setsAcl ? ownerAcl : null };
}

/** If any are set and all are valid. */
function readUploadOptions(form: TargetForm): {
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

/** Those that are set, such as "Storage class, Tags". */
function uploadOptionsSummary(form: TargetForm): string {
  const { object = {} } = readUploadOptions(form).object;
  return objectOptions
    .filter((option) => object[option] !== undefined)
    .map((option) => textOf(objectLabel(option)))
    .join(', ');
}

/** A placeholder left in the endpoint, or a missing endpoint. */
function unfilledPart({ endpoint, type }: TargetForm): FieldIssue | null {
  const known = providerNamed(type);
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
