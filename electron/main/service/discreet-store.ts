import type { WireRequest } from '../../shared/request/wire.js';
import { toldError } from '../delivery/webhook/webhook-message.js';
import {
  type Account,
  type Admission,
  type Application,
  type Outcome,
  type QueueRoom,
  type ServiceError,
  type ServiceStore,
  type Settlement,
  type StoredPdf,
  type TakenTask,
  type TaskState,
  type WebhookTask,
  codeIn,
} from './store/service-store.js';

/**
 * A store that is not given the sentence of a failure whose request has a flag: it may quote the page's address, and would be kept for a day
 * (docs/compliance.md). Who waits for the answer is told it all the same.
 */
export class DiscreetStore implements ServiceStore {
  /** Tasks under way whose requests have a flag. */
  readonly #private = new Set<string>();

  constructor(private readonly store: ServiceStore) {}

  async admit(application: Application, room?: QueueRoom): Promise<Admission> {
    const admission = await this.store.admit(application, room);
    // Who carries out an asynchronous one gets it by `carryOut`.
    if (admission.kind === 'admitted' && !application.isAsynchronous)
      this.#note(admission.task, application.request);
    return admission;
  }

  async settle(task: string, settlement: Settlement): Promise<boolean> {
    const isPrivate = this.#private.delete(task);
    return this.store.settle(task, isPrivate ? discreet(settlement) : settlement);
  }

  async giveBack(task: string): Promise<void> {
    this.#private.delete(task);
    return this.store.giveBack(task);
  }

  async carryOut(work: (taken: TakenTask) => Promise<void>, concurrency: number): Promise<void> {
    return this.store.carryOut(async (taken) => {
      this.#note(taken.task, taken.request);
      await work(taken);
    }, concurrency);
  }

  async accountOfKey(key: string): Promise<Account | null> {
    return this.store.accountOfKey(key);
  }

  async isThere(): Promise<boolean> {
    return this.store.isThere();
  }

  async queuedTasks(): Promise<number> {
    return this.store.queuedTasks();
  }

  async stateOf(task: string, account: string): Promise<TaskState | null> {
    return this.store.stateOf(task, account);
  }

  async storedPdf(token: string): Promise<StoredPdf | null> {
    return this.store.storedPdf(token);
  }

  async unknownTokens(tokens: readonly string[]): Promise<readonly string[]> {
    return this.store.unknownTokens(tokens);
  }

  async takeExpired(now: number): Promise<readonly string[]> {
    return this.store.takeExpired(now);
  }

  async postWebhooks(post: (task: WebhookTask) => Promise<void>): Promise<void> {
    return this.store.postWebhooks(post);
  }

  async stopTaking(): Promise<void> {
    return this.store.stopTaking();
  }

  async close(): Promise<void> {
    return this.store.close();
  }

  #note(task: string, { compliance }: WireRequest): void {
    if (compliance?.gdpr === true || compliance?.hipaa === true) this.#private.add(task);
  }
}

/** The same end with one sentence for each code, in its message too. */
function discreet({ outcome: told, webhook, ...rest }: Settlement): Settlement {
  const outcome: Outcome =
    told.kind === 'failed' ? { ...told, error: discreetError(told.error) } : told;
  return { ...rest, outcome, ...(webhook && { webhook: { ...webhook, outcome } }) };
}

function discreetError({ code, message: sentence, fields }: ServiceError): ServiceError {
  const told = toldError({ code: codeIn({ code }), message: sentence }, true).message;
  const message = `${told} More is not kept of a request with gdpr or hipaa; only who waits for the answer is told it.`;
  return { code, message, fields: fields.map(({ field }) => ({ field, message })) };
}
