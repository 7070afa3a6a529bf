import { type RefObject, useEffect } from 'react';
import { clampScale } from '../../pdf/page-layout.js';
import { setZoomMode, useView } from '../../store/view-store.js';

/** Zooms with the wheel while Ctrl or Cmd is held, and with the pinch of a touchpad, which arrives as the same. */
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
