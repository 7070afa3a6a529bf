import { EventEmitter } from 'node:events';

/**
 * Throws for every use of a part of Electron that this run-time lacks.
 * @param name as in Electron's documentation, such as `BrowserWindow.setProgressBar`
 */
export function notImplemented(name: string): never {
  throw new Error(`not implemented by electron-on-chromium: ${name}`);
}

/**
 * Properties that JavaScript and test tools look up on any object; this is not a use of Electron.
 */
const harmlessProperties = new Set([
  'then',
  'toJSON',
  'asymmetricMatch',
  '__esModule',
  'default',
  'nodeType',
]);

function isHarmless(key: string | symbol): boolean {
  return typeof key === 'symbol' || harmlessProperties.has(key);
}

/** Returns a module with the given members; any other throws "not implemented". */
export function partialModule<T extends object>(name: string, members: T): T {
  return new Proxy(members, {
    get(target, key, receiver): unknown {
      if (isHarmless(key) || key in target) return Reflect.get(target, key, receiver);
      return notImplemented(`${name}.${String(key)}`);
    },
  });
}

/** Returns a module or class that can be imported; any use of it throws "not implemented". */
export function absentModule(name: string): never {
  function refuse(): never {
    return notImplemented(name);
  }
  // A function, so that constructing and calling it are refused too.
  const absent = new Proxy(refuse, {
    get: (_target, key) => (isHarmless(key) ? undefined : notImplemented(`${name}.${String(key)}`)),
    construct: refuse,
    apply: refuse,
  });
  // The type `never`: the value cannot be used.
  return absent as never;
}

/** Returns the end of a prototype chain, at which undefined members throw "not implemented". */
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
 * Base class of Electron's objects with events. Members and events that a subclass lacks throw "not
 * implemented".
 */
export class PartialEmitter extends EventEmitter {
  readonly #events: ReadonlySet<string>;

  /** @param events that are implemented */
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

/** Throws "not implemented" for each key of an options object that is not in the list. */
export function refuseOtherKeys(options: object, known: readonly string[], name: string): void {
  for (const [key, value] of Object.entries(options)) {
    if (value !== undefined && !known.includes(key)) notImplemented(`${name} option '${key}'`);
  }
}
