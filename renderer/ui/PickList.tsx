import { ActionIcon, Tooltip, VisuallyHidden } from '@mantine/core';
import { type LucideIcon, TriangleAlert, X } from 'lucide-react';
import { type KeyboardEvent, useMemo, useState } from 'react';
import { showContextMenu } from './commands.js';
import { t } from '../i18n/t.js';
import { NameText } from './parts.js';
import { indexByKey, isRemoveKey } from './row-selection.js';
import type { SourceLabel } from './source-labels.js';
import { type ListRow, VirtualList, startRowDrag } from './VirtualList.js';

/** In CSS pixels. */
const rowHeight = 32;

interface PickRowContent {
  readonly icon: LucideIcon;
  /** Shown before the name in a muted color, if the label has no place: the folder. */
  readonly place: string;
  readonly name: string;
  /** How the name is shown, where it differs from the others. */
  readonly label: SourceLabel;
  /** Shown at the end in a muted color. */
  readonly end: string;
  readonly tooltip: string;
  /** True if the row is invalid; the tooltip says why. */
  readonly isWrong: boolean;
}

interface PickListProps {
  readonly label: string;
  readonly count: number;
  /** Index of the selected row, from 0; -1 for none. */
  readonly selected: number;
  readonly rowAt: (index: number) => PickRowContent | undefined;
  readonly onChoose: (index: number) => void;
  readonly onRemove: (index: number) => void;
  /** Moves a row before another one, or to the end (`count`). */
  readonly onMove: (index: number, before: number) => void;
}

/**
 * A list with one selected row. Arrow keys move the selection, with Alt the row itself; rows can
 * also be dragged. Delete removes the row.
 */
export function PickList(props: PickListProps) {
  const { label, count, selected, rowAt, onChoose, onRemove, onMove } = props;
  const ids = useMemo(() => Array.from({ length: count }, (_, index) => String(index)), [count]);
  const [moved, setMoved] = useState('');

  function move(key: string): void {
    const place = indexByKey(key, selected, count);
    const name = rowAt(selected)?.name;
    if (place === undefined || place === selected || name === undefined) return;
    onMove(selected, place > selected ? place + 1 : place);
    setMoved(t('form.moved', { name, place: place + 1, count }));
  }

  function press(event: KeyboardEvent): void {
    if (event.altKey) {
      if (indexByKey(event.key, selected, count) === undefined) return;
      event.preventDefault();
      move(event.key);
      return;
    }
    if (isRemoveKey(event) && selected >= 0) {
      onRemove(selected);
      return;
    }
    const isOnRow = event.target instanceof Element && event.target.closest('button') === null;
    const isChosen = isOnRow && (event.key === 'Enter' || event.key === ' ');
    const index = isChosen ? Math.max(selected, 0) : indexByKey(event.key, selected, count);
    if (index === undefined || index < 0) return;
    event.preventDefault();
    onChoose(index);
  }

  return (
    <>
      <VirtualList
        label={label}
        className="pick-list"
        ids={ids}
        rowHeight={rowHeight}
        active={selected < 0 ? null : String(selected)}
        onKeyDown={press}
        drag={{ type: rowDragType, onDrop: (index, before) => onMove(Number(index), before) }}
      >
        {(place) => {
          const content = rowAt(place.index);
          return (
            content && (
              <PickRow
                key={place.id}
                content={content}
                place={place}
                isSelected={place.index === selected}
                onChoose={onChoose}
                onRemove={onRemove}
              />
            )
          );
        }}
      </VirtualList>
      <VisuallyHidden role="status">{moved}</VisuallyHidden>
    </>
  );
}

/** The data type of a dragged row: its index. */
const rowDragType = 'application/x-platen-source';

interface PickRowProps extends Pick<PickListProps, 'onChoose' | 'onRemove'> {
  readonly content: PickRowContent;
  readonly place: ListRow;
  readonly isSelected: boolean;
}

const onHover = { hover: true, focus: false, touch: false };

/** One row: selected by a click, removed by its button. */
function PickRow({ content, place: row, isSelected, onChoose, onRemove }: PickRowProps) {
  const { icon, place, name, label, end, tooltip, isWrong } = content;
  const { index, isTabStop, top, height } = row;
  const Icon = isWrong ? TriangleAlert : icon;
  return (
    <div
      className="pick-row"
      role="row"
      style={{ top, height }}
      aria-rowindex={index + 1}
      aria-selected={isSelected}
      tabIndex={isTabStop ? 0 : -1}
      aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
      draggable
      onDragStart={(event) => startRowDrag(event, rowDragType, String(index))}
      data-wrong={isWrong || undefined}
      onClick={() => onChoose(index)}
      onContextMenu={(event) => {
        onChoose(index);
        showContextMenu('source', event);
      }}
    >
      <Tooltip label={tooltip} position="right" events={onHover}>
        <span className="pick-choose" role="gridcell">
          <Icon size={16} aria-hidden />
          <span className="pick-name">
            <span className="cut quiet pick-place" data-distinct={label.place !== '' || undefined}>
              {label.place === '' ? place : label.place}
            </span>
            <NameText {...label} />
          </span>
          <span className="quiet small pick-end">{end}</span>
        </span>
      </Tooltip>
      <span role="gridcell">
        <Tooltip label={t('window.removeFromList')} events={onHover}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={24}
            tabIndex={isTabStop ? 0 : -1}
            aria-label={t('window.removeItem', { name })}
            onClick={(event) => {
              event.stopPropagation();
              onRemove(index);
            }}
          >
            <X size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </span>
    </div>
  );
}
