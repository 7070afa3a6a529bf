import type { WebhookTask } from '../service-store.js';
import { delayOfWebhook } from '../../webhook-schedule.js';

type Post = (task: WebhookTask) => Promise<void>;

/** The messages of one run: each is tried for some 18 minutes, and once more when the run ends. */
export class InMemoryWebhooks {
  readonly #onGivenUp: (task: WebhookTask) => void;
  /** Tries anew what waits for its next try. */
  readonly #waiting = new Map<NodeJS.Timeout, () => void>();
  readonly #underWay = new Set<Promise<void>>();
  #post: Post | null = null;
  #isEnding = false;

  constructor(onGivenUp: (task: WebhookTask) => void) {
    this.#onGivenUp = onGivenUp;
  }

  add(task: WebhookTask): void {
    this.#try(task, 1);
  }

  start(post: Post): void {
    this.#post = post;
  }

  /** Tries once more what waits; a message that is not taken then is given up. Ends once nothing is under way. */
  async end(): Promise<void> {
    this.#isEnding = true;
    for (const [timer, tryAgain] of this.#waiting) {
      clearTimeout(timer);
      tryAgain();
    }
    this.#waiting.clear();
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
  }

  #try(task: WebhookTask, tries: number): void {
    const post = this.#post;
    if (post === null) {
      this.#onGivenUp(task);
      return;
    }
    const sent = post(task)
      .catch((thrown: unknown) => this.#failed(task, tries, thrown))
      .finally(() => this.#underWay.delete(sent));
    this.#underWay.add(sent);
  }

  #failed(task: WebhookTask, tries: number, thrown: unknown): void {
    const delay = this.#isEnding ? null : delayOfWebhook(thrown, tries);
    if (delay === null) {
      this.#onGivenUp(task);
      return;
    }
    const timer = setTimeout(() => {
      this.#waiting.delete(timer);
      this.#try(task, tries + 1);
    }, delay).unref();
    this.#waiting.set(timer, () => this.#try(task, tries + 1));
  }
}
