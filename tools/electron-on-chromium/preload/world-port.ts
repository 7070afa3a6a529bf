import type { AnyFunction, BridgeGraph, BridgeNode, bridgeValues } from './bridge-values.js';

type Answer =
  | { readonly kind: 'answer'; readonly value: BridgeGraph }
  | { readonly kind: 'failure'; readonly message: string };
type Message =
  | Answer
  | { readonly kind: 'call'; readonly id: number; readonly args: BridgeGraph }
  | {
      readonly kind: 'settle';
      readonly id: number;
      readonly ok: boolean;
      readonly value: BridgeGraph;
    }
  | { readonly kind: 'expose'; readonly key: string; readonly value: BridgeGraph };

/**
 * One end of the channel between the page's world and the preload script's world. Messages are DOM
 * events, which every world receives. The text of this function is injected into both worlds, so it
 * is self-contained.
 * @param token part of the events' names, known only to the two ends
 */
export function worldPort(
  token: string,
  own: 'page' | 'preload',
  createValues: typeof bridgeValues,
) {
  const other = own === 'page' ? 'preload' : 'page';
  const unknownException =
    'An unknown exception occurred in the isolated context, an error occurred but a valid exception was not thrown.';
  // Captured before the page's scripts can replace them.
  const { CustomEvent, Promise, Error, TypeError, Map, WeakMap, WeakSet, Object, Reflect } =
    globalThis;
  const dispatch = document.dispatchEvent.bind(document);
  const functions = new Map<number, AnyFunction>();
  const functionIds = new WeakMap<AnyFunction, number>();
  /** Proxies created here, with the function ID on the other side. */
  const origins = new WeakMap<AnyFunction, number>();
  const promises = new Map<
    number,
    { resolve: (value: unknown) => void; reject: (error: unknown) => void }
  >();
  const { encode, decode } = createValues({
    sendFunction,
    sendPromise,
    receiveFunction,
    ownFunction: (id) => functions.get(id),
    receivePromise: async (id) =>
      new Promise((resolve, reject) => promises.set(id, { resolve, reject })),
    messageOf,
  });
  let lastId = 0;
  let answer: Answer | undefined;

  function send(message: Message): void {
    dispatch(new CustomEvent(`${token}-${other}`, { detail: message }));
  }

  /** Sends a message and returns the response: DOM events are synchronous. */
  function ask(message: Message): unknown {
    answer = undefined;
    send(message);
    const given = answer as Answer | undefined;
    if (!given) throw new Error('The other side of the context bridge is gone.');
    if (given.kind === 'failure') throw new Error(given.message);
    return decode(given.value)[0];
  }

  function sendFunction(value: AnyFunction): BridgeNode {
    const origin = origins.get(value);
    if (origin !== undefined) return { kind: 'returning function', id: origin };
    const id = functionIds.get(value) ?? ++lastId;
    functionIds.set(value, id);
    functions.set(id, value);
    return { kind: 'function', id };
  }

  /** As in Electron, each crossing creates a new function. */
  function receiveFunction(id: number): AnyFunction {
    const proxy: AnyFunction = (...args) => ask({ kind: 'call', id, args: encode(args) });
    origins.set(proxy, id);
    return proxy;
  }

  function sendPromise(promise: Promise<unknown>): number {
    const id = ++lastId;
    const settle = (ok: boolean) => (value: unknown) => {
      try {
        send({ kind: 'settle', id, ok, value: encode([value]) });
      } catch (error) {
        send({ kind: 'settle', id, ok: false, value: encode([error]) });
      }
    };
    promise.then(settle(true), settle(false));
    return id;
  }

  function messageOf(error: unknown): string {
    const message: unknown =
      typeof error === 'object' && error !== null ? Reflect.get(error, 'message') : undefined;
    return typeof message === 'string' ? message : unknownException;
  }

  function call(id: number, args: BridgeGraph): Answer {
    try {
      const target = functions.get(id);
      // As in Electron, `this` is the function, not the object it was read from.
      const value = target && Reflect.apply(target, target, decode(args));
      return { kind: 'answer', value: encode([value]) };
    } catch (error) {
      return { kind: 'failure', message: messageOf(error) };
    }
  }

  /** Freezes a page's values, functions included; views of buffers cannot be frozen. */
  function freeze(value: unknown, frozen = new WeakSet()): void {
    const isObject = (typeof value === 'object' && value !== null) || typeof value === 'function';
    if (!isObject || frozen.has(value) || ArrayBuffer.isView(value)) return;
    frozen.add(value);
    for (const key of Object.keys(value)) freeze(Reflect.get(value, key), frozen);
    Object.freeze(value);
  }

  function expose(key: string, graph: BridgeGraph): Answer {
    if (key in window) {
      const message = 'Cannot bind an API on top of an existing property on the window object';
      return { kind: 'failure', message };
    }
    const [value] = decode(graph);
    freeze(value);
    Object.defineProperty(window, key, { value, enumerable: true });
    return { kind: 'answer', value: encode([undefined]) };
  }

  function receive(message: Message): void {
    switch (message.kind) {
      case 'call':
        send(call(message.id, message.args));
        return;
      case 'expose':
        send(expose(message.key, message.value));
        return;
      case 'settle':
        promises.get(message.id)?.[message.ok ? 'resolve' : 'reject'](decode(message.value)[0]);
        promises.delete(message.id);
        return;
      case 'answer':
      case 'failure':
        answer = message;
    }
  }

  document.addEventListener(`${token}-${own}`, (event) => {
    receive((event as CustomEvent<Message>).detail);
  });

  return {
    /**
     * Sets a property of the page's `window`.
     * @throws TypeError for a key that is not a string
     */
    exposeInPage(key: unknown, value: unknown): void {
      if (typeof key !== 'string') {
        const failure = `conversion failure from ${String(key)}`;
        throw new TypeError(`Error processing argument at index 1, ${failure}`);
      }
      ask({ kind: 'expose', key, value: encode([value]) });
    },
  };
}
