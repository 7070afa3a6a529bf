import { Tooltip, UnstyledButton } from '@mantine/core';
import { type LucideIcon, RectangleHorizontal, RectangleVertical } from 'lucide-react';
import type { Draft } from '@shared/draft.js';
import { type Message, message } from '@shared/messages/message.js';
import { Field } from '../../ui/Field.js';
import { changeDraft, useDraft } from './draft-store.js';
import { t, textOf } from '../../i18n/t.js';

interface Choice {
  readonly value: Draft['orientation'];
  readonly name: Message;
  readonly icon?: LucideIcon;
}

const choices: readonly Choice[] = [
  { value: 'auto', name: message('form.auto') },
  { value: 'portrait', name: message('form.portrait'), icon: RectangleVertical },
  { value: 'landscape', name: message('form.landscape'), icon: RectangleHorizontal },
];

/** Paper orientation. */
export function OrientationField() {
  const orientation = useDraft(({ draft }) => draft.orientation);
  return (
    <Field
      name="landscape"
      label={t('form.orientation')}
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
  const text = textOf(name);
  const button = (
    <UnstyledButton
      {...(id !== undefined && { id })}
      className="orientation-choice"
      aria-label={text}
      aria-pressed={isChosen}
      onClick={() => changeDraft({ orientation: value })}
    >
      {Icon ? <Icon size={16} aria-hidden /> : text}
    </UnstyledButton>
  );
  return Icon ? <Tooltip label={text}>{button}</Tooltip> : button;
}
