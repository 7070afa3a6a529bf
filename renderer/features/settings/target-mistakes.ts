import type { BucketProvider } from '@shared/bucket-providers.js';
import type { FieldIssue } from '@shared/errors.js';
import { messageOf } from './form-mistakes.js';

/** The fields of the form for a target. `credentials` stands for the secret key, which is no part of a target. */
export const targetFields = [
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
] as const;
export type TargetField = (typeof targetFields)[number];

/** The sentence to show beside a field; null if there is none. */
export function messageAt(issues: readonly FieldIssue[], field: TargetField): string | null {
  return messageOf(issues, targetFields, field);
}

/** The fields that are under More for a provider: those that it does not need. */
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
