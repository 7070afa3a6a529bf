import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import {
  applicationId,
  integrateWithSystem,
} from '../../../../electron/main/app/system-integration.js';

function calls(
  platform: NodeJS.Platform,
  isCommand: boolean,
  { env = {}, switches = [] }: { env?: NodeJS.ProcessEnv; switches?: readonly string[] } = {},
) {
  const made: string[] = [];
  const app = {
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
