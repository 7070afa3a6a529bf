import './presets.css';
import { Button, Menu, Popover } from '@mantine/core';
import { ChevronDown, FileDown, FileUp, Pencil, Plus, RotateCcw, Save, Trash2 } from 'lucide-react';
import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react';
import { type Preset, presetNameSchema } from '@shared/presets.js';
import { useDraft } from '../document/draft/draft-store.js';
import {
  areSameSettings,
  chooseNoPreset,
  choosePreset,
  exportPresets,
  importPresets,
  presetNamed,
  removePreset,
  renamePreset,
  savePreset,
  usePresets,
} from './presets-store.js';
import { useSettings } from '../settings/settings-store.js';
import { t, textOf } from '../i18n/t.js';
import { issueMessage } from '@shared/request/validation.js';
import { FieldError, TextInput } from '../ui/inputs.js';

/** Shows the active preset, with a dot if changed, and opens the preset menu. */
export function PresetMenu() {
  const activePreset = useActivePreset();
  const isChanged = useDraft(
    ({ draft }) => activePreset !== null && !areSameSettings(draft, activePreset.settings),
  );
  const [mode, setMode] = useState<PresetDialogMode | null>(null);
  const close = () => setMode(null);
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    // Return the focus to the button that opened the popover.
    if (wasOpen.current && mode === null) button.current?.focus();
    wasOpen.current = mode !== null;
  }, [mode]);

  return (
    <Popover
      opened={mode !== null}
      onDismiss={close}
      position="bottom-end"
      width={304}
      shadow="md"
      trapFocus
      withRoles={false}
      withinPortal={false}
    >
      <Popover.Target>
        <div>
          <Menu
            position="bottom-end"
            shadow="md"
            withinPortal={false}
            withInitialFocusPlaceholder={false}
          >
            <Menu.Target>
              <Button
                ref={button}
                className="preset-button"
                variant="subtle"
                color="gray"
                rightSection={<ChevronDown size={16} aria-hidden />}
                aria-label={buttonLabel(activePreset?.name ?? t('presets.none'), isChanged)}
              >
                <span className="cut">{activePreset?.name ?? t('presets.preset')}</span>
                {isChanged && <span className="reset-dot" aria-hidden />}
              </Button>
            </Menu.Target>
            <Menu.Dropdown className="preset-menu">
              <PresetItems activePreset={activePreset} isChanged={isChanged} onDialog={setMode} />
            </Menu.Dropdown>
          </Menu>
        </div>
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={t('presets.name')}>
        {mode && <PresetNameForm mode={mode} onDone={close} />}
      </Popover.Dropdown>
    </Popover>
  );
}

function buttonLabel(name: string, isChanged: boolean): string {
  return isChanged ? t('presets.buttonChanged', { name }) : t('presets.button', { name });
}

function useActivePreset(): Preset | null {
  const name = useSettings(({ preset }) => preset);
  const presets = usePresets((state) => state.presets);
  return presets.find((preset) => preset.name === name) ?? null;
}

interface PresetItemsProps {
  readonly activePreset: Preset | null;
  /** True if the form differs from the active preset. */
  readonly isChanged: boolean;
  /** Opens the name dialog. */
  readonly onDialog: (mode: PresetDialogMode) => void;
}

/** The items of the preset menu: presets, actions on the active one, import and export. */
function PresetItems({ activePreset, isChanged, onDialog }: PresetItemsProps) {
  const presets = usePresets((state) => state.presets);
  return (
    <>
      {presets.length > 0 && (
        <>
          <Choices presets={presets} activePreset={activePreset} isChanged={isChanged} />
          <Menu.Divider />
        </>
      )}
      {activePreset && isChanged && (
        <Menu.Item
          leftSection={<Save size={16} aria-hidden />}
          onClick={() => void savePreset(activePreset.name)}
        >
          {t('presets.update', { name: activePreset.name })}
        </Menu.Item>
      )}
      <Menu.Item
        leftSection={<Plus size={16} aria-hidden />}
        onClick={() => onDialog({ kind: 'save' })}
      >
        {t('presets.saveAs')}
      </Menu.Item>
      {activePreset && (
        <>
          <Menu.Item
            leftSection={<Pencil size={16} aria-hidden />}
            onClick={() => onDialog({ kind: 'rename', preset: activePreset })}
          >
            {t('presets.renameItem', { name: activePreset.name })}
          </Menu.Item>
          <Menu.Item
            leftSection={<Trash2 size={16} aria-hidden />}
            onClick={() => void removePreset(activePreset)}
          >
            {t('presets.removeItem', { name: activePreset.name })}
          </Menu.Item>
        </>
      )}
      <Menu.Item leftSection={<RotateCcw size={16} aria-hidden />} onClick={chooseNoPreset}>
        {t('presets.reset')}
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item
        leftSection={<FileUp size={16} aria-hidden />}
        disabled={presets.length === 0}
        onClick={() => void exportPresets()}
      >
        {t('presets.export')}
      </Menu.Item>
      <Menu.Item
        leftSection={<FileDown size={16} aria-hidden />}
        onClick={() => void importPresets()}
      >
        {t('presets.import')}
      </Menu.Item>
    </>
  );
}

interface ChoicesProps extends Omit<PresetItemsProps, 'onDialog'> {
  readonly presets: readonly Preset[];
}

function Choices({ presets, activePreset, isChanged }: ChoicesProps) {
  return (
    <Menu.RadioGroup value={activePreset?.name ?? ''}>
      {presets.map((preset) => (
        <Menu.RadioItem
          key={preset.name}
          value={preset.name}
          closeMenuOnClick
          onClick={() => choosePreset(preset)}
        >
          {preset.name}
          {preset === activePreset && isChanged && (
            <span className="quiet"> {t('presets.changedMark')}</span>
          )}
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  );
}

/** What the name is for. */
type PresetDialogMode =
  { readonly kind: 'save' } | { readonly kind: 'rename'; readonly preset: Preset };

interface PresetNameFormProps {
  readonly mode: PresetDialogMode;
  readonly onDone: () => void;
}

/** Asks for a preset name. If the name exists, the button says that it will be replaced. */
function PresetNameForm({ mode, onDone }: PresetNameFormProps) {
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
