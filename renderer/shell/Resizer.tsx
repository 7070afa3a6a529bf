import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { changeSettings, useSettings } from '../store/settings-store.js';

const narrowest = 320;
const widest = 400;
const step = 8;

/** The edge between settings and paper: dragged, or moved with the arrow keys. */
export function Resizer({ width }: { readonly width: number }) {
  const isDragging = useRef(false);

  function moveByKey(event: KeyboardEvent): void {
    const target = {
      ArrowLeft: width - step,
      ArrowRight: width + step,
      Home: narrowest,
      End: widest,
    }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    void changeSettings({ composerWidth: within(target) });
  }

  function start(event: PointerEvent<HTMLDivElement>): void {
    isDragging.current = true;
    event.currentTarget.setPointerCapture(event.pointerId);
  }

  function drag(event: PointerEvent): void {
    if (isDragging.current) useSettings.setState({ composerWidth: within(event.clientX) });
  }

  function end(): void {
    if (!isDragging.current) return;
    isDragging.current = false;
    void changeSettings({ composerWidth: useSettings.getState().composerWidth });
  }

  return (
    <div
      className="resizer"
      role="separator"
      aria-orientation="vertical"
      aria-label="Width of the settings"
      aria-valuenow={width}
      aria-valuemin={narrowest}
      aria-valuemax={widest}
      tabIndex={0}
      onKeyDown={moveByKey}
      onPointerDown={start}
      onPointerMove={drag}
      onPointerUp={end}
      onPointerCancel={end}
    />
  );
}

function within(width: number): number {
  return Math.round(Math.min(widest, Math.max(narrowest, width)));
}
