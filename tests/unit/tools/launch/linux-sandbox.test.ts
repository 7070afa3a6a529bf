import { expect, it } from 'vitest';
import { sandboxObstacle } from '../../../../tools/launch/linux-sandbox.mjs';

const clone = '/proc/sys/kernel/unprivileged_userns_clone';
const count = '/proc/sys/user/max_user_namespaces';
const appArmor = '/proc/sys/kernel/apparmor_restrict_unprivileged_userns';
const helper = '/electron/chrome-sandbox';

interface Machine {
  readonly uid?: number | null;
  readonly platform?: NodeJS.Platform;
  readonly setuid?: string;
  readonly hasAppArmorProfile?: boolean;
}

type Row = readonly [string, Readonly<Record<string, string>>, Machine, string | null];

const rows: readonly Row[] = [
  ['nothing is restricted', { [clone]: '1', [count]: '96365', [appArmor]: '0' }, {}, null],
  ['no setting exists', {}, {}, null],
  ['the user is root', {}, { uid: 0 }, 'the user is root'],
  ['root has a setuid helper', {}, { uid: 0, setuid: helper }, 'the user is root'],
  [
    'cloning is disabled',
    { [clone]: '0' },
    {},
    'the system restricts user namespaces (kernel.unprivileged_userns_clone is 0)',
  ],
  [
    'their maximum is zero',
    { [count]: '0' },
    {},
    'the system restricts user namespaces (user.max_user_namespaces is 0)',
  ],
  [
    'AppArmor restricts them',
    { [appArmor]: '1' },
    {},
    'the system restricts user namespaces (kernel.apparmor_restrict_unprivileged_userns is 1)',
  ],
  ['the helper is setuid root', { [appArmor]: '1' }, { setuid: helper }, null],
  [
    'another helper is setuid root',
    { [appArmor]: '1' },
    { setuid: '/other' },
    'the system restricts user namespaces (kernel.apparmor_restrict_unprivileged_userns is 1)',
  ],
  ['AppArmor knows the program', { [appArmor]: '1' }, { hasAppArmorProfile: true }, null],
  [
    'a profile does not override the kernel',
    { [count]: '0' },
    { hasAppArmorProfile: true },
    'the system restricts user namespaces (user.max_user_namespaces is 0)',
  ],
  ['it is macOS', { [clone]: '0' }, { uid: 0, platform: 'darwin' }, null],
  ['it is Windows', {}, { uid: null, platform: 'win32' }, null],
];

it.each(rows)('explains why the sandbox cannot start: %s', (_case, files, machine, cause) => {
  const { uid = 1000, platform = 'linux', setuid, hasAppArmorProfile = false } = machine;
  const host = {
    platform,
    uid,
    readText: (path: string) => files[path] ?? null,
    isSetuidRoot: (path: string) => path === setuid,
  };
  expect(sandboxObstacle(host, { helper, hasAppArmorProfile })?.cause ?? null).toBe(cause);
});
