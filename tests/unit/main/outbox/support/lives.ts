import { readFileSync } from 'node:fs';
import type { OutboxOptions } from '../../../../../electron/main/outbox/outbox.js';
import { access } from './test-outbox.js';

/** What one step of a program waits for: once it is dead, for ever. */
export type Step = () => Promise<void>;

/** A program that dies after so many steps. */
export function mortal(steps: number) {
  let left = steps;
  let die: () => void = () => undefined;
  const death = new Promise<'dead'>((resolve) => (die = () => resolve('dead')));
  const step: Step = async () => {
    if (left === 0) die();
    left -= 1;
    if (left < 0) await new Promise(() => undefined);
  };
  const underWay = new Set<Promise<unknown>>();
  /**
   * What the disk has begun, it ends: a program that only plays dead must not write into the life
   * of the next.
   */
  const onDisk = async <T>(write: () => Promise<T>): Promise<T> => {
    await step();
    const written = write();
    underWay.add(written);
    return written;
  };
  return { step, onDisk, death: death.finally(async () => Promise.allSettled(underWay)) };
}

export const immortal: Step = async () => Promise.resolve();

interface StoredObject {
  readonly id: string;
  readonly contents: string;
}

/** A bucket and a receiver, which outlive the programs that send to them. */
export class OtherSide {
  readonly objects = new Map<string, StoredObject>();
  /** Keys in the order in which they were written. */
  readonly puts: string[] = [];
  readonly messages: { readonly id: string; readonly body: string }[] = [];

  /** How a program sees it: each thing that happens, and each answer, is a step of its own. */
  seenBy(step: Step): Pick<OutboxOptions, 'upload' | 'sendWebhook' | 'abortUpload' | 'accessTo'> {
    return {
      upload: async ({ id, place, path }, hooks) => {
        await hooks.beforeSending({ key: place.key });
        await step();
        // As the real one does: an object that bears this delivery's id is this one's.
        if (this.objects.get(place.key)?.id !== id) {
          this.puts.push(place.key);
          this.objects.set(place.key, { id, contents: readFileSync(path, 'utf8') });
        }
        await step();
        return { kind: 'uploaded', place, url: `https://papers.test/${place.key}` };
      },
      sendWebhook: async ({ id, body }) => {
        await step();
        this.messages.push({ id, body });
        await step();
      },
      abortUpload: async () => Promise.resolve(),
      accessTo: async () => Promise.resolve(access),
    };
  }
}
