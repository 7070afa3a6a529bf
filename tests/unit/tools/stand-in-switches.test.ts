import { expect, it, onTestFinished } from 'vitest';
import { commandLine } from '../../../tools/electron-on-chromium/app/command-line.js';

it("reads Chromium's switches, with names in any case, up to --", () => {
  const { argv } = process;
  onTestFinished(() => {
    process.argv = argv;
  });
  process.argv = ['node', 'app', '--Ozone-Platform=headless', '--headless', '--', '--log-level=1'];
  expect(commandLine.getSwitchValue('ozone-platform')).toBe('headless');
  expect(commandLine.hasSwitch('HEADLESS')).toBe(true);
  expect(commandLine.getSwitchValue('headless')).toBe('');
  expect(commandLine.hasSwitch('log-level')).toBe(false);
  commandLine.appendSwitch('log-level', '3');
  expect(commandLine.getSwitchValue('log-level')).toBe('3');
});
