import { ActionIcon, Tooltip } from '@mantine/core';
import { FolderOpen } from 'lucide-react';
import { type ExistingPolicy, existingPolicies } from '@shared/output.js';
import { call } from '../../bridge.js';
import { Field } from '../../components/Field.js';
import { SelectInput } from '../../components/SelectInput.js';
import { TextInput } from '../../components/TextInput.js';
import { changeDraft, useDraft } from '../../store/draft-store.js';
import { existingTexts } from '../../store/jobs/options-wording.js';
import { reportResult } from '../../store/notices.js';
import { OutputExample } from './OutputExample.js';
import { Section } from './Section.js';
import { SwitchField } from './SwitchField.js';
import { UploadFields } from './UploadFields.js';

/**
 * Where the PDFs of a batch go and what to do with existing files. A single PDF is saved through
 * the dialog instead.
 */
export function OutputSection() {
  const save = useDraft(({ draft }) => draft.save);
  return (
    <Section title="Output">
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
      label="Save to this computer"
      help={{
        help: 'Turn off to upload PDFs without saving them locally.',
        example: 'off',
      }}
      isOn={save}
      defaultValue
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
        help: 'Where PDFs are saved. If empty, next to each file; for URLs and HTML, in Downloads.',
        example: '/home/me/pdf',
      }}
      changed={folder !== ''}
      onReset={() => changeDraft({ outputFolder: '' })}
    >
      {(control) => (
        <div className="row">
          <TextInput
            {...control}
            placeholder={isOfFiles ? 'Same folder as source' : 'Downloads'}
            value={folder}
            onChange={(text) => changeDraft({ outputFolder: text })}
          />
          <Tooltip label="Choose folder">
            <ActionIcon
              size={32}
              variant="default"
              aria-label="Choose output folder"
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
      label="If file exists"
      help={{
        help: 'What to do when the name is already taken, in the folder or in the bucket.',
        example: 'Keep both saves invoice-2.pdf',
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
  if (reportResult("Couldn't choose the folder", result) && result.value !== null)
    changeDraft({ outputFolder: result.value });
}
