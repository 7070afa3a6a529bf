import { ActionIcon, Tooltip } from '@mantine/core';
import { FolderOpen } from 'lucide-react';
import { type ExistingPolicy, existingPolicies } from '@shared/output.js';
import { call } from '../../bridge.js';
import { Field } from '../../components/Field.js';
import { SelectInput } from '../../components/SelectInput.js';
import { TextInput } from '../../components/TextInput.js';
import { changeDraft, useDraft } from '../../store/draft-store.js';
import { existingTexts } from '../../store/jobs/options-wording.js';
import { told } from '../../store/notices.js';
import { OutputExample } from './OutputExample.js';
import { Section } from './Section.js';
import { SwitchField } from './SwitchField.js';
import { UploadFields } from './UploadFields.js';

/** Where the PDFs of a batch go, and what happens to files that are there. A single PDF is saved where the dialog says. */
export function OutputSection() {
  const save = useDraft(({ draft }) => draft.save);
  return (
    <Section title="Where converted PDFs go">
      <SaveField />
      {save && <FolderField />}
      <UploadFields />
      <ExistingField />
      <OutputExample />
    </Section>
  );
}

function SaveField() {
  const save = useDraft(({ draft }) => draft.save);
  return (
    <SwitchField
      name="output.save"
      label="Save here"
      help={{
        help: 'Whether converted PDFs are also saved on this computer, in the folder below; off is for those that are only uploaded.',
        example: 'off',
      }}
      isOn={save}
      usual
      onChange={(isOn) => changeDraft({ save: isOn })}
    />
  );
}

function FolderField() {
  const folder = useDraft(({ draft }) => draft.outputFolder);
  const isOfFiles = useDraft(({ draft }) => draft.tab === 'files');
  return (
    <Field
      name="output.folder"
      label="Folder"
      help={{
        help: 'Folder for the PDFs; the tree of a dropped folder is kept in it. Empty: beside each file, for addresses and HTML in Downloads.',
        example: '/home/me/pdf',
      }}
      changed={folder !== ''}
      onReset={() => changeDraft({ outputFolder: '' })}
    >
      {(control) => (
        <div className="row">
          <TextInput
            {...control}
            placeholder={isOfFiles ? 'beside each file' : 'the Downloads folder'}
            value={folder}
            onChange={(text) => changeDraft({ outputFolder: text })}
          />
          <Tooltip label="Choose a folder">
            <ActionIcon
              size={32}
              variant="default"
              aria-label="Choose a folder for the PDFs"
              onClick={() => void chooseFolder()}
            >
              <FolderOpen size={16} aria-hidden />
            </ActionIcon>
          </Tooltip>
        </div>
      )}
    </Field>
  );
}

function ExistingField() {
  const existing = useDraft(({ draft }) => draft.existing);
  return (
    <Field
      name="output.existing"
      label="If it exists"
      help={{
        help: 'What happens where a file of that name is there already, here or in the bucket.',
        example: 'invoice-2.pdf beside invoice.pdf',
      }}
      changed={existing !== 'number'}
      onReset={() => changeDraft({ existing: 'number' })}
    >
      {(control) => (
        <SelectInput {...control} value={existing} onChange={chooseExisting}>
          {existingPolicies.map((policy) => (
            <option key={policy} value={policy}>
              {existingTexts[policy]}
            </option>
          ))}
        </SelectInput>
      )}
    </Field>
  );
}

function chooseExisting(value: string): void {
  const chosen: ExistingPolicy | undefined = existingPolicies.find((known) => known === value);
  if (chosen) changeDraft({ existing: chosen });
}

async function chooseFolder(): Promise<void> {
  const result = await call('delivery:choose-folder', undefined);
  if (told('The folder could not be chosen', result) && result.value !== null)
    changeDraft({ outputFolder: result.value });
}
