import { Tooltip, UnstyledButton } from '@mantine/core';
import { type LucideIcon, RectangleHorizontal, RectangleVertical } from 'lucide-react';
import type { Draft } from '@shared/draft.js';
import { Field } from '../../components/Field.js';
import { changeDraft, useDraft } from '../../store/draft-store.js';

interface Choice {
  readonly value: Draft['orientation'];
  readonly name: string;
  readonly icon?: LucideIcon;
}

const choices: readonly Choice[] = [
  { value: 'auto', name: 'Auto' },
  { value: 'portrait', name: 'Portrait', icon: RectangleVertical },
  { value: 'landscape', name: 'Landscape', icon: RectangleHorizontal },
];

/** Paper orientation. */
export function OrientationField() {
  const orientation = useDraft(({ draft }) => draft.orientation);
  return (
    <Field
      name="landscape"
      label="Orientation"
      help="landscape"
      changed={orientation !== 'auto'}
      onReset={() => changeDraft({ orientation: 'auto' })}
      isGroup
      isLocalOnly
    >
      {({ id }) => (
        <div className="orientation">
          {choices.map((choice, index) => (
            <ChoiceButton
              key={choice.value}
              {...(index === 0 && { id })}
              choice={choice}
              isChosen={choice.value === orientation}
            />
          ))}
        </div>
      )}
    </Field>
  );
}

interface ChoiceButtonProps {
  readonly id?: string;
  readonly choice: Choice;
  readonly isChosen: boolean;
}

function ChoiceButton({ id, choice: { value, name, icon: Icon }, isChosen }: ChoiceButtonProps) {
  const button = (
    <UnstyledButton
      {...(id !== undefined && { id })}
      className="orientation-choice"
      aria-label={name}
      aria-pressed={isChosen}
      onClick={() => changeDraft({ orientation: value })}
    >
      {Icon ? <Icon size={16} aria-hidden /> : name}
    </UnstyledButton>
  );
  return Icon ? <Tooltip label={name}>{button}</Tooltip> : button;
}
