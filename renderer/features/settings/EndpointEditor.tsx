import { isUnencrypted } from '@shared/request/url.js';
import { SelectInput } from '../../components/SelectInput.js';
import { addressText } from '../../store/address-text.js';
import { useTargets } from '../../store/delivery/targets-store.js';
import { endpointEditing } from '../../store/remote/endpoint-editing.js';
import type { EndpointForm } from '../../store/remote/endpoint-form.js';
import { CertificatesRow } from './CertificatesRow.js';
import { EndpointLogin } from './EndpointLogin.js';
import { type EditorFields, ItemEditor } from './ItemEditor.js';
import { MoreFields } from './MoreFields.js';
import { SettingRow } from './SettingRow.js';
import { SwitchRow } from './SwitchRow.js';
import { TextRow } from './TextRow.js';
import { endpointFields, endpointFieldsUnderMore, endpointMessage } from './endpoint-fields.js';

type Fields = EditorFields<EndpointForm>;

/** The form of a remote service. */
export function EndpointEditor() {
  const state = endpointEditing.use();
  const hasSecret = useTargets(({ secrets }) => secrets.endpoints.includes(state.form?.id ?? ''));
  return (
    <ItemEditor
      editing={endpointEditing}
      state={state}
      title={state.isNew ? 'New service' : (state.form?.name ?? '')}
      addLabel="Add service"
      testingText="Converting a test page…"
      fields={endpointFields}
      hasSecret={hasSecret}
    >
      {(fields) => (
        <>
          <NameAndAddress {...fields} />
          <EndpointLogin {...fields} />
          <SwitchRow
            id="endpoint-testMode"
            label="Test mode"
            help="PDFs are free and watermarked."
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
        label="Name"
        placeholder="office"
        autoFocus
        issue={endpointMessage(issues, 'name')}
        value={form.name}
        onChange={(name) => endpointEditing.change({ name })}
        onLeave={() => endpointEditing.touch('name')}
      />
      <TextRow
        id="endpoint-address"
        label="URL"
        placeholder="https://pdf.example.org"
        help={
          isOpen
            ? `Not encrypted: ${form.login === 'none' ? '' : 'the key and '}documents can be read in transit.`
            : 'Without /v1/pdf; Platen adds it.'
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
        label="Storage"
        help="Where the service stores PDFs by default."
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
          <option value="none">Service default</option>
          <option value="service">Service storage</option>
          <option value="object_store">Bucket</option>
        </SelectInput>
      </SettingRow>
      {form.storage === 'object_store' && (
        <TextRow
          id="endpoint-destination"
          label="Destination"
          placeholder="s3://papers/{date}/{name}.pdf"
          help="Placeholders: {name}, {title}, {date}, {n}. The service needs write access."
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
        id="endpoint-patienceSeconds"
        label="Timeout"
        help="How long to wait for one PDF, in seconds."
        issue={endpointMessage(issues, 'patienceSeconds')}
        value={form.timeout}
        end="s"
        onChange={(timeout) => endpointEditing.change({ timeout })}
        onLeave={() => endpointEditing.touch('patienceSeconds')}
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
