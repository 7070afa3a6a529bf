import { AppError } from '../../shared/messages/errors.js';
import { type Message, message } from '../../shared/messages/message.js';
import type { LocalEngine } from './contract/pdf-engine.js';

/** The facts about this process that decide about the sandbox of pages. */
export interface ProcessStart {
  readonly isPackaged: boolean;
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<NodeJS.ProcessEnv>;
  readonly commandLine: Pick<Electron.CommandLine, 'hasSwitch'>;
}

/** The switch by which a user accepts that pages run without a sandbox (docs/security.md). */
const acceptingSwitch = 'allow-no-sandbox';
const option = `--${acceptingSwitch}`;

/** Chromium's switches that disable the sandbox of all pages, whatever the application requests. */
const disablingSwitches = ['no-sandbox', 'single-process'] as const;

/**
 * The state of the sandbox after the start: on, off and accepted by the user, missing in a
 * checkout, or off and not accepted.
 */
export type SandboxState =
  | { readonly kind: 'on' }
  /** `warning` belongs on standard error. */
  | { readonly kind: 'accepted'; readonly warning: Message }
  /** From a checkout, without a sandbox: the launcher has warned already. */
  | { readonly kind: 'missing' }
  | { readonly kind: 'off'; readonly error: AppError };

/**
 * Returns whether pages would run without a sandbox. Must be called before `app.enableSandbox()`,
 * which removes `--no-sandbox` from the command line although the processes that start pages are
 * already unsandboxed by then (Electron: `electron_api_app.cc`). Covers the packaged application
 * only. An AppImage adds `--no-sandbox` where user namespaces are restricted (electron-builder:
 * `appImageUtil.js`), so users lose the sandbox without asking for that. From a checkout the
 * launcher decides and reports it.
 */
export function checkSandbox({
  isPackaged,
  platform,
  env,
  commandLine,
}: ProcessStart): SandboxState {
  const cause = isPackaged ? disablingCause(env, commandLine) : undefined;
  if (cause === undefined) {
    const isMissing = !isPackaged && env['PLATEN_SANDBOX_MISSING'] === '1';
    return { kind: isMissing ? 'missing' : 'on' };
  }
  if (commandLine.hasSwitch(acceptingSwitch)) {
    return { kind: 'accepted', warning: message('engine.sandboxAccepted', { cause, option }) };
  }
  return { kind: 'off', error: new AppError('sandbox-off', sandboxMessage(cause, platform)) };
}

/**
 * Returns the engine, or one that rejects every conversion if the sandbox is off and the user has
 * not accepted that.
 */
export function guardEngine(engine: LocalEngine, sandbox: SandboxState): LocalEngine {
  if (sandbox.kind !== 'off') return engine;
  const { error } = sandbox;
  return {
    convert: () => Promise.reject(error),
    inline: () => Promise.reject(error),
    setConcurrency: (pages) => engine.setConcurrency(pages),
    setMemoryLimit: (gigabytes) => engine.setMemoryLimit(gigabytes),
    ping: () => Promise.reject(error),
    memory: () => engine.memory(),
    close: async () => engine.close(),
  };
}

function disablingCause(
  env: ProcessStart['env'],
  commandLine: ProcessStart['commandLine'],
): string | undefined {
  const name = disablingSwitches.find((each) => commandLine.hasSwitch(each));
  if (name !== undefined) return `--${name}`;
  // Electron checks whether it is set, not its value.
  return env['ELECTRON_DISABLE_SANDBOX'] === undefined ? undefined : 'ELECTRON_DISABLE_SANDBOX';
}

function sandboxMessage(cause: string, platform: NodeJS.Platform): Message {
  return platform === 'linux'
    ? message('engine.sandboxOffOnLinux', { cause, option })
    : message('engine.sandboxOff', { cause, option });
}
