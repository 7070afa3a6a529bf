import { type RefObject, useEffect } from 'react';
import { clampScale } from './page-layout.js';
import { setZoomMode, useView } from './view-store.js';

/** Zooms with Ctrl or Cmd and the wheel, and with a touchpad pinch, which sends the same events. */
export function useWheelZoom(scroller: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;

    function zoom(event: WheelEvent): void {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      setZoomMode(clampScale(useView.getState().scale * Math.exp(-event.deltaY / 300)));
    }

    element.addEventListener('wheel', zoom, { passive: false });
    return () => element.removeEventListener('wheel', zoom);
  }, [scroller]);
}
