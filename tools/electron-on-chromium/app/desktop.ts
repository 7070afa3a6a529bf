import { PartialObject, notImplemented, partialModule } from '../not-implemented.js';
import { withinWorkArea } from '../window/work-area.js';

/** The screen that is assumed, because DevTools reports none before a page is open. */
const assumedScreen = { width: 1920, height: 1080 };

class Display extends PartialObject {
  readonly id = 1;
  readonly workArea = { x: 0, y: 0, ...withinWorkArea(assumedScreen) };
}

/** The module `screen` (docs/api/screen.md), with one screen. */
export const screen = partialModule('screen', {
  getPrimaryDisplay: () => new Display(),
  getAllDisplays: () => [new Display()],
});

const themes = ['system', 'light', 'dark'];
let themeSource = 'system';

/** The module `nativeTheme` (docs/api/native-theme.md). Pages keep the system's color scheme. */
export const nativeTheme = partialModule('nativeTheme', {
  get themeSource() {
    return themeSource;
  },
  set themeSource(theme: string) {
    if (!themes.includes(theme)) throw new TypeError(`Error processing argument: ${theme}`);
    themeSource = theme;
  },
  /** With the source `system` always false: the system's color scheme is unknown. */
  get shouldUseDarkColors() {
    return themeSource === 'dark';
  },
});

const blockers = new Set<number>();
let lastBlocker = -1;

/** The module `powerSaveBlocker` (docs/api/power-save-blocker.md). It only counts. */
export const powerSaveBlocker = partialModule('powerSaveBlocker', {
  start(type: string): number {
    if (type !== 'prevent-app-suspension') notImplemented(`powerSaveBlocker.start('${type}')`);
    lastBlocker += 1;
    blockers.add(lastBlocker);
    return lastBlocker;
  },
  stop: (id: number): boolean => blockers.delete(id),
});
