import {
  type BucketProvider,
  type BucketProviderName,
  bucketProviders,
} from '@shared/bucket-providers.js';
import type { FieldIssue } from '@shared/errors.js';
import {
  type BucketTarget,
  bucketInEndpointMistake,
  bucketTargetSchema,
  ownerAcl,
} from '@shared/targets.js';
import { quote } from '@shared/request/wording.js';
import { addressText } from '../address-text.js';

/** A target as it is being written: texts as they were typed. The secret key is no part of it. */
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
}

/** What a form amounts to: a target, or why it is none yet. */
export interface TargetReading {
  /** Null while a field is wrong. */
  readonly target: BucketTarget | null;
  /** Each mistake with the path of its field in the target. */
  readonly issues: readonly FieldIssue[];
}

/** What is known of a provider. */
export function providerNamed(name: BucketProviderName): BucketProvider {
  return bucketProviders.find((provider) => provider.name === name) ?? bucketProviders[0];
}

/** An empty form with what is known of a provider. */
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
    },
    provider,
  );
}

/** The form with what is known of another provider in the place of what was known of the one before. */
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

/** A target that is there, to be changed. */
export function formOfTarget(target: BucketTarget): TargetForm {
  const { acl, credentials, endpoint, region, publicBase, caFile, ...rest } = target;
  return {
    ...rest,
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

/** A target like another one, under a name and an id of its own. Its secret key is not copied, as nobody here knows it. */
export function copyOfTarget(target: BucketTarget, id: string): TargetForm {
  return { ...formOfTarget(target), id, name: `${target.name} copy`.slice(0, 60) };
}

/** Reads a form, with the mistakes in the sentences of the target's schema, and one for what it must hold besides. */
export function readTargetForm(form: TargetForm): TargetReading {
  const parsed = bucketTargetSchema.safeParse(targetInput(form));
  const found = parsed.success
    ? bucketInEndpoint(parsed.data)
    : parsed.error.issues.map(({ path, message }) => ({ field: path.join('.'), message }));
  const unfilled = unfilledPart(form);
  const issues = unfilled
    ? [unfilled, ...found.filter(({ field }) => field !== unfilled.field)]
    : found;
  return { target: parsed.success && issues.length === 0 ? parsed.data : null, issues };
}

function bucketInEndpoint(target: BucketTarget): readonly FieldIssue[] {
  const message = bucketInEndpointMistake(target);
  return message === null ? [] : [{ field: 'endpoint', message }];
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
    prefix: form.prefix.trim().replace(/^\/+|\/+$/g, ''),
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

/** A part of the endpoint that the person has to put in, or an endpoint that is missing altogether. */
function unfilledPart({ endpoint, provider }: TargetForm): FieldIssue | null {
  const known = providerNamed(provider);
  if (endpoint.trim() === '') {
    if (known.endpoint === null) return null;
    const message = `The endpoint is empty. Enter its URL, such as ${known.endpoint}.`;
    return { field: 'endpoint', message };
  }
  const [part] = /\{[^}]*\}/.exec(endpoint) ?? [];
  if (part === undefined) return null;
  const message = `The endpoint ${quote(endpoint)} still contains ${part}. Replace it with your ${part.slice(1, -1)}.`;
  return { field: 'endpoint', message };
}

function textOrNull(text: string): string | null {
  return text.trim() === '' ? null : text.trim();
}

function addressOrNull(text: string): string | null {
  return text.trim() === '' ? null : addressText(text);
}
