import { EventEmitter } from 'node:events';

/**
 * Ends every use of something of Electron's that this run-time does not have.
 * @param name as Electron's documentation writes it, such as `BrowserWindow.setProgressBar`.
 */
export function notImplemented(name: string): never {
  throw new Error(`not implemented by electron-on-chromium: ${name}`);
}

/**
 * What JavaScript itself and test tools look for on any object; asking for these is not using
 * Electron.
 */
const askedOfAnything = new Set([
  'then',
  'toJSON',
  'asymmetricMatch',
  '__esModule',
  'default',
  'nodeType',
]);

function isHarmless(key: string | symbol): boolean {
  return typeof key === 'symbol' || askedOfAnything.has(key);
}

/** A module of which only the given members exist: any other throws by name. */
export function partialModule<T extends object>(name: string, members: T): T {
  return new Proxy(members, {
    get(target, key, receiver): unknown {
      if (isHarmless(key) || key in target) return Reflect.get(target, key, receiver);
      return notImplemented(`${name}.${String(key)}`);
    },
  });
}

/** A module or class of which nothing exists: it can be named, and any use of it throws by name. */
export function absentModule(name: string): never {
  function refuse(): never {
    return notImplemented(name);
  }
  // A function, so that it can be constructed and called as well, each of which is refused.
  const absent = new Proxy(refuse, {
    get: (_target, key) => (isHarmless(key) ? undefined : notImplemented(`${name}.${String(key)}`)),
    construct: refuse,
    apply: refuse,
  });
  // Nothing can be done with the value, which is what the type `never` says of it.
  return absent as never;
}

/** The end of a prototype chain at which a member that nobody defined throws by name. */
function refusingPrototype(end: object): object {
  return new Proxy(end, {
    get(target, key, receiver: object): unknown {
      if (isHarmless(key) || key in target) return Reflect.get(target, key, receiver);
      return notImplemented(`${receiver.constructor.name}.${String(key)}`);
    },
  });
}

/**
 * Base of Electron's objects without events. Members that a subclass does not define throw by name.
 */
// eslint-disable-next-line @typescript-eslint/no-extraneous-class -- its prototype is what it is for
export class PartialObject {}
Object.setPrototypeOf(PartialObject.prototype, refusingPrototype(Object.prototype));

/**
 * Base of Electron's objects with events. Members and events that a subclass does not have throw by
 * name.
 */
export class PartialEmitter extends EventEmitter {
  readonly #events: ReadonlySet<string>;

  /** @param events those that are ever emitted */
  constructor(events: readonly string[]) {
    super();
    this.#events = new Set(events);
  }

  override on(event: string, listener: (...args: never[]) => void): this {
    this.#check(event);
    return super.on(event, listener as (...args: unknown[]) => void);
  }

  override addListener(event: string, listener: (...args: never[]) => void): this {
    return this.on(event, listener);
  }

  override prependListener(event: string, listener: (...args: never[]) => void): this {
    this.#check(event);
    return super.prependListener(event, listener as (...args: unknown[]) => void);
  }

  #check(event: string): void {
    if (!this.#events.has(event)) notImplemented(`${this.constructor.name} event '${event}'`);
  }
}
Object.setPrototypeOf(PartialEmitter.prototype, refusingPrototype(EventEmitter.prototype));

/** Throws by name for each key of an options object that is not in the list. */
export function refuseOtherKeys(options: object, known: readonly string[], name: string): void {
  for (const [key, value] of Object.entries(options)) {
    if (value !== undefined && !known.includes(key)) notImplemented(`${name} option '${key}'`);
  }
}
