import type { FieldIssue } from '@shared/errors.js';
import { messageOf } from './form-mistakes.js';

/** The fields of the form for a service. `secret` is its key or its password, which is no part of it. */
export const endpointFields = [
  'name',
  'address',
  'login',
  'secret',
  'login.user',
  'testMode',
  'storage',
  'storage.bucketDestination',
  'patienceSeconds',
  'caFile',
] as const;
export type EndpointField = (typeof endpointFields)[number];

/** Those that are under More. */
export const endpointFieldsUnderMore = [
  'patienceSeconds',
  'caFile',
] as const satisfies readonly EndpointField[];

/** The sentence to show beside a field; null if there is none. */
export function endpointMessage(
  issues: readonly FieldIssue[],
  field: EndpointField,
): string | null {
  return messageOf(issues, endpointFields, field);
}
