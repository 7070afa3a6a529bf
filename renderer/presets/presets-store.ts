import { create } from 'zustand';
import type { FormSettings } from '@shared/draft.js';
import { formSettingsSchema } from '@shared/draft.js';
import type { Preset } from '@shared/presets.js';
import { call } from '../bridge/bridge.js';
import { draftDefaults } from '../document/draft/draft-defaults.js';
import { changeDraft, touchFields, useDraft } from '../document/draft/draft-store.js';
import { storePasswords } from '../document/draft/passwords.js';
import { showNotice, showUndo, reportResult } from '../ui/notices.js';
import { changeSettings, useSettings } from '../settings/settings-store.js';
import { t } from '../i18n/t.js';

interface PresetsState {
  /** Sorted by name. */
  readonly presets: readonly Preset[];
}

/** The active one is stored in the settings. */
export const usePresets = create<PresetsState>(() => ({ presets: [] }));

/** Without the sources of the form. */
function settingsOf(form: FormSettings): FormSettings {
  return formSettingsSchema.parse(form);
}

export function areSameSettings(one: FormSettings, other: FormSettings): boolean {
  return JSON.stringify(settingsOf(one)) === JSON.stringify(settingsOf(other));
}

/** Ignores case. */
export function presetNamed(name: string): Preset | undefined {
  const wanted = name.trim().toLowerCase();
  return usePresets.getState().presets.find((preset) => preset.name.toLowerCase() === wanted);
}

/** With undo. */
export function choosePreset(preset: Preset): void {
  setForm(preset.settings, preset.name);
}

/** Resets the form to the defaults. */
export function chooseNoPreset(): void {
  setForm(settingsOf(draftDefaults), null);
}

/**
 * Saves the options of the form, replacing a preset with the same name.
 * @returns true on success
 */
export async function savePreset(name: string): Promise<boolean> {
  await storePasswords();
  const preset = { name: name.trim(), settings: settingsOf(useDraft.getState().draft) };
  const result = await call('presets:save', preset);
  if (!reportResult(t('presets.saveFailed'), result)) {
    return false;
  }
  usePresets.setState({ presets: result.value });
  void changeSettings({ preset: preset.name });
  return true;
}

/** @returns true on success */
export async function renamePreset({ name, settings }: Preset, newName: string): Promise<boolean> {
  const saved = await call('presets:save', { name: newName.trim(), settings });
  if (!reportResult(t('presets.renameFailed'), saved)) {
    return false;
  }
  usePresets.setState({ presets: saved.value });
  if (name.toLowerCase() !== newName.trim().toLowerCase() && !(await deletePreset(name)))
    return false;
  if (useSettings.getState().preset === name) void changeSettings({ preset: newName.trim() });
  return true;
}

/** With undo. The form is unchanged. */
export async function removePreset(preset: Preset): Promise<void> {
  const wasActive = useSettings.getState().preset === preset.name;
  if (!(await deletePreset(preset.name))) return;
  if (wasActive) void changeSettings({ preset: null });
  showUndo(
    t('presets.removed', { name: preset.name }),
    () => void restorePreset(preset, wasActive),
  );
}

/** All, to a file chosen by the user. */
export async function exportPresets(): Promise<void> {
  const result = await call('presets:export', undefined);
  if (reportResult(t('presets.exportFailed'), result) && result.value)
    showNotice(t('presets.exported', { path: result.value.path }));
}

/** From a file chosen by the user. */
export async function importPresets(): Promise<void> {
  const result = await call('presets:import', undefined);
  if (!reportResult(t('presets.importFailed'), result)) {
    return;
  }
  if (!result.value) return;
  const { presets, imported } = result.value;
  usePresets.setState({ presets });
  showNotice(t('presets.imported', { count: imported }));
}

function setForm(settings: FormSettings, name: string | null): void {
  const before = settingsOf(useDraft.getState().draft);
  const nameBefore = useSettings.getState().preset;
  changeDraft(settings);
  // Show at once if the preset refers to a removed destination or service.
  touchFields(['output.uploads', 'renderOn']);
  void changeSettings({ preset: name });
  const losesSettings = !isKept(before, nameBefore) && !areSameSettings(before, settings);
  if (!losesSettings) return;
  const notice = name === null ? t('presets.optionsReset') : t('presets.applied', { name });
  showUndo(notice, () => {
    changeDraft(before);
    void changeSettings({ preset: nameBefore });
  });
}

/** Options of a preset and the defaults can be restored without undo. */
function isKept(settings: FormSettings, name: string | null): boolean {
  const preset = name === null ? undefined : presetNamed(name);
  return areSameSettings(settings, preset?.settings ?? draftDefaults);
}

async function deletePreset(name: string): Promise<boolean> {
  const result = await call('presets:remove', { name });
  const isGone = reportResult(t('presets.removeFailed'), result);
  if (isGone) usePresets.setState({ presets: result.value });
  return isGone;
}

async function restorePreset(preset: Preset, activePreset: boolean): Promise<void> {
  const result = await call('presets:save', preset);
  if (!reportResult(t('presets.saveFailed'), result)) {
    return;
  }
  usePresets.setState({ presets: result.value });
  if (activePreset) void changeSettings({ preset: preset.name });
}
