import {
  formatSizeText,
  namedPageFormat,
  pageFormatNames,
  parseLength,
} from '@shared/request/paper.js';
import { Field } from '../../ui/Field.js';
import { LengthField } from '../../ui/LengthField.js';
import { SelectInput } from '../../ui/SelectInput.js';
import type { ControlProps } from '../../ui/use-field.js';
import { customSizeOf } from './custom-paper.js';
import { changeDraft, useDraft } from './draft-store.js';
import { useSettings } from '../../settings/settings-store.js';
import { t } from '../../i18n/t.js';

const isoNames = pageFormatNames.filter((name) => /^a\d$/.test(name));
const americanNames = pageFormatNames.filter((name) => !/^a\d$/.test(name));

/** Paper size: from the page, a named format, or width and height. */
export function FormatField() {
  const format = useDraft(({ draft }) => draft.format);
  const unit = useSettings(({ lengthUnit }) => lengthUnit);

  return (
    <Field
      name="format"
      label={t('form.size')}
      help="format"
      changed={format !== ''}
      onReset={() => changeDraft({ format: '' })}
    >
      {(control) => (
        <>
          <SelectInput
            {...control}
            value={format}
            onChange={(chosen) =>
              changeDraft({
                format: chosen,
                ...(chosen === 'custom' && customSizeOf(format, unit)),
              })
            }
          >
            <option value="">{t('form.sizeFromPage')}</option>
            <optgroup label={t('form.isoSizes')}>
              <NamedOptions names={isoNames} />
            </optgroup>
            <optgroup label={t('form.northAmericanSizes')}>
              <NamedOptions names={americanNames} />
            </optgroup>
            <option value="custom">{t('form.custom')}</option>
          </SelectInput>
          {format === 'custom' && <CustomSize control={control} />}
        </>
      )}
    </Field>
  );
}

function NamedOptions({ names }: { readonly names: readonly (typeof pageFormatNames)[number][] }) {
  const unit = useSettings(({ lengthUnit }) => lengthUnit);
  return names.map((name) => {
    const format = namedPageFormat(name);
    return (
      <option key={name} value={name}>
        {t('form.namedSize', { name: format.label, size: formatSizeText(format, unit) })}
      </option>
    );
  });
}

function CustomSize({ control }: { readonly control: ControlProps }) {
  const width = useDraft(({ draft }) => draft.customWidth);
  const height = useDraft(({ draft }) => draft.customHeight);

  function side(name: 'width' | 'height', text: string): ControlProps {
    const error = control.error && isSideWrong(text, name === 'width' ? height : width);
    return { ...control, id: `${control.id}-${name}`, error, 'aria-invalid': error };
  }

  return (
    <div className="size-pair">
      <LengthField
        control={side('width', width)}
        label={t('form.width')}
        value={width}
        onChange={(customWidth) => changeDraft({ customWidth })}
      />
      <span aria-hidden>×</span>
      <LengthField
        control={side('height', height)}
        label={t('form.height')}
        value={height}
        onChange={(customHeight) => changeDraft({ customHeight })}
      />
    </div>
  );
}

/**
 * Decides which side to mark: the one that isn't a length, or both if their combination is invalid.
 */
function isSideWrong(text: string, otherText: string): boolean {
  return !parseLength(text).ok || parseLength(otherText).ok;
}
