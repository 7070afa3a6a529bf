import { type LengthUnit, formatLength, parseLength, withUnit } from '@shared/request/paper.js';
import { changeSettings, useSettings } from '../../settings/settings-store.js';
import { changeDraft, useDraft } from './draft-store.js';

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

/** Text that isn't a length is unchanged. */
function inUnit(text: string, unit: LengthUnit): string {
  const length = parseLength(text);
  if (!length.ok || length.value.unit === unit) return text;
  return formatLength(length.value.inches, unit);
}
