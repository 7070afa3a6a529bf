/**
 * One end of the line between a page's own world and the preload script's world. Its text is put into both, so it stands on nothing
 * outside. Values cross as contextBridge says: data is copied, functions and promises are stood in for, errors keep their message
 * (docs/api/context-bridge.md). What carries them are DOM events, which are heard in all worlds at once: `token` is their name, known to
 * nobody but the two ends.
 */
export function worldPort(token: string, own: 'page' | 'preload') {
  type Wire =
    | { readonly kind: 'data'; readonly value: unknown }
    | { readonly kind: 'function' | 'promise'; readonly id: number }
    | { readonly kind: 'error'; readonly name: string; readonly message: string }
    | { readonly kind: 'array'; readonly items: readonly Wire[] }
    | { readonly kind: 'object'; readonly entries: readonly (readonly [string, Wire])[] };
  type Message =
    | { readonly kind: 'call'; readonly id: number; readonly args: readonly Wire[] }
    | { readonly kind: 'settle'; readonly id: number; readonly ok: boolean; readonly value: Wire }
    | { readonly kind: 'answer'; readonly ok: boolean; readonly value: Wire }
    | { readonly kind: 'expose'; readonly key: string; readonly value: Wire };
  type AnyFunction = (...args: unknown[]) => unknown;
  type Answer = Extract<Message, { kind: 'answer' }>;

  const other = own === 'page' ? 'preload' : 'page';
  // Taken before the page's scripts run, which could put others in their place.
  const { CustomEvent, Promise, Error, Map, WeakMap, Object, Array, structuredClone } = globalThis;
  const dispatch = document.dispatchEvent.bind(document);
  const functions = new Map<number, AnyFunction>();
  const functionIds = new WeakMap<AnyFunction, number>();
  const standIns = new Map<number, AnyFunction>();
  const promises = new Map<
    number,
    { resolve: (value: unknown) => void; reject: (error: unknown) => void }
  >();
  let lastId = 0;
  let answer: Answer | undefined;

  function send(message: Message): void {
    dispatch(new CustomEvent(`${token}-${other}`, { detail: message }));
  }

  /** Sends a message whose answer has come when this returns: events are heard before `dispatchEvent` ends. */
  function ask(message: Message): unknown {
    answer = undefined;
    send(message);
    const given = answer as Answer | undefined;
    answer = undefined;
    if (!given) throw new Error('The other side of the context bridge is gone.');
    const value = fromWire(given.value);
    if (!given.ok) throw value;
    return value;
  }

  function toWire(value: unknown): Wire {
    if (typeof value === 'function') return { kind: 'function', id: idOf(value as AnyFunction) };
    if (typeof value === 'symbol') throw new Error('An object could not be cloned.');
    if (typeof value !== 'object' || value === null) return { kind: 'data', value };
    if (value instanceof Promise) return promiseToWire(value);
    if (value instanceof Error) return { kind: 'error', name: value.name, message: value.message };
    if (Array.isArray(value)) return { kind: 'array', items: value.map(toWire) };
    const prototype: unknown = Object.getPrototypeOf(value);
    if (prototype === null || prototype === Object.prototype) {
      return {
        kind: 'object',
        entries: Object.entries(value).map(([key, part]) => [key, toWire(part)]),
      };
    }
    // Throws for what cannot be copied; an event would leave it out in silence.
    structuredClone(value);
    return { kind: 'data', value };
  }

  function idOf(value: AnyFunction): number {
    const id = functionIds.get(value) ?? ++lastId;
    functionIds.set(value, id);
    functions.set(id, value);
    return id;
  }

  function promiseToWire(promise: Promise<unknown>): Wire {
    const id = ++lastId;
    const settle = (ok: boolean) => (value: unknown) => {
      send({ kind: 'settle', id, ok, value: toWire(value) });
    };
    promise.then(settle(true), settle(false));
    return { kind: 'promise', id };
  }

  function fromWire(wire: Wire): unknown {
    switch (wire.kind) {
      case 'data':
        return wire.value;
      case 'function':
        return standIn(wire.id);
      case 'promise':
        return new Promise((resolve, reject) => promises.set(wire.id, { resolve, reject }));
      case 'error':
        return Object.assign(
          new Error(wire.message),
          wire.name === 'Error' ? {} : { name: wire.name },
        );
      case 'array':
        return wire.items.map(fromWire);
      case 'object':
        return Object.fromEntries(wire.entries.map(([key, part]) => [key, fromWire(part)]));
    }
  }

  /** The same function for the same one on the other side, so that it can be found again (to remove a listener, say). */
  function standIn(id: number): AnyFunction {
    const known = standIns.get(id);
    if (known) return known;
    const made: AnyFunction = (...args) => ask({ kind: 'call', id, args: args.map(toWire) });
    standIns.set(id, made);
    return made;
  }

  function call(id: number, args: readonly Wire[]): Answer {
    try {
      const value = functions.get(id)?.(...args.map(fromWire));
      return { kind: 'answer', ok: true, value: toWire(value) };
    } catch (error) {
      return { kind: 'answer', ok: false, value: toWire(error) };
    }
  }

  function frozen(value: unknown): unknown {
    if (typeof value !== 'object' || value === null) return value;
    for (const part of Object.values(value)) frozen(part);
    return Object.freeze(value);
  }

  function expose(key: string, value: Wire): Answer {
    if (key in window) {
      const error = new Error(
        'Cannot bind an API on top of an existing property on the window object',
      );
      return { kind: 'answer', ok: false, value: toWire(error) };
    }
    Object.defineProperty(window, key, { value: frozen(fromWire(value)), enumerable: true });
    return { kind: 'answer', ok: true, value: toWire(undefined) };
  }

  function receive(message: Message): void {
    switch (message.kind) {
      case 'call': {
        send(call(message.id, message.args));
        return;
      }
      case 'expose': {
        send(expose(message.key, message.value));
        return;
      }
      case 'answer':
        answer = message;
        return;
      case 'settle':
        promises.get(message.id)?.[message.ok ? 'resolve' : 'reject'](fromWire(message.value));
        promises.delete(message.id);
    }
  }

  document.addEventListener(`${token}-${own}`, (event) => {
    receive((event as CustomEvent<Message>).detail);
  });

  return {
    /** Puts a value on the page's `window`. */
    exposeInPage: (key: string, value: unknown) =>
      ask({ kind: 'expose', key, value: toWire(value) }),
  };
}
