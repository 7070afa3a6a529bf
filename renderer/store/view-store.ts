import { create } from 'zustand';
import { type ZoomMode, stepScale } from '../pdf/page-layout.js';

interface ViewState {
  readonly mode: ZoomMode;
  /** The factor that the mode comes to now. */
  readonly scale: number;
  /** The page in the middle of the view, from 0. */
  readonly page: number;
  /** A page to go to; a new object for each wish. */
  readonly jump: { readonly page: number } | null;
}

/** How the preview is looked at; not kept between starts. */
export const useView = create<ViewState>(() => ({
  mode: 'fit-width',
  scale: 1,
  page: 0,
  jump: null,
}));

/** Shows the pages larger or smaller by one step. */
export function zoomView(direction: 'up' | 'down'): void {
  useView.setState(({ scale }) => ({ mode: stepScale(scale, direction) }));
}

/** Fits the pages to the room, or shows them at a factor. */
export function setZoomMode(mode: ZoomMode): void {
  useView.setState({ mode });
}

/** Scrolls to the start of a page, from 0. */
export function goToPage(page: number): void {
  useView.setState({ jump: { page } });
}
