import { clipboard } from 'electron';
import type { BridgeChannel } from '../../shared/bridge.js';
import { AppError, errorData } from '../../shared/messages/errors.js';
import { message } from '../../shared/messages/message.js';
import { defaultTimeoutSeconds } from '../../shared/request/fields.js';
import type { ServiceState } from '../../shared/service.js';
import { concurrencyOf } from '../engine/concurrency.js';
import type { DeliverySettings } from '../outbox/delivery-settings.js';
import { Mutex } from '../util/async.js';
import { ChangeBatcher } from '../util/change-batcher.js';
import type { EphemeralService } from '../service/ephemeral-service.js';
import { type ServiceEngine, defaultOptions } from '../service/contract/service-options.js';
import type { UserState } from '../settings/user-state.js';
import type { BridgeHandlers } from './bridge-handlers.js';

/** How long running requests may take after the server was stopped, in seconds. */
const stopSeconds = 5;

interface ServiceSwitchParts {
  readonly engine: ServiceEngine;
  readonly state: Pick<UserState, 'settings' | 'updateSettings'>;
  readonly delivery: DeliverySettings;
  readonly version: string;
  /** Full path of the folder in which each run creates a folder for its PDFs. */
  readonly resultsFolder: string;
  /** Receives each new state, a few times a second at most. */
  readonly onState: (state: ServiceState) => void;
  readonly log: (line: string) => void;
}

/** Starts and stops the local server. Each start creates a new key. */
export class ServiceSwitch {
  readonly #parts: ServiceSwitchParts;
  readonly #changes: ChangeBatcher;
  #run: EphemeralService | null = null;
  #idle: Exclude<ServiceState, { status: 'on' }> = { status: 'off' };
  /** Runs starts and stops one after the other. */
  readonly #mutex = new Mutex();

  constructor(parts: ServiceSwitchParts) {
    this.#parts = parts;
    this.#changes = new ChangeBatcher(() => parts.onState(this.state));
  }

  get state(): ServiceState {
    if (this.#run === null || this.#idle.status !== 'off') return this.#idle;
    const { address, counts } = this.#run.service;
    return { status: 'on', address, ...counts };
  }

  /** The key of the running server. @throws AppError `refused` if it is off */
  get key(): string {
    const key = this.#run?.key ?? null;
    if (key !== null) return key;
    throw new AppError('refused', message('desktop.serverOff'));
  }

  /** Starts or stops the server and updates the setting. A failure becomes the state. */
  async setOn(on: boolean): Promise<ServiceState> {
    await this.#parts.state.updateSettings({ serviceOn: on });
    return this.#mutex.run(async () => {
      await (on ? this.#start() : this.#stop());
      return this.state;
    });
  }

  /** Applies at once; running requests continue. */
  setConcurrency(concurrency: number): void {
    this.#run?.setConcurrency(concurrency);
  }

  /** Starts the server if it is switched on in the settings. */
  async begin(): Promise<void> {
    if (this.#parts.state.settings.serviceOn) await this.#mutex.run(async () => this.#start());
  }

  /** Stops the server; the setting stays. */
  async close(): Promise<void> {
    await this.#mutex.run(async () => this.#stop());
  }

  async #start(): Promise<void> {
    if (this.#run !== null) return;
    this.#setIdle({ status: 'starting' });
    try {
      this.#run = await this.#open();
      // The setting may have changed while the service started.
      this.setConcurrency(concurrencyOf(this.#parts.state.settings));
      this.#setIdle({ status: 'off' });
    } catch (error) {
      this.#setIdle({ status: 'failed', message: errorData(error).message });
    }
  }

  async #open(): Promise<EphemeralService> {
    const { engine, state, delivery, version, resultsFolder, log } = this.#parts;
    const { settings } = state;
    // Loaded on first use, because it includes a web server.
    const [{ createEphemeralService }, { serviceLog }] = await Promise.all([
      import('../service/ephemeral-service.js'),
      import('../service/contract/service-log.js'),
    ]);
    const options = {
      host: defaultOptions.host,
      port: settings.servicePort,
      tls: null,
      behindProxy: false,
      isStrict: false,
      baseUrl: null,
      metricsListen: null,
      metricsKey: null,
      isOpen: false,
      // Read for each request, because a restart would change the key.
      get keepHours() {
        return state.settings.serviceKeepHours;
      },
      get privateHosts() {
        return state.settings.serviceHosts;
      },
      concurrency: concurrencyOf(settings),
      queue: defaultOptions.queue,
      timeoutSeconds: defaultTimeoutSeconds,
      bodyLimit: defaultOptions.bodyLimit,
      stopSeconds,
    };
    const run = await createEphemeralService({
      engine,
      delivery: async () => Promise.resolve(delivery),
      options,
      resultsFolder,
      version,
      log: serviceLog('warn', (line) => log(line.trimEnd())),
      onChange: () => this.#changes.touch(),
    });
    try {
      await run.service.start();
      return run;
    } catch (error) {
      await run.end();
      throw error;
    }
  }

  async #stop(): Promise<void> {
    const run = this.#run;
    if (run !== null) this.#setIdle({ status: 'stopping' });
    try {
      await run?.end();
    } finally {
      // Also if its PDFs could not be removed, so that it can be started again; the next start
      // removes them.
      this.#run = null;
      this.#setIdle({ status: 'off' });
    }
  }

  #setIdle(idle: Exclude<ServiceState, { status: 'on' }>): void {
    this.#idle = idle;
    this.#changes.touch();
  }
}

/**
 * Handles the calls about the local server. Its key goes to the clipboard, never to the window's
 * page.
 */
export function localServerHandlers(
  service: Pick<ServiceSwitch, 'setOn' | 'key'>,
): Pick<BridgeHandlers, Extract<BridgeChannel, `service:${string}`>> {
  return {
    'service:switch': async ({ on }) => service.setOn(on),
    'service:copy-key': async () => {
      await clipboard.writeText(service.key);
    },
  };
}
