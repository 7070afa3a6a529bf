import './items.css';
import {
  type EndpointForm,
  addEndpoint,
  editEndpoint,
  endpointEditing,
  endpointFields,
  endpointFieldsUnderMore,
  endpointMessage,
} from './endpoint-form.js';
import { type EditorFields, ItemEditor, ItemFocus, ListedItem } from './items.js';
import { Button } from '@mantine/core';
import { Plus, Server } from 'lucide-react';
import { useState } from 'react';
import { EmptyNotice } from '../ui/parts.js';
import { removeEndpoint, useEndpoints } from './endpoints-store.js';
import { SecretField, SecretKeeping, useSecretHelp } from './secrets.js';
import { t } from '../i18n/t.js';
import type { RemoteEndpoint } from '@shared/endpoints.js';
import { useTargets } from './targets-store.js';
import { isUnencrypted } from '@shared/request/url.js';
import { SelectInput } from '../ui/SelectInput.js';
import { addressText } from '../document/form/address-text.js';
import { CertificatesRow, MoreFields, SettingRow, SwitchRow, TextRow } from './rows.js';

/** The remote services: the list, or the form of the edited one. */
export function EndpointSettings() {
  const edited = endpointEditing.use(({ form }) => form?.id ?? null);
  return (
    <ItemFocus edited={edited}>{edited === null ? <EndpointList /> : <EndpointEditor />}</ItemFocus>
  );
}

/** All services, and how their keys are stored. */
function EndpointList() {
  const endpoints = useEndpoints((state) => state.endpoints);
  const [confirmingId, setConfirmingId] = useState<string | null>(null);
  if (endpoints.length === 0) return <NoEndpoints />;
  return (
    <div className="items">
      <ul className="item-list" aria-label={t('settings.services')} data-keeps-focus="">
        {endpoints.map((endpoint) => (
          <EndpointItem
            key={endpoint.id}
            endpoint={endpoint}
            confirmOpen={confirmingId === endpoint.id}
            onConfirmChange={(confirmOpen) => setConfirmingId(confirmOpen ? endpoint.id : null)}
          />
        ))}
      </ul>
      <div className="row">
        <Button
          variant="default"
          leftSection={<Plus size={16} aria-hidden />}
          onClick={addEndpoint}
        >
          {t('services.add')}
        </Button>
      </div>
      <SecretKeeping />
    </div>
  );
}

function NoEndpoints() {
  return (
    <EmptyNotice
      icon={Server}
      title={t('services.none')}
      actions={
        <Button leftSection={<Plus size={16} aria-hidden />} onClick={addEndpoint}>
          {t('services.add')}
        </Button>
      }
    >
      {t('services.about')}
    </EmptyNotice>
  );
}

interface EndpointItemProps {
  readonly endpoint: RemoteEndpoint;
  /** True while the removal is being confirmed. */
  readonly confirmOpen: boolean;
  readonly onConfirmChange: (confirmOpen: boolean) => void;
}

/** One service: name, URL and actions. */
function EndpointItem({ endpoint, confirmOpen, onConfirmChange }: EndpointItemProps) {
  const { id, name, address, login, testMode } = endpoint;
  const hasSecret = useTargets(({ secrets }) => secrets.endpoints.includes(id));

  return (
    <ListedItem
      id={id}
      name={name}
      facts={testMode ? t('services.testModeFacts', { url: address }) : address}
      missing={hasSecret ? null : missingSecretText(login)}
      confirmOpen={confirmOpen}
      onConfirmChange={onConfirmChange}
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
      <SettingRow
        id="endpoint-storage"
        label={t('services.storage')}
        help={t('services.storageHelp')}
        issue={endpointMessage(issues, 'storage')}
      >
        <SelectInput
          id="endpoint-storage"
          aria-describedby="endpoint-storage-help endpoint-storage-error"
          value={form.storage}
          onChange={(storage) =>
            endpointEditing.change({
              storage: storage === 'service' || storage === 'object_store' ? storage : 'none',
            })
          }
        >
          <option value="none">{t('services.defaultStorage')}</option>
          <option value="service">{t('services.ownStorage')}</option>
          <option value="object_store">{t('services.bucketStorage')}</option>
        </SelectInput>
      </SettingRow>
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
      <SettingRow
        id="endpoint-login"
        label={t('settings.authentication')}
        {...(form.login === 'none' && { help: t('services.noLoginHelp') })}
        issue={endpointMessage(issues, 'login')}
      >
        <SelectInput
          id="endpoint-login"
          aria-describedby="endpoint-login-help endpoint-login-error"
          aria-invalid={endpointMessage(issues, 'login') !== null}
          value={form.login}
          onChange={(login) =>
            endpointEditing.change({ login: login === 'user' || login === 'none' ? login : 'key' })
          }
        >
          <option value="key">{t('services.apiKey')}</option>
          <option value="user">{t('services.userAndPassword')}</option>
          <option value="none">{t('services.noLogin')}</option>
        </SelectInput>
      </SettingRow>
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
