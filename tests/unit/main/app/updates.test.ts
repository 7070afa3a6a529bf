import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type Installation,
  type Updater,
  Updates,
  reasonWithoutUpdates,
} from '../../../../electron/main/app/updates.js';
import { englishText } from '../../../../electron/shared/messages/translator.js';
import type { Settings } from '../../../../electron/shared/settings.js';

const installed: Installation = {
  isPackaged: true,
  platform: 'win32',
  appImage: undefined,
  isPortable: false,
  packageType: null,
  folder: '/apps/platen',
  isWritable: true,
};
const appImage: Installation = {
  ...installed,
  platform: 'linux',
  appImage: '/apps/platen/Platen.AppImage',
};

describe('reasonWithoutUpdates', () => {
  it.each<[string, Partial<Installation>]>([
    ['NSIS', {}],
    ['an AppImage', appImage],
  ])('is null for %s in a writable folder', (_, change) => {
    expect(reasonWithoutUpdates({ ...installed, ...change })).toBeNull();
  });

  it.each<[string, Partial<Installation>, string]>([
    ['development', { isPackaged: false }, 'Only the installed application can update itself.'],
    [
      'a deb',
      { platform: 'linux', packageType: 'deb' },
      'Platen was installed as a deb package; install new versions in the same way.',
    ],
    [
      'an rpm',
      { platform: 'linux', packageType: 'rpm' },
      'Platen was installed as a rpm package; install new versions in the same way.',
    ],
    [
      'an unpacked folder on Linux',
      { platform: 'linux' },
      'This copy of Platen cannot update itself; download new versions.',
    ],
    [
      'the portable executable',
      { isPortable: true },
      'This copy of Platen cannot update itself; download new versions.',
    ],
    [
      'macOS',
      { platform: 'darwin' },
      'Platen cannot update itself on macOS, because it is not signed; download new versions.',
    ],
    [
      'a folder of another user',
      { isWritable: false },
      'Platen cannot update itself, because /apps/platen is not writable.',
    ],
    [
      'an AppImage in a folder of another user',
      { ...appImage, isWritable: false },
      'Platen cannot update itself, because /apps/platen is not writable.',
    ],
  ])('says why for %s', (_, change, reason) => {
    const found = reasonWithoutUpdates({ ...installed, ...change });
    expect(found && englishText(found)).toBe(reason);
  });
});

interface Setup {
  readonly setting?: Settings['updates'];
  readonly version?: string | null;
  readonly answer?: boolean;
  readonly failure?: Error;
  readonly installation?: Installation;
}

function setUp({ setting = 'ask', answer = true, failure, ...rest }: Setup = {}) {
  const { version = '2.0.0', installation = installed } = rest;
  const calls: string[] = [];
  const note = (name: string) => vi.fn(() => void calls.push(name));
  const updater: Updater = {
    findUpdate: async () => {
      calls.push('find');
      return failure ? Promise.reject(failure) : Promise.resolve(version);
    },
    download: async () => Promise.resolve(void calls.push('download')),
    installOnQuit: note('install on quit'),
    installNow: note('install now'),
  };
  const log: string[] = [];
  const updates = new Updates({
    installation,
    version: '1.0.0',
    openUpdater: async () => Promise.resolve(updater),
    setting: () => setting,
    ask: async (found) => {
      calls.push(`ask ${found}`);
      return Promise.resolve(answer);
    },
    log: (line) => log.push(line),
  });
  return { updates, calls, log };
}

describe('a check that the user starts', () => {
  it.each<[string, Setup, readonly string[], string]>([
    ['no new version', { version: null }, ['find'], 'Platen 1.0.0 is the latest version.'],
    [
      'a new version',
      {},
      ['find', 'ask 2.0.0', 'download', 'install now'],
      'Platen 2.0.0 is downloaded. It is installed when Platen quits.',
    ],
    ['a refused one', { answer: false }, ['find', 'ask 2.0.0'], 'Platen 2.0.0 is available.'],
    [
      'automatic updates',
      { setting: 'automatic' },
      ['find', 'ask 2.0.0', 'download', 'install now'],
      'Platen 2.0.0 is downloaded. It is installed when Platen quits.',
    ],
    [
      'updates switched off',
      { setting: 'off', version: null },
      ['find'],
      'Platen 1.0.0 is the latest version.',
    ],
  ])('with %s', async (_, setup, expected, result) => {
    const { updates, calls } = setUp(setup);
    expect(englishText(await updates.check())).toBe(result);
    expect(calls).toEqual(expected);
  });

  it('reports a failure, and why Platen cannot update itself', async () => {
    await expect(setUp({ failure: new Error('net::ERR_FAILED') }).updates.check()).rejects.toThrow(
      'Platen could not check for updates: net::ERR_FAILED',
    );
    const { updates, calls } = setUp({ installation: { ...installed, packageType: 'deb' } });
    await expect(updates.check()).rejects.toThrow('Platen was installed as a deb package');
    expect(calls).toEqual([]);
  });

  it('shares a running check', async () => {
    const { updates, calls } = setUp({ version: null });
    await Promise.all([updates.check(), updates.check()]);
    expect(calls).toEqual(['find']);
  });
});

describe('the check at start', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const day = 24 * 60 * 60 * 1000;

  it.each<[string, Setup, readonly string[]]>([
    ['off', { setting: 'off' }, []],
    ['ask', { setting: 'ask', answer: false }, ['find', 'ask 2.0.0']],
    ['automatic', { setting: 'automatic' }, ['find', 'download', 'install on quit']],
    [
      'automatic, in a deb',
      { setting: 'automatic', installation: { ...installed, packageType: 'deb' } },
      [],
    ],
  ])('follows the setting: %s', async (_, setup, expected) => {
    const { updates, calls } = setUp(setup);
    updates.start();
    await vi.advanceTimersByTimeAsync(0);
    expect(calls).toEqual(expected);
    await vi.advanceTimersByTimeAsync(day);
    expect(calls).toEqual([...expected, ...expected]);
  });

  it('logs a failure', async () => {
    const { updates, log } = setUp({ failure: new Error('no network') });
    updates.start();
    await vi.advanceTimersByTimeAsync(0);
    expect(log).toEqual(['Platen could not check for updates: no network']);
  });
});
