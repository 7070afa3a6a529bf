import {
  bundledChromium,
  bundledEnvironment,
  unpackBundled,
} from '../../tools/electron-on-chromium/chromium/bundled.js';

/**
 * Returns the environment in which Platen runs on the npm package's headless Chromium, of
 * Electron's own major version: tests cost about two thirds of the processor time that they cost on
 * an installed one. Empty if the package has none for this system, or `PLATEN_CHROMIUM` is set.
 */
export async function headlessEnvironment(): Promise<Readonly<Record<string, string>>> {
  const headless = bundledChromium();
  if (headless === null || process.env['PLATEN_CHROMIUM']) return {};
  await unpackBundled(headless);
  return { PLATEN_CHROMIUM: headless.path, ...bundledEnvironment(headless) };
}
