import { create } from 'zustand';
import { type Settings, defaultSettings } from '@shared/settings.js';
import { call } from '../bridge/bridge.js';
import { reportResult, showNotice } from '../ui/notices.js';
import { setLanguage, t, textOf } from '../i18n/t.js';

/** The persisted settings of the window. */
export const useSettings = create<Settings>(() => defaultSettings);

/** Changes settings immediately and persists them. */
export async function changeSettings(change: Partial<Settings>): Promise<void> {
  useSettings.setState(change);
  if (change.language !== undefined) await setLanguage(change.language);
  const result = await call('settings:update', change);
  reportResult(t('settings.saveSettingFailed'), result);
}

export async function checkForUpdates(): Promise<void> {
  const result = await call('updates:check', undefined);
  if (reportResult(t('settings.updateCheckFailed'), result)) showNotice(textOf(result.value));
}
