import { bundledChromium, unpackBundled } from '../tools/electron-on-chromium/chromium/bundled.js';
import { describeChromium } from '../tools/electron-on-chromium/chromium/choice.js';

/** The versions of the Electron on which Platen runs; null on the development run-time. */
export const electron = process.env['PLATEN_BENCH_ELECTRON'] ?? null;

/** Chooses the Chromium of `@sparticuz/chromium`. The processes that are measured inherit that. */
export async function chooseBundled(): Promise<void> {
  const program = bundledChromium();
  if (program === null) throw new Error('@sparticuz/chromium is not installed.');
  await unpackBundled(program);
  process.env['PLATEN_CHROMIUM'] = program.path;
}

/** Returns the names and versions of what converts. */
export function describeRuntime(): string {
  const chromium = describeChromium();
  return electron === null ? chromium : `Platen on ${electron}, the others on headless ${chromium}`;
}
