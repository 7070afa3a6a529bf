import type { BucketProvider } from '@shared/bucket-providers.js';
import type { FieldIssue } from '@shared/errors.js';
import { messageOf } from './form-issues.js';

/**
 * The fields of the form. `credentials` also stands for the secret key, which isn't part of the
 * target.
 */
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

/** Returns the error of a field; null for none. */
export function messageAt(issues: readonly FieldIssue[], field: TargetField): string | null {
  return messageOf(issues, targetFields, field);
}

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
