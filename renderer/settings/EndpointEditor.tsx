import { isUnencrypted } from '@shared/request/url.js';
import { SelectInput } from '../ui/SelectInput.js';
import { addressText } from '../document/form/address-text.js';
import { useTargets } from './targets-store.js';
import { endpointEditing } from './endpoint-editing.js';
import type { EndpointForm } from './endpoint-form.js';
import { CertificatesRow } from './CertificatesRow.js';
import { EndpointLogin } from './EndpointLogin.js';
import { type EditorFields, ItemEditor } from './ItemEditor.js';
import { MoreFields } from './MoreFields.js';
import { SettingRow } from './SettingRow.js';
import { SwitchRow } from './SwitchRow.js';
import { TextRow } from './TextRow.js';
import { endpointFields, endpointFieldsUnderMore, endpointMessage } from './endpoint-fields.js';
import { t } from '../i18n/t.js';

type Fields = EditorFields<EndpointForm>;

/** The form of a remote service. */
export function EndpointEditor() {
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
