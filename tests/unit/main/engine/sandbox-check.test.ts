import { describe, expect, it } from 'vitest';
import { message } from '../../../../electron/shared/messages/message.js';
import { type ProcessStart, checkSandbox } from '../../../../electron/main/engine/sandbox-check.js';

function start(switches: readonly string[], more: Partial<ProcessStart> = {}): ProcessStart {
  const commandLine = { hasSwitch: (name: string) => switches.includes(name) };
  return { isPackaged: true, platform: 'linux', env: {}, commandLine, ...more };
}

const unset = { ELECTRON_DISABLE_SANDBOX: '' };

describe('the sandbox of a packaged application', () => {
  it.each([
    ['no relevant switch', start([])],
    ['an opt-out that is not needed', start(['allow-no-sandbox'])],
    ['--no-sandbox in a checkout', start(['no-sandbox'], { isPackaged: false })],
  ])('is on with %s', (_what, given) => {
    expect(checkSandbox(given)).toEqual({ kind: 'on' });
  });

  it.each([
    ['--no-sandbox', start(['no-sandbox'])],
    ['--single-process', start(['single-process'])],
    ['ELECTRON_DISABLE_SANDBOX', start([], { env: unset })],
  ])('is off with %s, and the error names it', (cause, given) => {
    expect(checkSandbox(given)).toMatchObject({
      kind: 'off',
      error: {
        code: 'sandbox-off',
        message:
          `Platen was started without Chromium's sandbox (${cause}) and converts no pages that way: ` +
          'install the deb package and run it as a regular user, or start it with --allow-no-sandbox if you trust every page.',
      },
    });
  });

  it.each(['win32', 'darwin'] as const)('names no deb package on %s', (platform) => {
    expect(checkSandbox(start(['no-sandbox'], { platform }))).toMatchObject({
      error: {
        message: expect.stringContaining(
          'start it without --no-sandbox, or start it with --allow-no-sandbox',
        ) as string,
      },
    });
  });

  it('is missing in a checkout if the launcher says so, but never by that when packaged', () => {
    const env = { PLATEN_SANDBOX_MISSING: '1' };
    expect(checkSandbox(start([], { isPackaged: false, env }))).toEqual({ kind: 'missing' });
    expect(checkSandbox(start([], { env }))).toEqual({ kind: 'on' });
  });

  it('is off with a warning if the user accepts that', () => {
    expect(checkSandbox(start(['no-sandbox', 'allow-no-sandbox']))).toEqual({
      kind: 'accepted',
      warning: message('engine.sandboxAccepted', {
        cause: '--no-sandbox',
        option: '--allow-no-sandbox',
      }),
    });
  });
});
