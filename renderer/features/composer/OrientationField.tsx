import { SegmentedControl, Tooltip, VisuallyHidden } from '@mantine/core';
import { type LucideIcon, RectangleHorizontal, RectangleVertical } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Draft } from '@shared/draft.js';
import { optionHelp } from '@shared/request/option-help.js';
import { HelpLabel } from '../../components/HelpLabel.js';
import { ResetButton } from '../../components/ResetButton.js';
import { useHelp } from '../../components/use-help.js';
import { changeDraft, useDraft } from '../../store/draft-store.js';

const choices: readonly { readonly value: Draft['orientation']; readonly label: ReactNode }[] = [
  { value: 'auto', label: 'Auto' },
  { value: 'portrait', label: <Choice icon={RectangleVertical} name="Portrait" /> },
  { value: 'landscape', label: <Choice icon={RectangleHorizontal} name="Landscape" /> },
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
      <SegmentedControl
        className="orientation"
        fullWidth
        aria-labelledby={`${id}-label`}
        data={[...choices]}
        value={orientation}
        onChange={(value) => changeDraft({ orientation: value })}
      />
    </div>
  );
}

function Choice({ icon: Icon, name }: { readonly icon: LucideIcon; readonly name: string }) {
  return (
    <Tooltip label={name}>
      <span className="orientation-icon">
        <Icon size={16} aria-hidden />
        <VisuallyHidden>{name}</VisuallyHidden>
      </span>
    </Tooltip>
  );
}
