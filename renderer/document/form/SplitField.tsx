import { useState } from 'react';
import { message } from '@shared/messages/message.js';
import type { FormSettings } from '@shared/draft.js';
import { t, textOf } from '../../i18n/t.js';
import { FieldError, SelectInput, TextInput } from '../../ui/inputs.js';
import { changeDraft, useDraft } from '../draft/draft-store.js';
import { useField } from './Field.js';
import { isSplitting } from '../draft/splitting.js';

const choices = [
  ['none', message('split.none')],
  ['pages', message('split.byPages')],
  ['size', message('split.bySize')],
  ['bookmarks', message('split.byBookmarks')],
] as const satisfies readonly (readonly [FormSettings['splitBy'], object])[];

/** Where each PDF is divided; nothing if it is not, which few need. */
export function SplitField() {
  const isOn = useDraft(({ draft }) => isSplitting(draft));
  const [hasFocus, setHasFocus] = useState(false);
  // Arrow keys pass the first choice, which turns it off, on their way to others.
  return isOn || hasFocus ? <SplitControls onFocusChange={setHasFocus} /> : null;
}

interface SplitControlsProps {
  readonly onFocusChange: (hasFocus: boolean) => void;
}

function SplitControls({ onFocusChange }: SplitControlsProps) {
  const splitBy = useDraft(({ draft }) => draft.splitBy);
  const { message: issue, control, onEnter, onLeave } = useField('output.split');
  const errorId = `${control.id}-error`;
  return (
    <div
      onFocus={() => {
        onFocusChange(true);
        onEnter();
      }}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) onFocusChange(false);
        onLeave(event);
      }}
    >
      <div className="split-field">
        <SelectInput
          {...control}
          aria-label={t('split.label')}
          aria-describedby={errorId}
          value={splitBy}
          onChange={(value) => {
            const chosen = choices.find(([name]) => name === value);
            if (chosen) changeDraft({ splitBy: chosen[0] });
          }}
        >
          {choices.map(([name, label]) => (
            <option key={name} value={name}>
              {textOf(label)}
            </option>
          ))}
        </SelectInput>
        <Amount isWrong={control.error} describedBy={errorId} />
      </div>
      <FieldError id={errorId} message={issue} />
    </div>
  );
}

interface AmountProps {
  readonly isWrong: boolean;
  readonly describedBy: string;
}

/** How many pages or bytes a part has. */
function Amount({ isWrong, describedBy }: AmountProps) {
  const { splitBy, splitPages, splitSize } = useDraft(({ draft }) => draft);
  const control = {
    error: isWrong,
    'aria-invalid': isWrong,
    'aria-describedby': describedBy,
  } as const;
  if (splitBy === 'pages') {
    return (
      <TextInput
        {...control}
        aria-label={t('split.pagesLabel')}
        inputMode="numeric"
        end={t('split.pagesUnit')}
        value={splitPages}
        onChange={(text) => changeDraft({ splitPages: text })}
      />
    );
  }
  if (splitBy !== 'size') return null;
  return (
    <TextInput
      {...control}
      aria-label={t('split.sizeLabel')}
      placeholder={t('split.sizeExample')}
      value={splitSize}
      onChange={(text) => changeDraft({ splitSize: text })}
    />
  );
}
