import { type RemoteEndpoint, remoteEndpointSchema } from '@shared/endpoints.js';
import type { AppErrorData, FieldIssue } from '@shared/messages/errors.js';
import { numberFromText } from '@shared/request/fields.js';
import { typedUrl } from '@shared/request/url.js';
import { issuesOf } from '@shared/request/validation.js';
import { call } from '../bridge/bridge.js';
import { typedPath } from '../ui/home-folder.js';
import { createEditing } from './editing.js';
import { saveEndpoint } from './targets-store.js';
import { openSettings } from '../ui/ui-store.js';
import { t } from '../i18n/t.js';

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
  return { endpoint: parsed.data ?? null, issues: issuesOf(parsed) };
}

function endpointInput(form: EndpointForm): Record<string, unknown> {
  return {
    id: form.id,
    name: form.name.trim(),
    address: typedUrl(form.address),
    login: form.login === 'user' ? { kind: 'user', user: form.user.trim() } : { kind: form.login },
    testMode: form.testMode,
    storage: storageInput(form),
    caFile: typedPath(form.caFile) || null,
    timeoutSeconds: numberFromText(form.timeout),
  };
}

function storageInput({ storage, destination }: EndpointForm): Record<string, unknown> | null {
  if (storage === 'none') return null;
  if (storage === 'service') return { provider: storage };
  return { provider: storage, bucketDestination: destination.trim() };
}

/** The fields of the form. `secret` is the key or password, which isn't part of the service. */
const endpointFields = [
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

/** The service that is being added or edited in the settings. */
export const endpointEditing = createEditing<EndpointForm, RemoteEndpoint, EndpointField>({
  idPrefix: 'endpoint',
  fields: endpointFields,
  read: (form) => {
    const { endpoint, issues } = readEndpointForm(form);
    return { item: endpoint, issues };
  },
  test: (endpoint, secret) =>
    call('endpoints:test', { endpoint, ...(secret !== '' && { secret }) }),
  // Without authentication a stored secret is deleted.
  save: async (endpoint, secret) =>
    saveEndpoint(endpoint, endpoint.login.kind === 'none' ? null : secret),
});

export function addEndpoint(): void {
  endpointEditing.begin(newEndpointForm(crypto.randomUUID()), true);
}

export function editEndpoint(endpoint: RemoteEndpoint): void {
  endpointEditing.begin(formOfEndpoint(endpoint), false);
}

/** A rejected field in the settings of a service. */
export interface EndpointFault {
  /** The field's name for display. */
  readonly name: string;
  readonly issue: FieldIssue;
}

/** Returns the field of a service that an error is about; null for none. */
export function faultIn(
  { login }: Pick<RemoteEndpoint, 'login'>,
  { fields = [] }: AppErrorData,
): EndpointFault | null {
  const names: Readonly<Record<string, string>> = {
    address: t('services.faultyUrl'),
    login: t('services.faultyLogin'),
    secret: login.kind === 'key' ? t('services.faultyKey') : t('services.faultyPassword'),
    'login.user': t('services.faultyUserName'),
    caFile: t('services.faultyCertificates'),
  };
  for (const issue of fields) {
    const name = names[issue.field];
    if (name !== undefined) return { name, issue };
  }
  return null;
}

/** Opens the settings of a service at the rejected field. */
export function openFault(endpoint: RemoteEndpoint, { issue }: EndpointFault): void {
  editEndpoint(endpoint);
  const failure: AppErrorData = {
    code: 'invalid-request',
    message: issue.message,
    fields: [issue],
  };
  endpointEditing.use.setState(({ focusErrorTick }) => ({
    failure,
    focusErrorTick: focusErrorTick + 1,
  }));
  openSettings('services');
}
