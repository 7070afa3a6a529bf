/**
 * One end of the channel between the page's world and the preload script's world. The text of this function is injected into both worlds, so it
 * refers to nothing outside itself.
 *
 * Values cross as they cross Electron's contextBridge (shell/renderer/api/electron_api_context_bridge.cc): plain objects and arrays are copied,
 * functions and promises are proxied, errors are reduced to their message, other objects are cloned. Messages travel as DOM events, which every
 * world receives: `token` is part of their name, and only the two ends know it.
 */
export function worldPort(token: string, own: 'page' | 'preload') {
  /** A value: `items` and `entries` refer to other values of the same graph by index. */
  type Node =
    | { readonly kind: 'data'; readonly value: unknown }
    | { readonly kind: 'function' | 'returning function' | 'promise'; readonly id: number }
    | { readonly kind: 'error'; readonly message: string }
    | { readonly kind: 'array'; readonly items: number[] }
    | { readonly kind: 'object'; readonly entries: (readonly [key: string, index: number])[] };
  interface Graph {
    readonly nodes: readonly Node[];
    readonly roots: readonly number[];
  }
  type Answer =
    | { readonly kind: 'answer'; readonly value: Graph }
    | { readonly kind: 'failure'; readonly message: string };
  type Message =
    | Answer
    | { readonly kind: 'call'; readonly id: number; readonly args: Graph }
    | { readonly kind: 'settle'; readonly id: number; readonly ok: boolean; readonly value: Graph }
    | { readonly kind: 'expose'; readonly key: string; readonly value: Graph };
  type AnyFunction = (...args: unknown[]) => unknown;

  const ownProperty = { writable: true, enumerable: true, configurable: true };
  const other = own === 'page' ? 'preload' : 'page';
  const maxDepth = 1000;
  const tooDeep =
    'Electron contextBridge recursion depth exceeded.  Nested objects deeper than 1000 are not supported.';
  const notCloneable = 'An object could not be cloned.';
  const unknownException =
    'An unknown exception occurred in the isolated context, an error occurred but a valid exception was not thrown.';
  // Taken before the page's scripts run, which could replace them.
  const { CustomEvent, Promise, Error, TypeError, Map, WeakMap, WeakSet, Object, Array } =
    globalThis;
  const { Proxy, Reflect, structuredClone, Blob, Element } = globalThis;
  const dispatch = document.dispatchEvent.bind(document);
  const functions = new Map<number, AnyFunction>();
  const functionIds = new WeakMap<AnyFunction, number>();
  /** Proxies made here, with the id of the function on the other side. */
  const origins = new WeakMap<AnyFunction, number>();
  const promises = new Map<
    number,
    { resolve: (value: unknown) => void; reject: (error: unknown) => void }
  >();
  let lastId = 0;
  let answer: Answer | undefined;

  function send(message: Message): void {
    dispatch(new CustomEvent(`${token}-${other}`, { detail: message }));
  }

  /** Sends a message whose answer arrives before this returns: `dispatchEvent` runs the listeners synchronously. */
  function ask(message: Message): unknown {
    answer = undefined;
    send(message);
    const given = answer as Answer | undefined;
    if (!given) throw new Error('The other side of the context bridge is gone.');
    if (given.kind === 'failure') throw new Error(given.message);
    return decode(given.value)[0];
  }

  /** Encodes values that cross together, so that an object which occurs twice stays one object. */
  function encode(values: readonly unknown[]): Graph {
    const nodes: Node[] = [];
    const known = new Map<unknown, number>();
    const mayHoldProxies = cloneFailure(values) !== null;

    const add = (node: Node) => nodes.push(node) - 1;
    function addKnown(value: unknown, node: Node): number {
      const index = add(node);
      known.set(value, index);
      return index;
    }
    function visit(value: unknown, depth: number): number {
      if (depth >= maxDepth) throw new TypeError(tooDeep);
      if (typeof value === 'symbol') refuse('symbols');
      if (typeof value === 'function') {
        return known.get(value) ?? addKnown(value, functionNode(value as AnyFunction));
      }
      if (typeof value !== 'object' || value === null) return add({ kind: 'data', value });
      return known.get(value) ?? visitObject(value, depth);
    }
    function visitObject(value: object, depth: number): number {
      if (value instanceof Promise) {
        return addKnown(value, { kind: 'promise', id: idOfPromise(value) });
      }
      if (value instanceof Error) return add({ kind: 'error', message: messageOf(value) });
      if (value instanceof Element) refuse('elements');
      if (kindOf(value) === 'VideoFrame') refuse('video frames');
      if (value instanceof Blob) return addKnown(value, { kind: 'data', value });
      if (mayHoldProxies && isProxy(value)) throw new Error(notCloneable);
      if (Array.isArray(value)) return visitArray(value, depth);
      if (isPlain(value)) return visitProperties(value, depth);
      if (cloneFailure(value) !== null) throw new Error(notCloneable);
      return addKnown(value, { kind: 'data', value });
    }
    /** As in Electron, an array is known only once its items are: one that contains itself is too deep. */
    function visitArray(value: readonly unknown[], depth: number): number {
      const items: number[] = [];
      for (const item of value) items.push(visit(item, depth + 1));
      return addKnown(value, { kind: 'array', items });
    }
    /** As in Electron, an object counts for two levels. */
    function visitProperties(value: object, depth: number): number {
      for (const symbol of Object.getOwnPropertySymbols(value)) {
        if (Object.prototype.propertyIsEnumerable.call(value, symbol)) refuse('symbols as keys');
      }
      const entries: (readonly [string, number])[] = [];
      const index = addKnown(value, { kind: 'object', entries });
      for (const key of Object.keys(value)) {
        entries.push([key, visit(Reflect.get(value, key), depth + 2)]);
      }
      return index;
    }

    const roots: number[] = [];
    for (const value of values) roots.push(visit(value, 0));
    return { nodes, roots };
  }

  function refuse(what: string): never {
    throw new Error(`not implemented by electron-on-chromium: contextBridge with ${what}`);
  }

  /** The message with which a value cannot be cloned; null if it can be. */
  function cloneFailure(value: unknown): string | null {
    try {
      structuredClone(value);
      return null;
    } catch (error) {
      return (error as Error).message;
    }
  }

  /** Cloning fails at a Proxy itself, and names its target's class; at any other object it fails at something inside. */
  function isProxy(value: object): boolean {
    const failure = cloneFailure(value);
    return failure !== null && failure === cloneFailure(new Proxy(value, {}));
  }

  /** Whether Electron copies the properties of an object: it does for all but JavaScript's own classes. */
  function isPlain(value: object): boolean {
    return !/^(?:Date|Arguments|BigInt|Boolean|Number|String|Symbol|RegExp|(?:Map|Set)(?: Iterator)?|Weak(?:Map|Set)|(?:Shared)?ArrayBuffer|\w+Array|DataView|WebAssembly\.\w+|Module)$/.test(
      kindOf(value),
    );
  }

  function kindOf(value: object): string {
    return Object.prototype.toString.call(value).slice(8, -1);
  }

  function functionNode(value: AnyFunction): Node {
    const origin = origins.get(value);
    if (origin !== undefined) return { kind: 'returning function', id: origin };
    const id = functionIds.get(value) ?? ++lastId;
    functionIds.set(value, id);
    functions.set(id, value);
    return { kind: 'function', id };
  }

  function idOfPromise(promise: Promise<unknown>): number {
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

  function decode({ nodes, roots }: Graph): unknown[] {
    const values: unknown[] = [];
    const isMade: boolean[] = [];

    function make(index: number): unknown {
      if (isMade[index]) return values[index];
      isMade[index] = true;
      const node = nodes[index];
      if (node?.kind === 'object') return makeObject(index, node.entries);
      values[index] = node && makeValue(node);
      return values[index];
    }
    function makeObject(index: number, entries: readonly (readonly [string, number])[]): object {
      const object = {};
      values[index] = object;
      for (const [key, part] of entries) {
        const value = make(part);
        // Assigning `__proto__` would set the prototype.
        Object.defineProperty(object, key, { value, ...ownProperty });
      }
      return object;
    }
    function makeValue(node: Exclude<Node, { kind: 'object' }>): unknown {
      switch (node.kind) {
        case 'data':
          return node.value;
        case 'function':
          return proxyOf(node.id);
        case 'returning function':
          return functions.get(node.id);
        case 'promise':
          return new Promise((resolve, reject) => promises.set(node.id, { resolve, reject }));
        case 'error':
          return new Error(node.message);
        case 'array': {
          const items: unknown[] = [];
          for (const item of node.items) items.push(make(item));
          return items;
        }
      }
    }

    const decoded: unknown[] = [];
    for (const root of roots) decoded.push(make(root));
    return decoded;
  }

  /** A new function each time that a function crosses, as in Electron. */
  function proxyOf(id: number): AnyFunction {
    const proxy: AnyFunction = (...args) => ask({ kind: 'call', id, args: encode(args) });
    origins.set(proxy, id);
    return proxy;
  }

  function call(id: number, args: Graph): Answer {
    try {
      const target = functions.get(id);
      // As in Electron, `this` is the function, not the object that it was read from.
      const value = target && Reflect.apply(target, target, decode(args));
      return { kind: 'answer', value: encode([value]) };
    } catch (error) {
      return { kind: 'failure', message: messageOf(error) };
    }
  }

  /** Freezes what a page gets, functions included; views of buffers cannot be frozen. */
  function freeze(value: unknown, frozen = new WeakSet()): void {
    const isObject = (typeof value === 'object' && value !== null) || typeof value === 'function';
    if (!isObject || frozen.has(value) || ArrayBuffer.isView(value)) return;
    frozen.add(value);
    for (const key of Object.keys(value)) freeze(Reflect.get(value, key), frozen);
    Object.freeze(value);
  }

  function expose(key: string, graph: Graph): Answer {
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
    /** Puts a value on the page's `window`. */
    exposeInPage(key: unknown, value: unknown): void {
      if (typeof key !== 'string') {
        const failure = `conversion failure from ${String(key)}`;
        throw new TypeError(`Error processing argument at index 1, ${failure}`);
      }
      ask({ kind: 'expose', key, value: encode([value]) });
    },
  };
}
