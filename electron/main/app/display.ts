interface DisplayContext {
  readonly isPackaged: boolean;
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<NodeJS.ProcessEnv>;
  readonly argv: readonly string[];
  /** The switch `ozone-platform`, which Electron sets if the user has not; empty before 38. */
  readonly ozonePlatform: string;
}

/** The display of the application: the one it has, XWayland after another start, or none. */
export type Display = 'present' | 'xwayland' | 'missing';

/**
 * On Linux, for a packaged application; from a checkout the launcher decides. Hidden windows draw
 * no frames under Wayland (electron#53814), so that scripts that draw in animation frames would be
 * printed half drawn. Without a display, and on the platform `headless` (electron#53722), Chromium
 * crashes.
 */
export function displayOf(context: DisplayContext): Display {
  const { isPackaged, platform, env, argv, ozonePlatform } = context;
  if (!isPackaged || platform !== 'linux') return 'present';
  const hasX11 = (env['DISPLAY'] ?? '') !== '';
  if (ozonePlatform === 'wayland') {
    const isChosen = argv.some((word) => word.startsWith('--ozone-platform='));
    return hasX11 && !isChosen ? 'xwayland' : 'present';
  }
  if (ozonePlatform === 'headless') return 'missing';
  const isX11 = ozonePlatform === '' || ozonePlatform === 'x11';
  return isX11 && !hasX11 ? 'missing' : 'present';
}
