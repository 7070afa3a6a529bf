import { app } from 'electron';

const name = 'disable-features';

/**
 * Disables features of Chromium in addition to those disabled before: Chromium reads only the last
 * switch of a name. Takes effect until the application is ready.
 */
export function disableFeatures(features: readonly string[]): void {
  const { commandLine } = app;
  const before = commandLine.getSwitchValue(name).split(',');
  const all = new Set([...before, ...features].filter((feature) => feature !== ''));
  commandLine.appendSwitch(name, [...all].join(','));
}
