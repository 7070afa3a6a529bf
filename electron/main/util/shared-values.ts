import { isDeepStrictEqual } from 'node:util';

interface Shared<Key, Value> {
  readonly key: Key;
  readonly value: Value;
  users: number;
  idle: NodeJS.Timeout | undefined;
}

/** How long a value without users is kept, in milliseconds. */
const idleMs = 10_000;

/** Values that tasks share, such as connections: one for each key, while it is used. */
export class SharedValues<Key, Value> {
  readonly #create: (key: Key) => Value;
  readonly #end: (value: Value) => void;
  readonly #shared = new Set<Shared<Key, Value>>();

  /** @param end releases a value that no task uses any more */
  constructor(create: (key: Key) => Value, end: (value: Value) => void) {
    this.#create = create;
    this.#end = end;
  }

  /** Runs a task with the value of a key. Equal keys have the same value. */
  async use<T>(key: Key, task: (value: Value) => Promise<T>): Promise<T> {
    const shared = this.#sharedFor(key);
    try {
      return await task(shared.value);
    } finally {
      this.#release(shared);
    }
  }

  /** Replaces a value for the next tasks. It ends once those that use it have. */
  forget(value: Value): void {
    for (const shared of this.#shared) {
      if (shared.value !== value) continue;
      this.#shared.delete(shared);
      if (shared.users === 0) this.#endNow(shared);
    }
  }

  #sharedFor(key: Key): Shared<Key, Value> {
    const existing = [...this.#shared].find((each) => isDeepStrictEqual(each.key, key));
    const shared = existing ?? { key, value: this.#create(key), users: 0, idle: undefined };
    clearTimeout(shared.idle);
    shared.users += 1;
    this.#shared.add(shared);
    return shared;
  }

  #release(shared: Shared<Key, Value>): void {
    shared.users -= 1;
    if (shared.users > 0) return;
    if (!this.#shared.has(shared)) this.#endNow(shared);
    else shared.idle = setTimeout(() => this.#endNow(shared), idleMs).unref();
  }

  #endNow(shared: Shared<Key, Value>): void {
    clearTimeout(shared.idle);
    this.#shared.delete(shared);
    this.#end(shared.value);
  }
}
