import type { FieldIssue } from '@shared/errors.js';
import { messageOf } from './form-issues.js';

/** The fields of the form. `secret` is the key or password, which isn't part of the service. */
export const endpointFields = [
  'name',
  'address',
  'login',
  'secret',
  'login.user',
  'testMode',
  'storage',
  'storage.bucketDestination',
  'timeoutSeconds',
  'caFile',
] as const;
export type EndpointField = (typeof endpointFields)[number];

/** Fields under More. */
export const endpointFieldsUnderMore = [
  'timeoutSeconds',
  'caFile',
] as const satisfies readonly EndpointField[];

/** Returns the error of a field; null for none. */
export function endpointMessage(
  issues: readonly FieldIssue[],
  field: EndpointField,
): string | null {
  return messageOf(issues, endpointFields, field);
}
