import { type Message, message } from '@shared/messages/message.js';
import { Field } from '../../ui/Field.js';
import { FieldError } from '../../ui/FieldError.js';
import { LengthField } from '../../ui/LengthField.js';
import { SelectInput } from '../../ui/SelectInput.js';
import { useField } from '../../ui/use-field.js';
import { customMarginOf, presetText } from './custom-paper.js';
import { type MarginSide, marginSides } from './draft-defaults.js';
import { changeDraft, useDraft } from './draft-store.js';
import { useFieldMessage } from './reading.js';
import { useSettings } from '../../settings/settings-store.js';
import { fieldId } from '../../ui/ui-store.js';
import { t, textOf } from '../../i18n/t.js';

const presets = ['page', 'none', 'narrow', 'normal', 'wide', 'custom'] as const;

const sideLabels: Readonly<Record<MarginSide, Message>> = {
  top: message('form.top'),
  right: message('form.right'),
  bottom: message('form.bottom'),
  left: message('form.left'),
};

/** Margins: from the page, a preset, or four sides. */
export function MarginField() {
  const preset = useDraft(({ draft }) => draft.marginPreset);
  const unit = useSettings(({ lengthUnit }) => lengthUnit);

  function choose(value: string): void {
    const chosen = presets.find((known) => known === value);
    if (!chosen) return;
    const margin = chosen === 'custom' && { margin: customMarginOf(preset, unit) };
    changeDraft({ marginPreset: chosen, ...margin });
  }

  return (
    <Field
      name="margin"
      label={t('form.margins')}
      help="margin"
      changed={preset !== 'page'}
      onReset={() => changeDraft({ marginPreset: 'page' })}
    >
      {(control) => (
        <>
          <SelectInput {...control} value={preset} onChange={choose}>
            <option value="page">{t('form.marginsFromPage')}</option>
            <option value="none">{t('form.noMargins')}</option>
            <option value="narrow">
              {t('form.narrowMargins', { length: presetText('narrow', unit) })}
            </option>
            <option value="normal">
              {t('form.normalMargins', { length: presetText('normal', unit) })}
            </option>
            <option value="wide">
              {t('form.wideMargins', { length: presetText('wide', unit) })}
            </option>
            <option value="custom">{t('form.custom')}</option>
          </SelectInput>
          {preset === 'custom' && <MarginSides />}
        </>
      )}
    </Field>
  );
}

function MarginSides() {
  return (
    <div className="margin-sides">
      {marginSides.map((side) => (
        <MarginSideField key={side} side={side} />
      ))}
      {marginSides.map((side) => (
        <MarginSideError key={side} side={side} />
      ))}
    </div>
  );
}

function MarginSideField({ side }: { readonly side: MarginSide }) {
  const margin = useDraft(({ draft }) => draft.margin);
  const { control, onEnter, onLeave } = useField(`margin.${side}`);
  return (
    <div onFocus={onEnter} onBlur={onLeave}>
      <label htmlFor={control.id} className="small quiet">
        {textOf(sideLabels[side])}
      </label>
      <LengthField
        control={{ ...control, 'aria-describedby': `${control.id}-error` }}
        value={margin[side]}
        placeholder={t('form.marginPlaceholder')}
        onChange={(text) => changeDraft({ margin: { ...margin, [side]: text } })}
      />
    </div>
  );
}

/** Shown below all sides, because one column is too narrow for a sentence. */
function MarginSideError({ side }: { readonly side: MarginSide }) {
  const message = useFieldMessage(`margin.${side}`);
  return <FieldError id={`${fieldId(`margin.${side}`)}-error`} message={message} />;
}
