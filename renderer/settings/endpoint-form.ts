import { type RemoteEndpoint, remoteEndpointSchema } from '@shared/endpoints.js';
import type { AppErrorData, FieldIssue } from '@shared/messages/errors.js';
import { numberFromText } from '@shared/request/fields.js';
import { isUnencrypted, typedUrl } from '@shared/request/url.js';
import { issuesOf } from '@shared/request/validation.js';
import { call } from '../bridge/bridge.js';
import { createEditing } from './editing.js';
import { type Field, certificates, formOf, issuePath, itemInput, more } from './field-table.js';
import { saveEndpoint } from './targets-store.js';
import { openSettings } from '../ui/ui-store.js';
import { t } from '../i18n/t.js';

const emptyForm = {
  id: '',
  name: '',
  address: '',
  login: 'key',
  user: '',
  testMode: false,
  storage: 'none',
  destination: '',
  caFile: '',
  /** In seconds. */
  timeout: '300',
};

/** The form of a service, with raw input. Its key or password isn't part of it. */
export type EndpointForm = Readonly<typeof emptyForm>;

export const endpointFields: readonly Field<EndpointForm>[] = [
  {
    name: 'name',
    label: 'settings.name',
    placeholder: 'services.namePlaceholder',
    autoFocus: true,
  },
  {
    name: 'address',
    label: 'services.url',
    placeholder: 'services.urlPlaceholder',
    help: addressHelp,
    read: typedUrl,
  },
  {
    name: 'login',
    kind: 'select',
    path: 'login.kind',
    issue: 'login',
    label: 'settings.authentication',
    help: ({ login }) => (login === 'none' ? 'services.noLoginHelp' : undefined),
    choices: [
      ['key', 'services.apiKey'],
      ['user', 'services.userAndPassword'],
      ['none', 'services.noLogin'],
    ],
  },
  {
    name: 'user',
    path: 'login.user',
    label: 'services.userName',
    placeholder: 'services.userPlaceholder',
    isShown: ({ login }) => login === 'user',
  },
  {
    kind: 'secret',
    issue: 'secret',
    label: ({ login }) => (login === 'key' ? 'services.apiKey' : 'services.password'),
    subject: ({ login }) => (login === 'key' ? 'services.apiKey' : 'services.passwordSubject'),
    isShown: ({ login }) => login !== 'none',
  },
  { name: 'testMode', kind: 'switch', label: 'services.testMode', help: 'services.testModeHelp' },
  {
    name: 'storage',
    kind: 'select',
    path: 'storage.provider',
    issue: 'storage',
    label: 'services.storage',
    help: 'services.storageHelp',
    choices: [
      ['none', 'services.defaultStorage'],
      ['service', 'services.ownStorage'],
      ['object_store', 'services.bucketStorage'],
    ],
  },
  {
    name: 'destination',
    path: 'storage.bucketDestination',
    label: 'services.destination',
    placeholder: 'services.destinationPlaceholder',
    help: 'services.destinationHelp',
    isShown: ({ storage }) => storage === 'object_store',
  },
  {
    name: 'timeout',
    path: 'timeoutSeconds',
    label: 'services.timeout',
    help: 'services.timeoutHelp',
    end: 'form.seconds',
    read: numberFromText,
    section: more,
  },
  certificates,
];

function addressHelp({ address, login }: EndpointForm) {
  if (!isUnencrypted(typedUrl(address))) return 'services.urlHelp';
  return login === 'none' ? 'services.notEncrypted' : 'services.notEncryptedKey';
}

export function newEndpointForm(id: string): EndpointForm {
  return { ...emptyForm, id };
}

export function formOfEndpoint(endpoint: RemoteEndpoint): EndpointForm {
  return formOf(endpointFields, newEndpointForm(endpoint.id), endpoint);
}

/**
 * Errors come from the endpoint's schema, with their paths in the endpoint.
 * @returns the endpoint, null if a field is invalid
 */
export function readEndpointForm(form: EndpointForm): {
  readonly endpoint: RemoteEndpoint | null;
  readonly issues: readonly FieldIssue[];
} {
  const input = { ...itemInput(endpointFields, form), id: form.id };
  const parsed = remoteEndpointSchema.safeParse(
    form.storage === 'none' ? { ...input, storage: null } : input,
  );
  return { endpoint: parsed.data ?? null, issues: issuesOf(parsed) };
}

/** The service that is being added or edited in the settings. */
export const endpointEditing = createEditing<EndpointForm, RemoteEndpoint>({
  idPrefix: 'endpoint',
  fields: endpointFields.map(issuePath),
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

/** The field that an error is about; null for none. */
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
  endpointEditing.showFailure(failure);
  openSettings('services');
}
