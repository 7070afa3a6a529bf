import { type KeyboardEvent, useRef } from 'react';
import { indexByKey } from '../../ui/list-keys.js';
import { useRowFocus } from '../../ui/use-row-focus.js';
import { useRowsInView } from '../../ui/use-rows-in-view.js';
import { cancelDeliveries, removeDeliveries } from './delivery-actions.js';
import { useDeliveries } from './deliveries-store.js';
import { goToDelivery, useDeliveryList } from './delivery-list.js';
import { DeliveryListRow } from './DeliveryListRow.js';
import { t } from '../../i18n/t.js';

/** In CSS pixels; must match the style sheet. */
const rowHeight = 36;

/**
 * A virtualized list of uploads and webhooks with one tab stop. Arrow keys move between rows;
 * Delete cancels a delivery, or removes it if finished.
 */
export function DeliveryList() {
  const isEmpty = useDeliveryList(({ shown }) => shown.length === 0);
  if (!isEmpty) return <Rows />;
  return <p className="jobs-none quiet">{t('uploads.noUploads')}</p>;
}

function Rows() {
  const scroller = useRef<HTMLDivElement>(null);
  const { shown, active, focusWanted: isWanted } = useDeliveryList();
  const { from, to } = useRowsInView(scroller, shown.length, rowHeight);
  const activeIndex = active === null ? 0 : Math.max(0, shown.indexOf(active));
  const row = { active, index: activeIndex, rowHeight, isWanted, onTaken };
  const onFocusMoves = useRowFocus(scroller, row);

  const near = Array.from({ length: Math.max(0, to - from) }, (_, offset) => from + offset);
  const indexes = near.includes(activeIndex) ? near : [...near, activeIndex];
  return (
    <div
      ref={scroller}
      className="delivery-list"
      role="grid"
      aria-label={t('uploads.list')}
      aria-rowcount={shown.length}
      data-keeps-focus='.delivery-row[tabindex="0"]'
      onKeyDown={(event) => pressInList(event, activeIndex)}
      {...onFocusMoves}
    >
      <div className="delivery-rows" role="rowgroup" style={{ height: shown.length * rowHeight }}>
        {indexes.map((index) => {
          const id = shown[index];
          return (
            id !== undefined && (
              <DeliveryListRow
                key={id}
                id={id}
                index={index}
                top={index * rowHeight}
                isTabStop={index === activeIndex}
              />
            )
          );
        })}
      </div>
    </div>
  );
}

function pressInList(event: KeyboardEvent, activeIndex: number): void {
  const { shown } = useDeliveryList.getState();
  const isOnButton = event.target instanceof Element && event.target.closest('button') !== null;
  if (event.key === 'Delete' && !isOnButton) {
    const id = shown[activeIndex];
    if (id !== undefined && !event.repeat) cancelOrRemove(id);
    return;
  }
  const id = shown[indexByKey(event.key, activeIndex, shown.length) ?? -1];
  if (id === undefined) return;
  event.preventDefault();
  goToDelivery(id);
}

/** Canceling keeps the PDF of an unfinished upload; discarding it takes a second Delete. */
function cancelOrRemove(id: string): void {
  const status = useDeliveries.getState().rows.get(id)?.status;
  if (status === 'waiting' || status === 'running') void cancelDeliveries([id]);
  else void removeDeliveries([id]);
}

function onTaken(): void {
  useDeliveryList.setState({ focusWanted: false });
}
