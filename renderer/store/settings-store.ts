import { create } from 'zustand';
import { type LengthUnit, type Settings, defaultSettings } from '@shared/settings.js';
import { formatLength, parseLength } from '@shared/request/length.js';
import { call } from '../bridge.js';
import { changeDraft, useDraft } from './draft-store.js';
import { told } from './notices.js';

/** What the window remembers between starts. */
export const useSettings = create<Settings>(() => defaultSettings);

/** Changes settings at once and has them kept. */
export async function changeSettings(change: Partial<Settings>): Promise<void> {
  useSettings.setState(change);
  const result = await call('settings:update', change);
  told("Couldn't save the setting", result);
}

/** Shows lengths in another unit; the lengths already typed are turned into it. */
export function changeUnit(unit: LengthUnit): void {
  const { customWidth, customHeight, margin } = useDraft.getState().draft;
  const turned = (text: string) => inUnit(text, unit);
  changeDraft({
    customWidth: turned(customWidth),
    customHeight: turned(customHeight),
    margin: {
      top: turned(margin.top),
      right: turned(margin.right),
      bottom: turned(margin.bottom),
      left: turned(margin.left),
    },
  });
  void changeSettings({ lengthUnit: unit });
}

/** A length in another unit; a text that is none stays as it is. */
function inUnit(text: string, unit: LengthUnit): string {
  const length = parseLength(text);
  if (!length.ok || length.value.unit === unit) return text;
  return formatLength(length.value.inches, unit);
}
