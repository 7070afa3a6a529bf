import { ActionIcon, Tooltip } from '@mantine/core';
import { FolderOpen } from 'lucide-react';
import { type ExistingPolicy, existingPolicies } from '@shared/output.js';
import { call } from '../../bridge.js';
import { Field } from '../../ui/Field.js';
import { SelectInput } from '../../ui/SelectInput.js';
import { TextInput } from '../../ui/TextInput.js';
import { changeDraft, useDraft } from './draft-store.js';
import { existingTexts } from '../../queue/options-wording.js';
import { reportResult } from '../../ui/notices.js';
import { OutputExample } from './OutputExample.js';
import { Section } from './Section.js';
import { SwitchField } from './SwitchField.js';
import { UploadFields } from './UploadFields.js';
import { t, textOf } from '../../i18n/t.js';

/**
 * Where the PDFs of a batch go and what to do with existing files. A single PDF is saved through
 * the dialog instead.
 */
export function OutputSection() {
  const save = useDraft(({ draft }) => draft.save);
  return (
    <Section title={t('form.output')}>
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
      label={t('form.saveLocally')}
      help={{
        help: t('form.saveLocallyHelp'),
        example: t('form.saveLocallyExample'),
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
      label={t('form.folder')}
      help={{
        help: t('form.folderHelp'),
        example: '/home/me/pdf',
      }}
      changed={folder !== ''}
      onReset={() => changeDraft({ outputFolder: '' })}
    >
      {(control) => (
        <div className="row">
          <TextInput
            {...control}
            placeholder={isOfFiles ? t('form.sameFolder') : t('form.downloads')}
            value={folder}
            onChange={(text) => changeDraft({ outputFolder: text })}
          />
          <Tooltip label={t('form.chooseFolder')}>
            <ActionIcon
              size={32}
              variant="default"
              aria-label={t('form.chooseOutputFolder')}
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
      label={t('form.ifFileExists')}
      help={{
        help: t('form.ifFileExistsHelp'),
        example: t('form.ifFileExistsExample'),
      }}
      changed={existing !== 'number'}
      onReset={() => changeDraft({ existing: 'number' })}
    >
      {(control) => (
        <SelectInput {...control} value={existing} onChange={chooseExisting}>
          {existingPolicies.map((policy) => (
            <option key={policy} value={policy}>
              {textOf(existingTexts[policy])}
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
  if (reportResult(t('form.chooseFolderFailed'), result) && result.value !== null)
    changeDraft({ outputFolder: result.value });
}
