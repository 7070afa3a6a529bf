import { ActionIcon, Tooltip, UnstyledButton } from '@mantine/core';
import { TriangleAlert, X } from 'lucide-react';
import type { PickRowContent } from './PickList.js';

interface PickRowProps {
  readonly content: PickRowContent;
  /** From 0, in the whole list. */
  readonly index: number;
  readonly count: number;
  /** From the top of the list, in CSS pixels. */
  readonly top: number;
  readonly isSelected: boolean;
  /** The tab key stops at this row. */
  readonly isTabStop: boolean;
  readonly onChoose: (index: number) => void;
  readonly onRemove: (index: number) => void;
}

const onHover = { hover: true, focus: false, touch: false };

/** One row: chosen by a click, taken off by its cross. */
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
      <Tooltip label="Remove from list" events={onHover}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={24}
          tabIndex={tabIndex}
          aria-label={`Remove ${name}`}
          onClick={() => onRemove(index)}
        >
          <X size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </li>
  );
}
