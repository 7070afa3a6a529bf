import { create } from 'zustand';
import type { FieldName } from './fields.js';

/** The parts of the settings. */
export const settingsTabs = ['general', 'targets', 'webhooks', 'services', 'this-service'] as const;
export type SettingsTab = (typeof settingsTabs)[number];

interface UiState {
  /** The options under More are open. */
  readonly moreOpen: boolean;
  /** In a narrow window: the sheet with the settings is open. */
  readonly sheetOpen: boolean;
  readonly shortcutsOpen: boolean;
  readonly settingsOpen: boolean;
  readonly settingsTab: SettingsTab;
  /** How many pages are converted at the same time where the settings leave that to the machine; null until it is known. */
  readonly automaticConcurrency: number | null;
  /** A field that is to get the focus as soon as it is there. */
  readonly focusWanted: FieldName | null;
}

/** What is open in the window, and what it was told at its start; not kept between starts. */
export const useUi = create<UiState>(() => ({
  moreOpen: false,
  sheetOpen: false,
  shortcutsOpen: false,
  settingsOpen: false,
  settingsTab: 'general',
  automaticConcurrency: null,
  focusWanted: null,
}));

/** The media query of a window in which the settings fold into a sheet. */
export const narrowWindow = '(max-width: 979px)';

const fieldsUnderMore: ReadonlySet<FieldName> = new Set([
  'source.base',
  'timeoutSeconds',
  'failOn',
  'webhook',
  'compliance',
]);

/** Brings a field into view and puts the focus into it, wherever it is folded away. */
export function focusField(field: FieldName): void {
  useUi.setState(({ moreOpen }) => ({
    focusWanted: field,
    sheetOpen: field !== 'filename' && window.matchMedia(narrowWindow).matches,
    moreOpen: moreOpen || fieldsUnderMore.has(field),
  }));
}

/** Opens a part of the settings. */
export function openSettings(settingsTab: SettingsTab): void {
  useUi.setState({ settingsOpen: true, settingsTab });
}

/** The id of the element that takes a field's input. */
export function fieldId(field: FieldName): string {
  return `field-${field.replace('.', '-')}`;
}
