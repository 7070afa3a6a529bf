import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import {
  applicationId,
  integrateWithSystem,
  suppressLoadWarnings,
} from '../../../../electron/main/app/system-integration.js';

function calls(
  platform: NodeJS.Platform,
  isCommand: boolean,
  { env = {}, switches = [] }: { env?: NodeJS.ProcessEnv; switches?: readonly string[] } = {},
) {
  const made: string[] = [];
  const app = {
    userAgentFallback: '',
    setAppUserModelId: (id: string) => made.push(`id ${id}`),
    dock: platform === 'darwin' ? { hide: () => made.push('no dock icon') } : undefined,
    commandLine: {
      hasSwitch: (name: string) => switches.includes(name),
      appendSwitch: (name: string, value?: string) => made.push(`${name}=${value ?? ''}`),
    },
  };
  integrateWithSystem(app, { platform, env, isCommand });
  return made;
}

it.each([
  ['win32', false, [`id ${applicationId}`]],
  ['win32', true, [`id ${applicationId}`, 'log-level=3']],
  ['darwin', false, []],
  ['darwin', true, ['no dock icon', 'log-level=3']],
  ['linux', false, []],
  ['linux', true, ['log-level=3']],
] as const)('on %s, as a command: %s', (platform, isCommand, expected) => {
  expect(calls(platform, isCommand)).toEqual(expected);
});

it('leaves the log level to the user', () => {
  expect(calls('linux', true, { switches: ['log-level'] })).toEqual([]);
  expect(calls('linux', true, { switches: ['enable-logging'] })).toEqual([]);
  expect(calls('linux', true, { env: { ELECTRON_ENABLE_LOGGING: '1' } })).toEqual([]);
});

it('has the application id of the packages', () => {
  const builder = readFileSync(
    resolve(import.meta.dirname, '../../../../electron-builder.yml'),
    'utf8',
  );
  expect(/^appId: (\S+)$/m.exec(builder)?.[1]).toBe(applicationId);
});

it.each([
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Platen/0.1.0 Chrome/150.0.7871.0 Electron/45.0.0-beta.1 Safari/537.36',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.7871.0 Safari/537.36',
  ],
  [
    'Mozilla/5.0 Chrome/150.0.7871.0 Safari/537.36',
    'Mozilla/5.0 Chrome/150.0.7871.0 Safari/537.36',
  ],
])("takes Platen's and Electron's names out of %s", (userAgentFallback, expected) => {
  const app = {
    userAgentFallback,
    setAppUserModelId: () => undefined,
    commandLine: { hasSwitch: () => false, appendSwitch: () => undefined },
  };
  integrateWithSystem(app, { platform: 'linux', env: {}, isCommand: false });
  expect(app.userAgentFallback).toBe(expected);
});

it("suppresses Electron's warnings of pages that do not load, and no others", () => {
  const seen: unknown[][] = [];
  const process = { emitWarning: (...args: unknown[]) => void seen.push(args) };
  suppressLoadWarnings(process);
  process.emitWarning('Failed to load URL: http://127.0.0.1:9/ with error: X', 'electron');
  const others = [
    ['Failed to load URL: http://127.0.0.1:9/ with error: X'],
    ['Failed to load URL: http://127.0.0.1:9/ with error: X', 'DeprecationWarning', 'DEP0001'],
    ['Something else', 'electron'],
    [new Error('An error')],
  ];
  for (const args of others) process.emitWarning(...args);
  expect(seen).toEqual(others);
});
