import { type RefObject, useLayoutEffect, useState } from 'react';
import type { PageSize } from './pdf-file.js';

/** Returns the content size of an element in whole CSS pixels; 0 × 0 until it is known. */
export function useRoom(element: RefObject<HTMLElement | null>): PageSize {
  const [room, setRoom] = useState<PageSize>({ width: 0, height: 0 });

  useLayoutEffect(() => {
    if (!element.current) return;
    const observer = new ResizeObserver(([entry]) => {
      if (!entry) return;
      const { width, height } = entry.contentRect;
      setRoom({ width: Math.floor(width), height: Math.floor(height) });
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);

  return room;
}
