import { isUnencrypted } from '@shared/request/encryption.js';
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

/** One service as it is written. */
export function EndpointEditor() {
  const state = endpointEditing.use();
  const hasSecret = useTargets(({ secrets }) => secrets.endpoints.includes(state.form?.id ?? ''));
  return (
    <ItemEditor
      editing={endpointEditing}
      state={state}
      title={state.isNew ? 'A new service' : (state.form?.name ?? '')}
      addLabel="Add service"
      testingText="Having a small PDF made, in test mode"
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
            help="PDFs cost nothing and carry a watermark."
            isOn={fields.form.testMode}
            mistake={endpointMessage(fields.mistakes, 'testMode')}
            onChange={(testMode) => endpointEditing.change({ testMode })}
          />
          <StorageFields {...fields} />
          <MoreFields
            editing={endpointEditing}
            state={state}
            isWrong={endpointFieldsUnderMore.some(
              (field) => endpointMessage(fields.mistakes, field) !== null,
            )}
          >
            <RareFields {...fields} />
          </MoreFields>
        </>
      )}
    </ItemEditor>
  );
}

function NameAndAddress({ form, mistakes }: Fields) {
  const isOpen = isUnencrypted(addressText(form.address));
  return (
    <>
      <TextRow
        id="endpoint-name"
        label="Name"
        placeholder="office"
        autoFocus
        mistake={endpointMessage(mistakes, 'name')}
        value={form.name}
        onChange={(name) => endpointEditing.change({ name })}
        onLeave={() => endpointEditing.reveal('name')}
      />
      <TextRow
        id="endpoint-address"
        label="Address"
        placeholder="https://pdf.example.org"
        help={
          isOpen
            ? `Not encrypted: whoever is on the way can read ${form.login === 'none' ? '' : 'the key and '}the documents.`
            : 'Without /v1/pdf, which Platen adds.'
        }
        mistake={endpointMessage(mistakes, 'address')}
        value={form.address}
        onChange={(address) => endpointEditing.change({ address })}
        onLeave={() => endpointEditing.reveal('address')}
      />
    </>
  );
}

function StorageFields({ form, mistakes }: Fields) {
  return (
    <>
      <SettingRow
        id="endpoint-storage"
        label="Storage"
        help="Where the service puts a PDF whose request does not say so."
        mistake={endpointMessage(mistakes, 'storage')}
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
          <option value="none">As the service decides</option>
          <option value="service">The service&apos;s own</option>
          <option value="object_store">A bucket</option>
        </SelectInput>
      </SettingRow>
      {form.storage === 'object_store' && (
        <TextRow
          id="endpoint-destination"
          label="Destination"
          placeholder="s3://papers/{date}/{name}.pdf"
          help="{name}, {title}, {date} and {n} are filled in. The service must be allowed to write there."
          mistake={endpointMessage(mistakes, 'storage.bucketDestination')}
          value={form.destination}
          onChange={(destination) => endpointEditing.change({ destination })}
          onLeave={() => endpointEditing.reveal('storage.bucketDestination')}
        />
      )}
    </>
  );
}

/** What few services need. */
function RareFields({ form, mistakes }: Fields) {
  return (
    <>
      <TextRow
        id="endpoint-patienceSeconds"
        label="Patience"
        help="How long Platen waits for one PDF, in seconds."
        mistake={endpointMessage(mistakes, 'patienceSeconds')}
        value={form.patience}
        end="s"
        onChange={(patience) => endpointEditing.change({ patience })}
        onLeave={() => endpointEditing.reveal('patienceSeconds')}
      />
      <CertificatesRow
        id="endpoint-caFile"
        mistake={endpointMessage(mistakes, 'caFile')}
        value={form.caFile}
        onChange={(caFile) => endpointEditing.change({ caFile })}
        onFailure={(failure) => endpointEditing.use.setState({ failure })}
      />
    </>
  );
}
