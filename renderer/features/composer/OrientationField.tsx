import { Tooltip, UnstyledButton } from '@mantine/core';
import { type LucideIcon, RectangleHorizontal, RectangleVertical } from 'lucide-react';
import type { Draft } from '@shared/draft.js';
import { optionHelp } from '@shared/request/option-help.js';
import { HelpLabel } from '../../components/HelpLabel.js';
import { ResetButton } from '../../components/ResetButton.js';
import { useHelp } from '../../components/use-help.js';
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

/** Which way the paper lies. It cannot be wrong, so it has no place for a mistake. */
export function OrientationField() {
  const orientation = useDraft(({ draft }) => draft.orientation);
  const { opened, onLabel, onField } = useHelp();
  const { help, example } = optionHelp.landscape;
  const id = 'field-orientation';

  return (
    <div className="field" {...onField}>
      <div className="field-label">
        <HelpLabel
          control={id}
          isGroup
          help={`${help} Example: ${example}`}
          opened={opened}
          {...onLabel}
        >
          Orientation
        </HelpLabel>
        {orientation !== 'auto' && (
          <ResetButton label="Orientation" onReset={() => changeDraft({ orientation: 'auto' })} />
        )}
      </div>
      <div className="orientation" role="group" aria-labelledby={`${id}-label`}>
        {choices.map((choice) => (
          <ChoiceButton
            key={choice.value}
            choice={choice}
            isChosen={choice.value === orientation}
          />
        ))}
      </div>
    </div>
  );
}

interface ChoiceButtonProps {
  readonly choice: Choice;
  readonly isChosen: boolean;
}

function ChoiceButton({ choice: { value, name, icon: Icon }, isChosen }: ChoiceButtonProps) {
  const button = (
    <UnstyledButton
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
