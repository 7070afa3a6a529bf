import { expect, it } from 'vitest';
import { displayOf } from '../../../../electron/main/app/display.js';

const packaged = { isPackaged: true, platform: 'linux', argv: ['platen', 'convert'] } as const;
const x11 = { DISPLAY: ':0' };
const wayland = { WAYLAND_DISPLAY: 'wayland-0', XDG_SESSION_TYPE: 'wayland' };

it.each([
  ['under X11', x11, 'x11', 'present'],
  ['under X11 before Electron 38', x11, '', 'present'],
  ['without a display', {}, 'x11', 'missing'],
  ['without a display before Electron 38', {}, '', 'missing'],
  ['with an empty DISPLAY', { DISPLAY: '' }, 'x11', 'missing'],
  ['on the platform headless, even with a display', x11, 'headless', 'missing'],
  ['under Wayland with XWayland', { ...x11, ...wayland }, 'wayland', 'xwayland'],
  ['under Wayland alone', wayland, 'wayland', 'present'],
  ['on another platform', {}, 'drm', 'present'],
] as const)('%s', (_case, env, ozonePlatform, display) => {
  expect(displayOf({ ...packaged, env, ozonePlatform })).toBe(display);
});

it('leaves a user who chooses Wayland there', () => {
  const argv = ['platen', '--ozone-platform=wayland', 'convert'];
  const env = { ...x11, ...wayland };
  expect(displayOf({ ...packaged, argv, env, ozonePlatform: 'wayland' })).toBe('present');
});

it.each([
  ['win32', true],
  ['darwin', true],
  ['linux', false],
] as const)('decides nothing on %s if it is packaged: %s', (platform, isPackaged) => {
  expect(displayOf({ ...packaged, platform, isPackaged, env: {}, ozonePlatform: '' })).toBe(
    'present',
  );
});
