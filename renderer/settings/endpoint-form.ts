import { type RemoteEndpoint, remoteEndpointSchema } from '@shared/endpoints.js';
import type { FieldIssue } from '@shared/errors.js';
import { numberFromText } from '@shared/request/fields.js';
import { issueMessage } from '@shared/request/validation.js';
import { addressText } from '../document/form/address-text.js';

/** The form of a service, with raw input. Its key or password isn't part of it. */
export interface EndpointForm {
  readonly id: string;
  readonly name: string;
  readonly address: string;
  readonly login: RemoteEndpoint['login']['kind'];
  readonly user: string;
  readonly testMode: boolean;
  readonly storage: 'none' | 'service' | 'object_store';
  readonly destination: string;
  readonly caFile: string;
  /** In seconds. */
  readonly timeout: string;
}

/** The parsed form. */
export interface EndpointReading {
  /** Null if a field is invalid. */
  readonly endpoint: RemoteEndpoint | null;
  /** Errors with their paths in the endpoint. */
  readonly issues: readonly FieldIssue[];
}

/** Returns an empty form. */
export function newEndpointForm(id: string): EndpointForm {
  return {
    id,
    name: '',
    address: '',
    login: 'key',
    user: '',
    testMode: false,
    storage: 'none',
    destination: '',
    caFile: '',
    timeout: '300',
  };
}

/** Returns the form of an existing service. */
export function formOfEndpoint(endpoint: RemoteEndpoint): EndpointForm {
  const { id, name, address, login, testMode, storage, caFile, timeoutSeconds } = endpoint;
  return {
    id,
    name,
    address,
    login: login.kind,
    user: login.kind === 'user' ? login.user : '',
    testMode,
    storage: storage?.provider ?? 'none',
    destination: storage?.provider === 'object_store' ? storage.bucketDestination : '',
    caFile: caFile ?? '',
    timeout: String(timeoutSeconds),
  };
}

/** Parses a form; errors come from the endpoint's schema. */
export function readEndpointForm(form: EndpointForm): EndpointReading {
  const parsed = remoteEndpointSchema.safeParse(endpointInput(form));
  if (parsed.success) return { endpoint: parsed.data, issues: [] };
  const issues = parsed.error.issues.map((issue) => ({
    field: issue.path.join('.'),
    message: issueMessage(issue),
  }));
  return { endpoint: null, issues };
}

function endpointInput(form: EndpointForm): Record<string, unknown> {
  return {
    id: form.id,
    name: form.name.trim(),
    address: addressText(form.address),
    login: form.login === 'user' ? { kind: 'user', user: form.user.trim() } : { kind: form.login },
    testMode: form.testMode,
    storage: storageInput(form),
    caFile: form.caFile.trim() === '' ? null : form.caFile.trim(),
    timeoutSeconds: numberFromText(form.timeout),
  };
}

function storageInput({ storage, destination }: EndpointForm): Record<string, unknown> | null {
  if (storage === 'none') return null;
  if (storage === 'service') return { provider: storage };
  return { provider: storage, bucketDestination: destination.trim() };
}
