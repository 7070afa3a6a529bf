import { AppError, errorText } from '../../shared/errors.js';
import { defaultTimeoutSeconds } from '../../shared/request/fields.js';
import type { ServiceState } from '../../shared/service.js';
import type { PdfEngine } from '../engine/pdf-engine.js';
import { concurrencyOf } from '../engine/concurrency.js';
import type { DeliverySettings } from '../outbox/delivery-settings.js';
import { ChangeBatcher } from '../util/change-batcher.js';
import type { EphemeralService } from '../service/ephemeral-service.js';
import { defaultOptions } from '../service/service-options.js';
import type { UserState } from '../settings/user-state.js';

/**
 * How long what is being made may take once the service is switched off, in seconds: the person
 * waits for it.
 */
const stopSeconds = 5;

export interface ServiceSwitchParts {
  readonly engine: PdfEngine;
  readonly state: Pick<UserState, 'settings' | 'updateSettings'>;
  readonly delivery: DeliverySettings;
  readonly version: string;
  /** Full path of the folder in which the PDFs of a run have one of their own. */
  readonly resultsFolder: string;
  /** Hears of every state, a few times a second at most. */
  readonly onState: (state: ServiceState) => void;
  readonly log: (line: string) => void;
}

/**
 * The service that the window runs on this computer, with a key for each time it is switched on.
 */
export class ServiceSwitch {
  readonly #parts: ServiceSwitchParts;
  readonly #news: ChangeBatcher;
  #run: EphemeralService | null = null;
  #idle: Exclude<ServiceState, { status: 'on' }> = { status: 'off' };
  #lastTurn: Promise<unknown> = Promise.resolve();

  constructor(parts: ServiceSwitchParts) {
    this.#parts = parts;
    this.#news = new ChangeBatcher(() => parts.onState(this.state));
  }

  get state(): ServiceState {
    if (this.#run === null || this.#idle.status !== 'off') return this.#idle;
    const { address, counts } = this.#run.service;
    return { status: 'on', address, ...counts };
  }

  /** The key of the service that is on. @throws AppError `refused` if none is */
  get key(): string {
    const key = this.#run?.key ?? null;
    if (key !== null) return key;
    throw new AppError('refused', 'The server is off. Start it to get a key.');
  }

  /** Switches it on or off, and the setting with it. What goes wrong is told by the state. */
  async turn(on: boolean): Promise<ServiceState> {
    await this.#parts.state.updateSettings({ serviceOn: on });
    return this.#inTurn(async () => {
      await (on ? this.#start() : this.#stop());
      return this.state;
    });
  }

  /** Applies at once; what already runs goes on. */
  setConcurrency(concurrency: number): void {
    this.#run?.setConcurrency(concurrency);
  }

  /** Begins as the settings say. */
  async begin(): Promise<void> {
    if (this.#parts.state.settings.serviceOn) await this.#inTurn(async () => this.#start());
  }

  /** Ends for good; the setting stays. */
  async close(): Promise<void> {
    await this.#inTurn(async () => this.#stop());
  }

  async #start(): Promise<void> {
    if (this.#run !== null) return;
    this.#tell({ status: 'starting' });
    try {
      this.#run = await this.#open();
      // The setting may have changed while the service started.
      this.setConcurrency(concurrencyOf(this.#parts.state.settings));
      this.#tell({ status: 'off' });
    } catch (error) {
      this.#tell({ status: 'failed', message: errorText(error) });
    }
  }

  async #open(): Promise<EphemeralService> {
    const { engine, state, delivery, version, resultsFolder, log } = this.#parts;
    const { settings } = state;
    // It comes with a web server, which a window without the service does without.
    const [{ createEphemeralService }, { serviceLog }] = await Promise.all([
      import('../service/ephemeral-service.js'),
      import('../service/monitoring.js'),
    ]);
    const options = {
      host: defaultOptions.host,
      port: settings.servicePort,
      tls: null,
      behindProxy: false,
      baseUrl: null,
      isOpen: false,
      // A person may change these two without a new key for everybody who has the old one.
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
      onChange: () => this.#news.touch(),
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
    if (run !== null) this.#tell({ status: 'stopping' });
    try {
      await run?.end();
    } finally {
      // Also where its PDFs could not be removed, which the next start does: the switch works
      // again.
      this.#run = null;
      this.#tell({ status: 'off' });
    }
  }

  #tell(idle: Exclude<ServiceState, { status: 'on' }>): void {
    this.#idle = idle;
    this.#news.touch();
  }

  /** One after the other: each begins with what the last one has left. */
  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#lastTurn.then(work);
    this.#lastTurn = turn.catch(() => undefined);
    return turn;
  }
}
