import { create } from 'zustand';
import { type ZoomMode, stepScale } from './page-layout.js';

interface ViewState {
  readonly mode: ZoomMode;
  /** The current scale of the mode. */
  readonly scale: number;
  /** The page in the middle of the viewport, from 0. */
  readonly page: number;
  /** A page to scroll to; a new object for each request. */
  readonly jump: { readonly page: number } | null;
}

/** View state of the preview; not persisted. */
export const useView = create<ViewState>(() => ({
  mode: 'fit-width',
  scale: 1,
  page: 0,
  jump: null,
}));

/** Zooms in or out by one step. */
export function zoomView(direction: 'up' | 'down'): void {
  useView.setState(({ scale }) => ({ mode: stepScale(scale, direction) }));
}

/** Sets the zoom mode or scale. */
export function setZoomMode(mode: ZoomMode): void {
  useView.setState({ mode });
}

/** Scrolls to a page, from 0. */
export function goToPage(page: number): void {
  useView.setState({ jump: { page } });
}
