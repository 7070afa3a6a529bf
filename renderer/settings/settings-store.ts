import { create } from 'zustand';
import { type Settings, defaultSettings } from '@shared/settings.js';
import { type LengthUnit, formatLength, parseLength, withUnit } from '@shared/request/paper.js';
import { call } from '../bridge/bridge.js';
import { changeDraft, useDraft } from '../document/form/draft-store.js';
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

/** Checks for a new version of Platen and shows the result. */
export async function checkForUpdates(): Promise<void> {
  const result = await call('updates:check', undefined);
  if (reportResult(t('settings.updateCheckFailed'), result)) showNotice(textOf(result.value));
}

/** Changes the unit and converts the entered lengths. */
export function changeUnit(unit: LengthUnit): void {
  const { customWidth, customHeight, margin } = useDraft.getState().draft;
  const { lengthUnit } = useSettings.getState();
  const converted = (text: string) => inUnit(withUnit(text, lengthUnit), unit);
  changeDraft({
    customWidth: converted(customWidth),
    customHeight: converted(customHeight),
    margin: {
      top: converted(margin.top),
      right: converted(margin.right),
      bottom: converted(margin.bottom),
      left: converted(margin.left),
    },
  });
  void changeSettings({ lengthUnit: unit });
}

/** Converts a length to a unit; other text is unchanged. */
function inUnit(text: string, unit: LengthUnit): string {
  const length = parseLength(text);
  if (!length.ok || length.value.unit === unit) return text;
  return formatLength(length.value.inches, unit);
}
