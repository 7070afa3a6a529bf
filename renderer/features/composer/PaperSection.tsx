import { NativeSelect } from '@mantine/core';
import { lengthUnits } from '@shared/settings.js';
import { changeUnit, useSettings } from '../../store/settings-store.js';
import { FormatField } from './FormatField.js';
import { MarginField } from './MarginField.js';
import { OrientationField } from './OrientationField.js';
import { Section } from './Section.js';

/** Size, orientation and margins of the paper, in the unit of choice. */
export function PaperSection() {
  return (
    <Section title="Paper" aside={<UnitSelect />}>
      <FormatField />
      <OrientationField />
      <MarginField />
    </Section>
  );
}

function UnitSelect() {
  const unit = useSettings(({ lengthUnit }) => lengthUnit);
  return (
    <NativeSelect
      className="unit-select"
      variant="unstyled"
      aria-label="Unit of lengths"
      data={[...lengthUnits]}
      value={unit}
      onChange={(event) => {
        const chosen = lengthUnits.find((known) => known === event.currentTarget.value);
        if (chosen) changeUnit(chosen);
      }}
    />
  );
}
