import { ActionIcon, Tooltip, UnstyledButton } from '@mantine/core';
import { TriangleAlert, X } from 'lucide-react';
import { showContextMenu } from '../commands/commands.js';
import type { PickRowContent } from './PickList.js';
import { t } from '../i18n/t.js';

interface PickRowProps {
  readonly content: PickRowContent;
  /** Index in the whole list, from 0. */
  readonly index: number;
  readonly count: number;
  /** Offset from the top of the list, in CSS pixels. */
  readonly top: number;
  readonly isSelected: boolean;
  /** True if this row is the list's tab stop. */
  readonly isTabStop: boolean;
  readonly onChoose: (index: number) => void;
  readonly onRemove: (index: number) => void;
}

const onHover = { hover: true, focus: false, touch: false };

/** One row: selected by a click, removed by its close button. */
export function PickRow(props: PickRowProps) {
  const { content, index, count, top, isSelected, isTabStop, onChoose, onRemove } = props;
  const { icon, place, name, end, tooltip, isWrong } = content;
  const Icon = isWrong ? TriangleAlert : icon;
  const tabIndex = isTabStop ? 0 : -1;
  return (
    <li
      className="pick-row"
      style={{ top }}
      aria-setsize={count}
      aria-posinset={index + 1}
      data-selected={isSelected || undefined}
      data-wrong={isWrong || undefined}
      onContextMenu={(event) => {
        onChoose(index);
        showContextMenu('source', event);
      }}
    >
      <Tooltip label={tooltip} position="right" events={onHover}>
        <UnstyledButton
          className="pick-choose"
          tabIndex={tabIndex}
          aria-current={isSelected}
          onClick={() => onChoose(index)}
        >
          <Icon size={16} aria-hidden />
          <span className="pick-name">
            <span className="cut quiet pick-place">{place}</span>
            <span className="cut">{name}</span>
          </span>
          <span className="quiet small pick-end">{end}</span>
        </UnstyledButton>
      </Tooltip>
      <Tooltip label={t('window.removeFromList')} events={onHover}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={24}
          tabIndex={tabIndex}
          aria-label={t('window.removeItem', { name })}
          onClick={() => onRemove(index)}
        >
          <X size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </li>
  );
}
