import { join } from 'node:path';
import { type BrowserWindow, type Rectangle, screen } from 'electron';
import { z } from 'zod';
import { JsonFile } from '../settings/json-file.js';

const rectangle = z.object({
  x: z.number().int(),
  y: z.number().int(),
  width: z.number().int().positive(),
  height: z.number().int().positive(),
});
const windowStateSchema = z.object({ bounds: rectangle, maximized: z.boolean() });

/** The size of the first window, and the smallest one. */
const defaultSize = { width: 1280, height: 860 };
const minSize = { minWidth: 900, minHeight: 600 };

/** How much of the title bar must be on a screen, so that the window can be moved. */
const visibleTitle = { width: 160, height: 32 };

/** Delay after the window was moved or resized before it is written, in milliseconds. */
const pauseMs = 500;

/**
 * Returns where to open the window: where it was, if its title bar is still on a screen, and no
 * larger than that screen; otherwise in the middle of the main screen, which needs no position.
 * @param workAreas the screens without panels and docks, the main one first
 */
export function boundsOnScreens(
  saved: Rectangle | null,
  workAreas: readonly Rectangle[],
): Partial<Rectangle> & { readonly width: number; readonly height: number } {
  const home = saved && workAreas.find((area) => showsTitle(saved, area));
  const area = home ?? workAreas[0];
  const { width, height } = saved ?? defaultSize;
  const size = {
    width: Math.min(width, area?.width ?? width),
    height: Math.min(height, area?.height ?? height),
  };
  return home ? { x: saved.x, y: saved.y, ...size } : size;
}

function showsTitle(window: Rectangle, area: Rectangle): boolean {
  const width = Math.min(window.x + window.width, area.x + area.width) - Math.max(window.x, area.x);
  const isInHeight = window.y >= area.y && window.y + visibleTitle.height <= area.y + area.height;
  return width >= visibleTitle.width && isInHeight;
}

/** Bounds and maximized state of the window, persisted between starts. */
export class WindowBounds {
  readonly #file: JsonFile<typeof windowStateSchema>;
  #state: z.infer<typeof windowStateSchema> | null = null;
  #timer: NodeJS.Timeout | undefined;

  /** @param folder the user data folder */
  constructor(folder: string) {
    this.#file = new JsonFile(join(folder, 'window.json'), windowStateSchema);
  }

  async open(): Promise<void> {
    this.#state = (await this.#file.read()).content;
  }

  /** Options of the window that open it where it was. */
  get options() {
    const { id } = screen.getPrimaryDisplay();
    const displays = screen.getAllDisplays().toSorted((display) => (display.id === id ? -1 : 0));
    const areas = displays.map(({ workArea }) => workArea);
    return { ...boundsOnScreens(this.#state?.bounds ?? null, areas), ...minSize };
  }

  /** Maximizes the window if it was, and writes its later changes. */
  follow(window: BrowserWindow, log: (line: string) => void): void {
    if (this.#state?.maximized === true) window.maximize();
    const remember = () => {
      if (window.isDestroyed() || window.isMinimized()) return;
      this.#state = { bounds: window.getNormalBounds(), maximized: window.isMaximized() };
    };
    const write = () => {
      clearTimeout(this.#timer);
      if (this.#state === null) return;
      this.#file.write(this.#state).catch((error: unknown) => log(String(error)));
    };
    const changed = () => {
      remember();
      clearTimeout(this.#timer);
      this.#timer = setTimeout(write, pauseMs);
    };
    window.on('resize', changed);
    window.on('move', changed);
    window.on('close', () => {
      remember();
      write();
    });
  }

  /** Resolves when the last write has ended, successfully or not. */
  async settled(): Promise<void> {
    await this.#file.settled();
  }
}
