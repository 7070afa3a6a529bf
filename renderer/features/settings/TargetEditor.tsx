import { Button, UnstyledButton } from '@mantine/core';
import { ChevronRight } from 'lucide-react';
import { type RefObject, type SubmitEvent, useEffect, useRef, useState } from 'react';
import { bucketProviders } from '@shared/bucket-providers.js';
import { SelectInput } from '../../components/SelectInput.js';
import {
  changeTargetForm,
  keepTarget,
  stopEditing,
  targetMistakes,
  testTarget,
  useTargetEditing,
} from '../../store/delivery/target-editing.js';
import { type TargetForm, providerNamed, withProvider } from '../../store/delivery/target-form.js';
import { useTargets } from '../../store/delivery/targets-store.js';
import { SettingRow } from './SettingRow.js';
import { TargetCredentials } from './TargetCredentials.js';
import { TargetFields, TargetMoreFields } from './TargetFields.js';
import { TestResult } from './TestResult.js';
import { fieldsUnderMore, messageAt } from './target-mistakes.js';

/** One target as it is written: the provider first, then what that one needs, and the rest under More. */
export function TargetEditor() {
  const state = useTargetEditing();
  const secret = useRef<HTMLInputElement>(null);
  const [forgets, setForgets] = useState(false);
  const hasSecret = useTargets(({ secrets }) => secrets.targets.includes(state.form?.id ?? ''));
  const { form, isNew, saving, test } = state;
  const editor = useRef<HTMLFormElement>(null);
  useLedToMistake(editor, state.led);
  if (!form) return null;
  const mistakes = targetMistakes(state);

  function typedSecret(): string {
    return secret.current?.value.trim() ?? '';
  }

  function submit(event: SubmitEvent): void {
    event.preventDefault();
    const typed = typedSecret();
    void keepTarget(typed === '' ? (forgets ? null : undefined) : typed);
  }

  return (
    <form ref={editor} className="settings target-editor" onSubmit={submit}>
      <h3>{isNew ? 'A new target' : form.name}</h3>
      <ProviderField form={form} />
      <TargetFields form={form} mistakes={mistakes} />
      <TargetCredentials
        form={form}
        mistakes={mistakes}
        hasSecret={hasSecret && !forgets}
        secret={secret}
        onForget={() => setForgets(true)}
      />
      <More form={form} mistakes={mistakes} />
      <div className="target-end">
        <TestResult state={state} />
        <div className="row target-buttons">
          <Button
            variant="default"
            loading={test.kind === 'running'}
            onClick={() => void testTarget(typedSecret())}
          >
            Test
          </Button>
          <Button variant="default" onClick={stopEditing}>
            Cancel
          </Button>
          <Button type="submit" loading={saving}>
            {isNew ? 'Add target' : 'Keep changes'}
          </Button>
        </div>
      </div>
    </form>
  );
}

/** Puts the focus into the first wrong field once mistakes were found, with its sentence in view. */
function useLedToMistake(editor: RefObject<HTMLFormElement | null>, led: number): void {
  useEffect(() => {
    if (led === 0) return;
    const wrong = editor.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    wrong?.focus({ preventScroll: true });
    wrong?.closest('.setting')?.scrollIntoView({ block: 'nearest' });
  }, [editor, led]);
}

function ProviderField({ form }: { readonly form: TargetForm }) {
  return (
    <SettingRow id="target-provider" label="Provider">
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
            {label}
          </option>
        ))}
      </SelectInput>
    </SettingRow>
  );
}

interface MoreProps {
  readonly form: TargetForm;
  readonly mistakes: ReturnType<typeof targetMistakes>;
}

/** Opens by itself where a field in it is wrong. */
function More({ form, mistakes }: MoreProps) {
  const showsAll = useTargetEditing((state) => state.showsAll);
  const inside = fieldsUnderMore(providerNamed(form.provider));
  const isWrong = inside.some((field) => messageAt(mistakes, field) !== null);
  const isOpen = showsAll || isWrong;
  return (
    <>
      <UnstyledButton
        className="more-toggle"
        aria-expanded={isOpen}
        onClick={() => useTargetEditing.setState({ showsAll: !isOpen })}
      >
        <ChevronRight size={16} aria-hidden />
        More
      </UnstyledButton>
      {isOpen && <TargetMoreFields form={form} mistakes={mistakes} />}
    </>
  );
}
