import { create } from 'zustand';
import type { FieldName } from './fields.js';

export const settingsTabs = [
  'general',
  'targets',
  'webhooks',
  'services',
  'sign-ins',
  'this-service',
  'watched',
] as const;
export type SettingsTab = (typeof settingsTabs)[number];

export const views = ['document', 'queue', 'history'] as const;
export type View = (typeof views)[number];

interface UiState {
  /** True once the views can be shown: before that, the window has only its bar. */
  readonly isStarted: boolean;
  readonly view: View;
  /** True if the options sheet of a narrow window is open. */
  readonly sheetOpen: boolean;
  /** True if the menu that adds destinations is open. */
  readonly destinationsOpen: boolean;
  readonly shortcutsOpen: boolean;
  readonly aboutOpen: boolean;
  /** The URL that a link asks to open; null for none. */
  readonly linkUrl: string | null;
  readonly settingsOpen: boolean;
  readonly settingsTab: SettingsTab;
  /** Number of parallel conversions in automatic mode; null until it is known. */
  readonly automaticConcurrency: number | null;
  /** Memory limit of a page in automatic mode, in gigabytes; null until it is known. */
  readonly automaticMemoryLimit: number | null;
  /** A field to focus once it is mounted. */
  readonly focusWanted: FieldName | null;
}

/** What is open in the window, and values received at start; not persisted. */
export const useUi = create<UiState>(() => ({
  isStarted: false,
  view: 'document',
  sheetOpen: false,
  destinationsOpen: false,
  shortcutsOpen: false,
  aboutOpen: false,
  linkUrl: null,
  settingsOpen: false,
  settingsTab: 'general',
  automaticConcurrency: null,
  automaticMemoryLimit: null,
  focusWanted: null,
}));

/** Media query for windows where the options move into a sheet. */
export const narrowWindow = '(max-width: 719px)';

export function showView(view: View): void {
  useUi.setState({ view });
}

/** Shows and focuses a field. Whatever hides it opens. */
export function focusField(field: FieldName): void {
  useUi.setState({
    view: 'document',
    focusWanted: field,
    sheetOpen: field !== 'filename' && window.matchMedia(narrowWindow).matches,
  });
}

export function openSettings(settingsTab: SettingsTab): void {
  useUi.setState({ settingsOpen: true, settingsTab });
}

/** The element id of the field's control. */
export function fieldId(field: FieldName): string {
  return `field-${field.replace('.', '-')}`;
}
