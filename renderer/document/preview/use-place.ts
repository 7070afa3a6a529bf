import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type Anchor, type PageLayout, anchorAt, currentPage, scrollTopOf } from './page-layout.js';
import { useView } from './view-store.js';

const startOfPage = (page: number): Anchor => ({ page, offset: Number.NEGATIVE_INFINITY });

interface Place {
  /** Scroll position, in CSS pixels. */
  readonly top: number;
  readonly onScroll: () => void;
}

/**
 * Keeps the reading position while pages change in size, number or content; only scrolling by the
 * user moves it. Another source starts at its first page.
 */
export function usePlace(
  scroller: RefObject<HTMLElement | null>,
  layout: PageLayout,
  source: string,
): Place {
  const anchor = useRef<Anchor>(startOfPage(0));
  const placedAt = useRef(0);
  const lastSource = useRef(source);
  const [top, setTop] = useState(0);
  const jump = useView((view) => view.jump);

  function place(element: HTMLElement): void {
    element.scrollTop = scrollTopOf(layout, anchor.current);
    placedAt.current = element.scrollTop;
    update(element);
  }

  function update(element: HTMLElement): void {
    setTop(element.scrollTop);
    const page = currentPage(layout, element.scrollTop, element.clientHeight);
    if (page !== useView.getState().page) useView.setState({ page });
  }

  useLayoutEffect(() => {
    if (lastSource.current !== source) anchor.current = startOfPage(0);
    lastSource.current = source;
    if (scroller.current && layout.boxes[0]?.height) place(scroller.current);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- only a layout or source moves it
  }, [layout, source]);

  useEffect(() => {
    if (!jump || !scroller.current) return;
    anchor.current = startOfPage(jump.page);
    place(scroller.current);
    useView.setState({ page: jump.page, jump: null });
    // eslint-disable-next-line react-hooks/exhaustive-deps -- only a new jump moves the view
  }, [jump]);

  return {
    top,
    onScroll: () => {
      const element = scroller.current;
      if (!element || Math.abs(element.scrollTop - placedAt.current) < 1) return;
      placedAt.current = element.scrollTop;
      anchor.current = anchorAt(layout, element.scrollTop);
      update(element);
    },
  };
}
