/**
 * The application's id, as `appId` in electron-builder.yml. Windows uses it to group windows,
 * shortcuts and notifications.
 */
export const applicationId = 'app.platen.Platen';

/** The part of Electron's `app` that determines how the system and servers see the application. */
interface SystemApp {
  userAgentFallback: string;
  setAppUserModelId(id: string): void;
  readonly dock?: { hide(): void } | undefined;
  readonly commandLine: {
    hasSwitch(name: string): boolean;
    appendSwitch(name: string, value?: string): void;
  };
}

interface SystemContext {
  readonly platform: NodeJS.Platform;
  readonly env: NodeJS.ProcessEnv;
  /** Whether it runs as a command, without a window. */
  readonly isCommand: boolean;
}

/**
 * Integrates the application with the system; call it before the application is ready. Windows gets
 * its id, servers see Chromium's user agent, a command shows no icon in the Dock of macOS, and
 * Chromium's messages below a fatal one stay off the standard error of a command, unless logging
 * was requested.
 */
export function integrateWithSystem(app: SystemApp, { platform, env, isCommand }: SystemContext) {
  // Logins refuse browsers that say they are embedded in another program.
  app.userAgentFallback = app.userAgentFallback.replace(/ (?:Platen|Electron)\/\S+/g, '');
  if (platform === 'win32') app.setAppUserModelId(applicationId);
  if (!isCommand) return;
  if (platform === 'darwin') app.dock?.hide();
  const { commandLine } = app;
  const wantsLog =
    env['ELECTRON_ENABLE_LOGGING'] !== undefined ||
    commandLine.hasSwitch('enable-logging') ||
    commandLine.hasSwitch('log-level');
  // Chromium prints errors even without a log (base/logging.cc); 3 is its level FATAL.
  if (!wantsLog) commandLine.appendSwitch('log-level', '3');
}

/**
 * Keeps Chromium from crashing on purpose while the application ends. A signal to all of its
 * processes, as `timeout` and `kill %1` send it, also ends the one that starts the others. Then the
 * GPU process cannot start, which Chromium accepts three times only
 * (`content/browser/gpu/gpu_process_host.cc`).
 */
export function endWithoutGpu({ commandLine }: Pick<SystemApp, 'commandLine'>): void {
  commandLine.appendSwitch('disable-gpu-process-crash-limit');
}

/**
 * Suppresses Electron's warning of each page that does not load
 * (`shell/browser/api/electron_api_web_contents.cc`): Platen reports that itself, once.
 */
export function suppressLoadWarnings(process: Pick<NodeJS.Process, 'emitWarning'>): void {
  const { emitWarning } = process;
  process.emitWarning = (warning: string | Error, ...rest: readonly unknown[]) => {
    const isLoadWarning =
      rest[0] === 'electron' && /^Failed to load URL: .* with error: /s.test(String(warning));
    if (!isLoadWarning) Reflect.apply(emitWarning, process, [warning, ...rest]);
  };
}
