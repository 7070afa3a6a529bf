import { closeSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { hideSecrets, secretsPipe } from '../../../../electron/main/app/secret-variables.js';
import { temporaryFolder } from '../../../integration/support/temporary-folder.js';

const linux = { platform: 'linux', versions: { ...process.versions, electron: '45.0.0' } } as const;
const standIn = { ...linux, versions: process.versions };

describe('hideSecrets', () => {
  it.each([
    'PLATEN_OPEN_PASSWORD',
    'PLATEN_OWNER_PASSWORD',
    'PLATEN_PASSWORD',
    'PLATEN_SERVER_PASSWORD',
    'PLATEN_DATABASE',
    'PLATEN_METRICS_KEY',
    'PLATEN_REMOTE_KEY',
    'PLATEN_WEBHOOK_SECRET',
    'AWS_ACCESS_KEY_ID',
    'AWS_SECRET_ACCESS_KEY',
    'AWS_SESSION_TOKEN',
    'PGPASSWORD',
  ])('%s is read by its name, and not passed on', (name) => {
    const main = { ...linux, env: { [name]: 'secret', HOME: '/home/ada' } };
    expect(hideSecrets(main)).toEqual({ secrets: { [name]: 'secret' }, reachPages: true });
    expect(main.env).toMatchObject({ HOME: '/home/ada' });
    expect(main.env[name]).toBe('secret');
    expect(Object.keys({ ...main.env })).toEqual(['HOME']);
    main.env.HOME = '/home/eve';
    expect({ ...main.env }).toEqual({ HOME: '/home/eve' });
  });

  it('a token of another program is hidden too, but Electron has its pages without it', () => {
    const main = { ...linux, env: { GITHUB_TOKEN: 'secret' } };
    expect(hideSecrets(main).reachPages).toBe(false);
    expect({ ...main.env }).toEqual({});
  });

  it.each([
    ['on the stand-in, whose Chromium starts later', standIn, { PLATEN_PASSWORD: 'secret' }],
    ['on Windows', { ...linux, platform: 'win32' } as const, { PLATEN_PASSWORD: 'secret' }],
    ['without secrets', linux, { AWS_PROFILE: 'office', AWS_WEB_IDENTITY_TOKEN_FILE: '/t' }],
  ])('pages do not have them %s', (_where, main, env) => {
    expect(hideSecrets({ ...main, env }).reachPages).toBe(false);
  });

  it('reads those of the program that started this one', () => {
    const folder = temporaryFolder();
    onTestFinished(() => folder.remove());
    const path = join(folder.with({}), 'pipe');
    writeFileSync(path, JSON.stringify({ PLATEN_PASSWORD: 'secret' }));
    const pipe = openSync(path, 'r');
    const main = { ...linux, env: { ...secretsPipe(pipe) } as NodeJS.ProcessEnv };
    expect(hideSecrets(main).reachPages).toBe(false);
    expect(main.env['PLATEN_PASSWORD']).toBe('secret');
    expect({ ...main.env }).toEqual({});
    expect(() => closeSync(pipe)).toThrow('EBADF');
  });
});
