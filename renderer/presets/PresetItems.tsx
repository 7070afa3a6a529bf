import { Menu } from '@mantine/core';
import { FileDown, FileUp, Pencil, Plus, RotateCcw, Save, Trash2 } from 'lucide-react';
import type { Preset } from '@shared/presets.js';
import {
  chooseNoPreset,
  choosePreset,
  exportPresets,
  importPresets,
  removePreset,
  savePreset,
  usePresets,
} from './presets-store.js';
import type { PresetDialogMode } from './PresetNameForm.js';
import { t } from '../i18n/t.js';

interface PresetItemsProps {
  readonly activePreset: Preset | null;
  /** True if the form differs from the active preset. */
  readonly isChanged: boolean;
  /** Opens the name dialog. */
  readonly onDialog: (mode: PresetDialogMode) => void;
}

/** The items of the preset menu: presets, actions on the active one, import and export. */
export function PresetItems({ activePreset, isChanged, onDialog }: PresetItemsProps) {
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
