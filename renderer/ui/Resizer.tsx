import { useDebouncedCallback, useMergedRef, useSplitter } from '@mantine/hooks';
import { useCallback } from 'react';

interface ResizerProps {
  /** Which edge of the resized panel this is. */
  readonly edge: 'right' | 'left';
  readonly label: string;
  /** In CSS pixels, as are the range and the callbacks. */
  readonly size: number;
  readonly range: { readonly smallest: number; readonly largest: number };
  /** Called with each change. */
  readonly onResize: (size: number) => void;
  /** Called when the size stays. */
  readonly onResized: (size: number) => void;
}

/** A panel edge that can be dragged or moved with the arrow keys; the rest is flexible. */
export function Resizer({ edge, label, size, range, onResize, onResized }: ResizerProps) {
  const keep = useDebouncedCallback(onResized, { delay: 200, flushOnUnmount: true });
  const index = edge === 'right' ? 0 : 1;
  const panel = {
    defaultSize: `${size}px`,
    min: `${range.smallest}px`,
    max: `${range.largest}px`,
  } as const;
  const rest = { defaultSize: 1 } as const;
  const panels = edge === 'right' ? [panel, rest] : [rest, panel];
  const splitter = useSplitter({
    panels,
    sizes: panels.map(({ defaultSize }) => defaultSize),
    step: '8px',
    shiftStep: '40px',
    resetOnDoubleClick: false,
    onSizeChange: (sizes) => {
      const changed = Math.round(Number.parseFloat(String(sizes[index])));
      onResize(changed);
      keep(changed);
    },
    // Whoever drags and quits at once would lose the size.
    onResizeEnd: () => keep.flush(),
  });
  const { ref, ...handle } = splitter.getHandleProps({ index: 0 });
  const { ref: setContainer } = splitter;
  const findContainer = useCallback(
    (element: HTMLElement | null) => setContainer(element?.parentElement ?? null),
    [setContainer],
  );
  const attach = useMergedRef(ref, findContainer);
  return (
    <div
      {...handle}
      ref={attach}
      className="resizer"
      aria-label={label}
      // Of the panel, also if the edge is its left one.
      aria-valuenow={size}
      aria-valuemin={range.smallest}
      aria-valuemax={range.largest}
    />
  );
}
