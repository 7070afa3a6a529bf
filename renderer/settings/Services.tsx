import {
  type EndpointForm,
  addEndpoint,
  editEndpoint,
  endpointEditing,
  endpointFields,
  endpointFieldsUnderMore,
  endpointMessage,
} from './endpoint-form.js';
import {
  type Confirmation,
  type EditorFields,
  ItemEditor,
  ItemFocus,
  ItemList,
  ListedItem,
} from './items.js';
import { Server } from 'lucide-react';
import { removeEndpoint, useEndpoints, useTargets } from './targets-store.js';
import { SecretField, useSecretHelp } from './secrets.js';
import { t } from '../i18n/t.js';
import type { RemoteEndpoint } from '@shared/endpoints.js';
import { isUnencrypted } from '@shared/request/url.js';
import { addressText } from '../document/form/address-text.js';
import { CertificatesRow, MoreFields, SelectRow, SettingRow, SwitchRow, TextRow } from './rows.js';

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

type Fields = EditorFields<EndpointForm>;

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
      fields={endpointFields}
      hasSecret={hasSecret}
    >
      {(fields) => (
        <>
          <NameAndAddress {...fields} />
          <EndpointLogin {...fields} />
          <SwitchRow
            id="endpoint-testMode"
            label={t('services.testMode')}
            help={t('services.testModeHelp')}
            isOn={fields.form.testMode}
            issue={endpointMessage(fields.issues, 'testMode')}
            onChange={(testMode) => endpointEditing.change({ testMode })}
          />
          <StorageFields {...fields} />
          <MoreFields
            editing={endpointEditing}
            state={state}
            isWrong={endpointFieldsUnderMore.some(
              (field) => endpointMessage(fields.issues, field) !== null,
            )}
          >
            <RareFields {...fields} />
          </MoreFields>
        </>
      )}
    </ItemEditor>
  );
}

function NameAndAddress({ form, issues }: Fields) {
  const isOpen = isUnencrypted(addressText(form.address));
  return (
    <>
      <TextRow
        id="endpoint-name"
        label={t('settings.name')}
        placeholder={t('services.namePlaceholder')}
        autoFocus
        issue={endpointMessage(issues, 'name')}
        value={form.name}
        onChange={(name) => endpointEditing.change({ name })}
        onLeave={() => endpointEditing.touch('name')}
      />
      <TextRow
        id="endpoint-address"
        label={t('services.url')}
        placeholder={t('services.urlPlaceholder')}
        help={
          isOpen
            ? form.login === 'none'
              ? t('services.notEncrypted')
              : t('services.notEncryptedKey')
            : t('services.urlHelp')
        }
        issue={endpointMessage(issues, 'address')}
        value={form.address}
        onChange={(address) => endpointEditing.change({ address })}
        onLeave={() => endpointEditing.touch('address')}
      />
    </>
  );
}

function StorageFields({ form, issues }: Fields) {
  return (
    <>
      <SelectRow
        id="endpoint-storage"
        label={t('services.storage')}
        help={t('services.storageHelp')}
        issue={endpointMessage(issues, 'storage')}
        value={form.storage}
        choices={[
          ['none', t('services.defaultStorage')],
          ['service', t('services.ownStorage')],
          ['object_store', t('services.bucketStorage')],
        ]}
        onChange={(storage) => endpointEditing.change({ storage })}
      />
      {form.storage === 'object_store' && (
        <TextRow
          id="endpoint-destination"
          label={t('services.destination')}
          placeholder={t('services.destinationPlaceholder')}
          help={t('services.destinationHelp')}
          issue={endpointMessage(issues, 'storage.bucketDestination')}
          value={form.destination}
          onChange={(destination) => endpointEditing.change({ destination })}
          onLeave={() => endpointEditing.touch('storage.bucketDestination')}
        />
      )}
    </>
  );
}

/** Fields that few services need. */
function RareFields({ form, issues }: Fields) {
  return (
    <>
      <TextRow
        id="endpoint-timeoutSeconds"
        label={t('services.timeout')}
        help={t('services.timeoutHelp')}
        issue={endpointMessage(issues, 'timeoutSeconds')}
        value={form.timeout}
        end={t('form.seconds')}
        onChange={(timeout) => endpointEditing.change({ timeout })}
        onLeave={() => endpointEditing.touch('timeoutSeconds')}
      />
      <CertificatesRow
        id="endpoint-caFile"
        issue={endpointMessage(issues, 'caFile')}
        value={form.caFile}
        onChange={(caFile) => endpointEditing.change({ caFile })}
        onFailure={(failure) => endpointEditing.use.setState({ failure })}
      />
    </>
  );
}

/** Authentication with a service: API key, user name and password, or none. */
function EndpointLogin(props: EditorFields<EndpointForm>) {
  const { form, issues } = props;
  return (
    <>
      <SelectRow
        id="endpoint-login"
        label={t('settings.authentication')}
        {...(form.login === 'none' && { help: t('services.noLoginHelp') })}
        issue={endpointMessage(issues, 'login')}
        value={form.login}
        choices={[
          ['key', t('services.apiKey')],
          ['user', t('services.userAndPassword')],
          ['none', t('services.noLogin')],
        ]}
        onChange={(login) => endpointEditing.change({ login })}
      />
      {form.login === 'user' && (
        <TextRow
          id="endpoint-user"
          label={t('services.userName')}
          placeholder={t('services.userPlaceholder')}
          issue={endpointMessage(issues, 'login.user')}
          value={form.user}
          onChange={(user) => endpointEditing.change({ user })}
          onLeave={() => endpointEditing.touch('login.user')}
        />
      )}
      {form.login !== 'none' && <EndpointSecret {...props} />}
    </>
  );
}

function EndpointSecret(props: EditorFields<EndpointForm>) {
  const { form, issues, hasSecret, secret, onForget } = props;
  const secretHelp = useSecretHelp();
  const issue = endpointMessage(issues, 'secret');
  const isKey = form.login === 'key';
  return (
    <SettingRow
      id="endpoint-secret"
      label={isKey ? t('services.apiKey') : t('services.password')}
      help={hasSecret ? undefined : secretHelp}
      issue={issue}
    >
      <SecretField
        id="endpoint-secret"
        subject={isKey ? t('services.apiKey') : t('services.passwordSubject')}
        isStored={hasSecret}
        isWrong={issue !== null}
        input={secret}
        onType={() => endpointEditing.change({})}
        onForget={onForget}
      />
    </SettingRow>
  );
}
