import { bundledChromium } from './bundled.js';
import { type ChromiumProgram, chromiumAt, installedChromium } from './installed.js';

export interface ChromiumChoice extends ChromiumProgram {
  /** Whether it is the headless one from the npm package, which must be unpacked first. */
  readonly isBundled: boolean;
}

let choice: ChromiumChoice | undefined;

/**
 * Chooses the Chromium: `PLATEN_CHROMIUM`, an installed one, or the npm package's.
 * @throws Error without any, with how to get one
 */
export function chromiumChoice(): ChromiumChoice {
  choice ??= choose();
  return choice;
}

function choose(): ChromiumChoice {
  const named = process.env['PLATEN_CHROMIUM'];
  if (named !== undefined && named !== '') {
    const program = chromiumAt(named);
    if (program) return { ...program, isBundled: false };
    throw new Error(
      `PLATEN_CHROMIUM is ${named}, which is not a Chromium that runs. Name one, or unset it.`,
    );
  }
  const installed = installedChromium();
  if (installed) return { ...installed, isBundled: false };
  const bundled = bundledChromium();
  if (bundled) return { ...bundled, isBundled: true };
  throw new Error(
    'No Chromium was found. Install Chromium, Chrome or Edge, or name one in PLATEN_CHROMIUM.',
  );
}

/** Returns name and version of the Chromium in use, without starting it. */
export function describeChromium(): string {
  const { name, version } = chromiumChoice();
  return `${name} ${version}`;
}

/**
 * Whether a window can be visible, which needs a display and a Chromium that is not only headless.
 */
export function canShowWindow(): boolean {
  return hasDisplay() && !chromiumChoice().isBundled;
}

function hasDisplay(): boolean {
  if (process.platform !== 'linux') return true;
  return Boolean(process.env['DISPLAY'] ?? process.env['WAYLAND_DISPLAY']);
}
