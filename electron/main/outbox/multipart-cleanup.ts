import { type AppErrorData, errorData } from '../../shared/errors.js';
import type { OutboxParts } from './outbox-parts.js';
import type { Delivery } from './delivery.js';
import type { DeliveryTable } from './delivery-list.js';
import { begunOf, canceledAfter, isPrivate } from './delivery-state.js';
import { literal } from '../../shared/messages/message.js';
import { englishText } from '../../shared/messages/translator.js';

/** How long taking back one upload may last, in milliseconds. */
const limit = 30_000;

/** How long the end of Platen waits for it, in milliseconds. */
const stopLimit = 5000;

/**
 * Takes back parts that tries left in buckets, of uploads that the person has canceled or taken off the list. Those that cannot be taken back are told of in
 * the log; a canceled upload keeps them in mind, with the reason, until it is tried again or dropped.
 */
export class MultipartCleanup {
  readonly #parts: Pick<OutboxParts, 'abortUpload' | 'accessTo'>;
  readonly #list: DeliveryTable;
  readonly #underWay = new Set<Promise<void>>();

  constructor(parts: Pick<OutboxParts, 'abortUpload' | 'accessTo'>, list: DeliveryTable) {
    this.#parts = parts;
    this.#list = list;
  }

  /** Begins to take back what tries of a delivery left, if that was something. None of them may be under way. */
  begin(delivery: Delivery): void {
    const begun = begunOf(delivery.state);
    if (delivery.kind !== 'upload' || begun?.multipart === undefined) return;
    const { id, target, bucket } = delivery;
    const place = { bucket, key: begun.key };
    const undoEnqueue = async () => {
      const access = await this.#parts.accessTo(target, place);
      await this.#parts.abortUpload(access, place, begun, AbortSignal.timeout(limit));
    };
    const taking = undoEnqueue()
      .then(
        () => this.#keep(id, { begun: { key: begun.key } }),
        (thrown: unknown) => this.#failed(delivery, errorData(thrown)),
      )
      .finally(() => this.#underWay.delete(taking));
    this.#underWay.add(taking);
  }

  /** Resolves when nothing is being taken back any more, or after some seconds: a server that hangs may not keep Platen from ending. */
  async stop(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, stopLimit)));
    await Promise.race([Promise.all(this.#underWay), late]);
    clearTimeout(timer);
  }

  #failed(delivery: Delivery, error: AppErrorData): void {
    const what = 'The upload was canceled, but not all of it could be taken back.';
    this.#keep(delivery.id, {
      error: { ...error, message: literal(`${what} ${englishText(error.message)}`) },
    });
    this.#list.log(`An upload that was begun could not be taken back. ${reason(delivery, error)}`);
  }

  /** One that was taken off the list, or is tried again already, has no use for it. */
  #keep(id: string, change: Partial<ReturnType<typeof canceledAfter>>): void {
    const state = this.#list.get(id)?.state;
    if (state?.status !== 'canceled') return;
    this.#list.setState(id, { ...canceledAfter(state), ...change });
  }
}

/** Why it failed, for the log: a sentence about a private delivery would name it. */
function reason(delivery: Delivery, { code, message }: AppErrorData): string {
  return isPrivate(delivery) ? `It was private; the error is ${code}.` : englishText(message);
}
