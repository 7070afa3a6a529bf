import { Button } from '@mantine/core';
import { type SubmitEvent, useId, useState } from 'react';
import { type Preset, presetNameSchema } from '@shared/presets.js';
import { issueMessage } from '@shared/request/validation.js';
import { FieldError } from '../ui/FieldError.js';
import { TextInput } from '../ui/TextInput.js';
import { presetNamed, renamePreset, savePreset } from './presets-store.js';
import { t, textOf } from '../i18n/t.js';

/** What the name is for. */
export type PresetDialogMode =
  { readonly kind: 'save' } | { readonly kind: 'rename'; readonly preset: Preset };

interface PresetNameFormProps {
  readonly mode: PresetDialogMode;
  readonly onDone: () => void;
}

/** Asks for a preset name. If the name exists, the button says that it will be replaced. */
export function PresetNameForm({ mode, onDone }: PresetNameFormProps) {
  const id = useId();
  const [name, setName] = useState(mode.kind === 'rename' ? mode.preset.name : '');
  const [issue, setIssue] = useState<string | null>(null);
  const existing = presetNamed(name);
  const isOther = existing && !(mode.kind === 'rename' && existing.name === mode.preset.name);

  async function submit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const checked = presetNameSchema.safeParse(name);
    if (!checked.success) {
      const [first] = checked.error.issues;
      setIssue(first === undefined ? null : textOf(issueMessage(first)));
      return;
    }
    const done =
      mode.kind === 'save'
        ? await savePreset(checked.data)
        : await renamePreset(mode.preset, checked.data);
    if (done) onDone();
  }

  return (
    <form className="preset-form" onSubmit={(event) => void submit(event)}>
      <label htmlFor={id}>
        {mode.kind === 'save'
          ? t('presets.name')
          : t('presets.newName', { name: mode.preset.name })}
      </label>
      <TextInput
        id={id}
        data-autofocus
        placeholder={t('presets.namePlaceholder')}
        aria-describedby={`${id}-error`}
        aria-invalid={issue !== null}
        error={issue !== null}
        value={name}
        onChange={(text) => {
          setName(text);
          setIssue(null);
        }}
      />
      <FieldError id={`${id}-error`} message={issue} />
      <div className="row preset-form-end">
        <Button variant="default" onClick={onDone}>
          {t('window.cancel')}
        </Button>
        <Button type="submit">{buttonText(mode, isOther ? existing.name : null)}</Button>
      </div>
    </form>
  );
}

function buttonText(mode: PresetDialogMode, replaced: string | null): string {
  if (replaced !== null) return t('presets.replace', { name: replaced });
  return mode.kind === 'save' ? t('presets.save') : t('presets.rename');
}
