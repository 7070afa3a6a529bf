import type { FieldIssue } from '@shared/errors.js';
import { bucketProviders } from '@shared/bucket-providers.js';
import { SelectInput } from '../ui/SelectInput.js';
import { changeTargetForm, targetEditing, useTargetEditing } from './target-editing.js';
import { type TargetForm, providerNamed, withProvider } from './target-form.js';
import { useTargets } from './targets-store.js';
import { ItemEditor } from './ItemEditor.js';
import { MoreFields } from './MoreFields.js';
import { SettingRow } from './SettingRow.js';
import { TargetCredentials } from './TargetCredentials.js';
import { TargetFields, TargetMoreFields } from './TargetFields.js';
import { fieldsUnderMore, messageAt, targetFields } from './target-fields.js';
import { t, textOf } from '../i18n/t.js';

/** The form of a destination: provider, required fields, and the rest under More. */
export function TargetEditor() {
  const state = useTargetEditing();
  const hasSecret = useTargets(({ secrets }) => secrets.targets.includes(state.form?.id ?? ''));
  return (
    <ItemEditor
      editing={targetEditing}
      state={state}
      title={state.isNew ? t('destinations.new') : (state.form?.name ?? '')}
      addLabel={t('uploads.addDestination')}
      testingText={t('destinations.testing')}
      fields={targetFields}
      hasSecret={hasSecret}
    >
      {(fields) => (
        <>
          <ProviderField form={fields.form} />
          <TargetFields form={fields.form} issues={fields.issues} />
          <TargetCredentials {...fields} />
          <MoreFields
            editing={targetEditing}
            state={state}
            isWrong={isWrongUnderMore(fields.form, fields.issues)}
          >
            <TargetMoreFields form={fields.form} issues={fields.issues} />
          </MoreFields>
        </>
      )}
    </ItemEditor>
  );
}

function ProviderField({ form }: { readonly form: TargetForm }) {
  return (
    <SettingRow id="target-provider" label={t('destinations.provider')}>
      <SelectInput
        id="target-provider"
        autoFocus
        data-autofocus
        value={form.provider}
        onChange={(value) => {
          const chosen = bucketProviders.find(({ name }) => name === value);
          if (chosen) changeTargetForm(withProvider(form, chosen.name));
        }}
      >
        {bucketProviders.map(({ name, label }) => (
          <option key={name} value={name}>
            {textOf(label)}
          </option>
        ))}
      </SelectInput>
    </SettingRow>
  );
}

/** Returns true if a field under More is invalid. */
function isWrongUnderMore({ provider }: TargetForm, issues: readonly FieldIssue[]): boolean {
  const inside = fieldsUnderMore(providerNamed(provider));
  return inside.some((field) => messageAt(issues, field) !== null);
}
