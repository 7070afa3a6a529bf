import { type KeyboardEvent, type PointerEvent, useRef } from 'react';

interface ResizerProps {
  /** Which edge of the resized panel this is. */
  readonly edge: 'right' | 'left';
  readonly label: string;
  /** In CSS pixels, as are the range and the callbacks. */
  readonly size: number;
  readonly range: { readonly smallest: number; readonly largest: number };
  /** Called while dragging. */
  readonly onResize: (size: number) => void;
  /** Called after a drag or a key press. */
  readonly onResized: (size: number) => void;
}

const step = 8;

/** A panel edge that can be dragged or moved with the arrow keys. */
export function Resizer({ edge, label, size, range, onResize, onResized }: ResizerProps) {
  const start = useRef<{ readonly at: number; readonly size: number } | null>(null);

  function within(size: number): number {
    return Math.round(Math.min(range.largest, Math.max(range.smallest, size)));
  }

  function moveByKey(event: KeyboardEvent): void {
    const forward = edge === 'right' ? step : -step;
    const target = {
      ArrowRight: size + forward,
      ArrowLeft: size - forward,
      Home: range.smallest,
      End: range.largest,
    }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    onResized(within(target));
  }

  function begin(event: PointerEvent<HTMLDivElement>): void {
    start.current = { at: event.clientX, size };
    event.currentTarget.setPointerCapture(event.pointerId);
  }

  function drag(event: PointerEvent): void {
    const size = draggedSize(event);
    if (size !== null) onResize(size);
  }

  function end(event: PointerEvent): void {
    const size = draggedSize(event);
    start.current = null;
    if (size !== null) onResized(size);
  }

  function draggedSize(event: PointerEvent): number | null {
    if (!start.current) return null;
    const moved = event.clientX - start.current.at;
    return within(start.current.size + (edge === 'right' ? moved : -moved));
  }

  return (
    <div
      className="resizer"
      data-edge={edge}
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-valuenow={size}
      aria-valuemin={range.smallest}
      aria-valuemax={range.largest}
      tabIndex={0}
      onKeyDown={moveByKey}
      onPointerDown={begin}
      onPointerMove={drag}
      onPointerUp={end}
      onPointerCancel={end}
    />
  );
}
