import { errorData } from '../../../shared/errors.js';
import { DeliveryFailure } from '../../delivery/delivery-failure.js';
import { delayAfter, patientSchedule } from '../../delivery/outbox/schedule.js';
import type { WebhookTask } from '../store/service-store.js';

type Post = (task: WebhookTask) => Promise<void>;

/** The messages of one run: each is tried for some 18 minutes, or until the run ends. */
export class RunWebhooks {
  readonly #log: (line: string) => void;
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #underWay = new Set<Promise<void>>();
  #post: Post | null = null;

  /** @param log takes a sentence about a message that is given up */
  constructor(log: (line: string) => void) {
    this.#log = log;
  }

  add(task: WebhookTask): void {
    this.#try(task, 1);
  }

  start(post: Post): void {
    this.#post = post;
  }

  /** Ends once what is being sent is sent. */
  async stop(): Promise<void> {
    for (const timer of this.#timers) clearTimeout(timer);
    await Promise.allSettled(this.#underWay);
    this.#post = null;
  }

  #try(task: WebhookTask, tries: number): void {
    const post = this.#post;
    if (post === null) return;
    const sent = post(task).catch((thrown: unknown) => this.#failed(task, tries, thrown));
    this.#underWay.add(sent);
    void sent.finally(() => this.#underWay.delete(sent));
  }

  #failed(task: WebhookTask, tries: number, thrown: unknown): void {
    const isPassing = errorData(thrown).code === 'delivery-interrupted';
    const asked = thrown instanceof DeliveryFailure ? thrown.details.retryAfterMs : undefined;
    const delay = isPassing
      ? delayAfter(patientSchedule.webhook, tries, Math.random(), asked)
      : null;
    if (delay === null) {
      this.#log(errorData(thrown).message);
      return;
    }
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      this.#try(task, tries + 1);
    }, delay);
    this.#timers.add(timer.unref());
  }
}
