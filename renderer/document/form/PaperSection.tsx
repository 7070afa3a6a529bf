import { lengthUnits } from '@shared/settings.js';
import { SelectInput } from '../../ui/SelectInput.js';
import { changeUnit, useSettings } from '../../settings/settings-store.js';
import { FormatField } from './FormatField.js';
import { MarginField } from './MarginField.js';
import { OrientationField } from './OrientationField.js';
import { Section } from './Section.js';
import { t } from '../../i18n/t.js';

/** Paper size, orientation and margins, in the selected unit. */
export function PaperSection() {
  return (
    <Section title={t('form.paper')} aside={<UnitSelect />}>
      <FormatField />
      <OrientationField />
      <MarginField />
    </Section>
  );
}

function UnitSelect() {
  const unit = useSettings(({ lengthUnit }) => lengthUnit);
  return (
    <div className="unit-select">
      <SelectInput
        aria-label={t('form.units')}
        value={unit}
        onChange={(value) => {
          const chosen = lengthUnits.find((known) => known === value);
          if (chosen) changeUnit(chosen);
        }}
      >
        {lengthUnits.map((known) => (
          <option key={known}>{known}</option>
        ))}
      </SelectInput>
    </div>
  );
}
