import {
  type EndpointField,
  type EndpointForm,
  addEndpoint,
  editEndpoint,
  endpointEditing,
  endpointFieldsUnderMore,
} from './endpoint-form.js';
import {
  type Confirmation,
  type EditorFields,
  ItemEditor,
  ItemFocus,
  ItemList,
  ListedItem,
  SecretRow,
} from './items.js';
import { Server } from 'lucide-react';
import { removeEndpoint, useEndpoints, useTargets } from './targets-store.js';
import { t } from '../i18n/t.js';
import type { RemoteEndpoint } from '@shared/endpoints.js';
import { isUnencrypted, typedUrl } from '@shared/request/url.js';
import { CertificatesRow, MoreFields, SelectRow, SwitchRow, TextRow } from './rows.js';

/** The remote services: the list, or the form of the edited one. */
export function EndpointSettings() {
  const edited = endpointEditing.use(({ form }) => form?.id ?? null);
  return (
    <ItemFocus edited={edited}>{edited === null ? <EndpointList /> : <EndpointEditor />}</ItemFocus>
  );
}

function EndpointList() {
  const endpoints = useEndpoints((state) => state.endpoints);
  return (
    <ItemList
      label={t('settings.services')}
      items={endpoints}
      icon={Server}
      emptyTitle={t('services.none')}
      about={t('services.about')}
      addLabel={t('services.add')}
      onAdd={addEndpoint}
    >
      {(endpoint, confirmation) => (
        <EndpointItem key={endpoint.id} endpoint={endpoint} {...confirmation} />
      )}
    </ItemList>
  );
}

interface EndpointItemProps extends Confirmation {
  readonly endpoint: RemoteEndpoint;
}

/** One service: name, URL and actions. */
function EndpointItem({ endpoint, ...confirmation }: EndpointItemProps) {
  const { id, name, address, login, testMode } = endpoint;
  const hasSecret = useTargets(({ secrets }) => secrets.endpoints.includes(id));

  return (
    <ListedItem
      id={id}
      name={name}
      facts={testMode ? t('services.testModeFacts', { url: address }) : address}
      missing={hasSecret ? null : missingSecretText(login)}
      {...confirmation}
      onEdit={() => editEndpoint(endpoint)}
      question={questionOf(endpoint)}
      onRemove={() => removeEndpoint(id)}
    />
  );
}

function missingSecretText({ kind }: RemoteEndpoint['login']): string | null {
  if (kind === 'none') return null;
  return kind === 'key' ? t('services.keyMissing') : t('services.passwordMissing');
}

function questionOf({ name, login }: RemoteEndpoint): string {
  switch (login.kind) {
    case 'key':
      return t('services.removeWithKeyQuestion', { name });
    case 'user':
      return t('services.removeWithPasswordQuestion', { name });
    case 'none':
      return t('services.removeQuestion', { name });
  }
}

type Fields = EditorFields<EndpointForm, EndpointField>;

/** The form of a remote service. */
function EndpointEditor() {
  const state = endpointEditing.use();
  const hasSecret = useTargets(({ secrets }) => secrets.endpoints.includes(state.form?.id ?? ''));
  return (
    <ItemEditor
      editing={endpointEditing}
      state={state}
      title={state.isNew ? t('services.new') : (state.form?.name ?? '')}
      addLabel={t('services.add')}
      testingText={t('services.testing')}
      hasSecret={hasSecret}
    >
      {(fields) => (
        <>
          <NameAndAddress {...fields} />
          <EndpointLogin {...fields} />
          <SwitchRow
            label={t('services.testMode')}
            help={t('services.testModeHelp')}
            {...fields.getInputProps('testMode')}
          />
          <StorageFields {...fields} />
          <MoreFields {...fields.getSectionProps(endpointFieldsUnderMore)}>
            <RareFields {...fields} />
          </MoreFields>
        </>
      )}
    </ItemEditor>
  );
}

function NameAndAddress({ form, getInputProps }: Fields) {
  const isOpen = isUnencrypted(typedUrl(form.address));
  return (
    <>
      <TextRow
        label={t('settings.name')}
        placeholder={t('services.namePlaceholder')}
        autoFocus
        {...getInputProps('name')}
      />
      <TextRow
        label={t('services.url')}
        placeholder={t('services.urlPlaceholder')}
        help={
          isOpen
            ? form.login === 'none'
              ? t('services.notEncrypted')
              : t('services.notEncryptedKey')
            : t('services.urlHelp')
        }
        {...getInputProps('address')}
      />
    </>
  );
}

function StorageFields({ form, getInputProps }: Fields) {
  return (
    <>
      <SelectRow
        label={t('services.storage')}
        help={t('services.storageHelp')}
        choices={[
          ['none', t('services.defaultStorage')],
          ['service', t('services.ownStorage')],
          ['object_store', t('services.bucketStorage')],
        ]}
        {...getInputProps('storage')}
      />
      {form.storage === 'object_store' && (
        <TextRow
          label={t('services.destination')}
          placeholder={t('services.destinationPlaceholder')}
          help={t('services.destinationHelp')}
          {...getInputProps('destination', 'storage.bucketDestination')}
        />
      )}
    </>
  );
}

/** Fields that few services need. */
function RareFields({ getInputProps }: Fields) {
  return (
    <>
      <TextRow
        label={t('services.timeout')}
        help={t('services.timeoutHelp')}
        end={t('form.seconds')}
        {...getInputProps('timeout', 'timeoutSeconds')}
      />
      <CertificatesRow
        {...getInputProps('caFile')}
        onFailure={(failure) => endpointEditing.use.setState({ failure })}
      />
    </>
  );
}

/** Authentication with a service: API key, user name and password, or none. */
function EndpointLogin({ form, getInputProps, getSecretProps }: Fields) {
  const isKey = form.login === 'key';
  return (
    <>
      <SelectRow
        label={t('settings.authentication')}
        {...(form.login === 'none' && { help: t('services.noLoginHelp') })}
        choices={[
          ['key', t('services.apiKey')],
          ['user', t('services.userAndPassword')],
          ['none', t('services.noLogin')],
        ]}
        {...getInputProps('login')}
      />
      {form.login === 'user' && (
        <TextRow
          label={t('services.userName')}
          placeholder={t('services.userPlaceholder')}
          {...getInputProps('user', 'login.user')}
        />
      )}
      {form.login !== 'none' && (
        <SecretRow
          label={isKey ? t('services.apiKey') : t('services.password')}
          subject={isKey ? t('services.apiKey') : t('services.passwordSubject')}
          {...getSecretProps('secret')}
        />
      )}
    </>
  );
}
