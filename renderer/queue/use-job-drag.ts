import { type DragEvent, type RefObject, useState } from 'react';
import { moveJobs } from './job-actions.js';
import { moveTo } from './job-order.js';
import { useJobs } from './jobs-store.js';
import { useSelection } from './selection-store.js';

const dragType = 'application/x-platen-job';

/** Starts the drag of a row. */
export function startJobDrag(event: DragEvent, id: string): void {
  event.dataTransfer.setData(dragType, id);
  event.dataTransfer.effectAllowed = 'move';
}

interface JobDrag {
  /** Index that a drop would insert before; null if nothing is dragged over the list. */
  readonly dropIndex: number | null;
  readonly onList: {
    readonly onDragOver: (event: DragEvent) => void;
    readonly onDragLeave: (event: DragEvent) => void;
    readonly onDrop: (event: DragEvent) => void;
  };
}

/** Reorders queued jobs by drag and drop: the selected ones together, any other one alone. */
export function useJobDrag(scroller: RefObject<HTMLElement | null>, rowHeight: number): JobDrag {
  const [dropIndex, setDropIndex] = useState<number | null>(null);

  function indexUnder(event: DragEvent): number {
    const element = scroller.current;
    if (!element) return 0;
    const top = event.clientY - element.getBoundingClientRect().top + element.scrollTop;
    const count = useSelection.getState().shown.length;
    return Math.min(count, Math.max(0, Math.round(top / rowHeight)));
  }

  return {
    dropIndex,
    onList: {
      onDragOver: (event) => {
        if (!event.dataTransfer.types.includes(dragType)) return;
        event.preventDefault();
        setDropIndex(indexUnder(event));
      },
      onDragLeave: (event) => {
        const isInside =
          event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget);
        if (!isInside) setDropIndex(null);
      },
      onDrop: (event) => {
        const id = event.dataTransfer.getData(dragType);
        setDropIndex(null);
        if (id === '') return;
        event.preventDefault();
        dropJob(id, indexUnder(event));
      },
    },
  };
}

function dropJob(id: string, index: number): void {
  const { selected, shown } = useSelection.getState();
  const dragged = selected.has(id) ? selected : new Set([id]);
  const move = moveTo(index, dragged, shown, useJobs.getState().rows);
  if (move) void moveJobs(move);
}
