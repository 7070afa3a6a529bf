/** A value that crosses the bridge: `items` and `entries` refer to other nodes by index. */
export type BridgeNode =
  | { readonly kind: 'data'; readonly value: unknown }
  | { readonly kind: 'function' | 'returning function' | 'promise'; readonly id: number }
  | { readonly kind: 'error'; readonly message: string }
  | { readonly kind: 'array'; readonly items: readonly number[] }
  | { readonly kind: 'object'; readonly entries: readonly (readonly [string, number])[] };

/** Values that cross the bridge together. */
export interface BridgeGraph {
  readonly nodes: readonly BridgeNode[];
  readonly roots: readonly number[];
}

export type AnyFunction = (...args: unknown[]) => unknown;

/** Values that stay on their side and cross by their ID. */
export interface BridgeReferences {
  sendFunction(value: AnyFunction): BridgeNode;
  sendPromise(value: Promise<unknown>): number;
  /** Returns a proxy for a function of the other side. */
  receiveFunction(id: number): AnyFunction;
  /** Returns a function of this side that comes back. */
  ownFunction(id: number): AnyFunction | undefined;
  receivePromise(id: number): Promise<unknown>;
  /** Returns the message of an error. */
  messageOf(error: unknown): string;
}

/**
 * Converts values as Electron's contextBridge does
 * (shell/renderer/api/electron_api_context_bridge.cc): plain objects and arrays are copied,
 * functions and promises proxied, errors reduced to their message, other objects cloned. The text
 * of this function is injected into pages, so it refers to nothing outside itself.
 */
export function bridgeValues(references: BridgeReferences) {
  const maxDepth = 1000;
  const tooDeep = `Electron contextBridge recursion depth exceeded.  Nested objects deeper than ${maxDepth} are not supported.`;
  const notCloneable = 'An object could not be cloned.';
  const ownProperty = { writable: true, enumerable: true, configurable: true };
  // Captured before the page's scripts can replace them.
  const { Promise, Error, TypeError, Map, Object, Array } = globalThis;
  const { Proxy, Reflect, structuredClone, Blob, Element } = globalThis;

  /** Encodes values together, so that an object that occurs twice stays one object. */
  function encode(values: readonly unknown[]): BridgeGraph {
    const nodes: BridgeNode[] = [];
    const known = new Map<unknown, number>();
    const mayHoldProxies = cloneFailure(values) !== null;

    const add = (node: BridgeNode) => nodes.push(node) - 1;
    function addKnown(value: unknown, node: BridgeNode): number {
      const index = add(node);
      known.set(value, index);
      return index;
    }
    function visit(value: unknown, depth: number): number {
      if (depth >= maxDepth) throw new TypeError(tooDeep);
      if (typeof value === 'symbol') refuse('symbols');
      if (typeof value === 'function') {
        return known.get(value) ?? addKnown(value, references.sendFunction(value as AnyFunction));
      }
      if (typeof value !== 'object' || value === null) return add({ kind: 'data', value });
      return known.get(value) ?? visitObject(value, depth);
    }
    function visitObject(value: object, depth: number): number {
      if (value instanceof Promise) {
        return addKnown(value, { kind: 'promise', id: references.sendPromise(value) });
      }
      if (value instanceof Error) {
        return add({ kind: 'error', message: references.messageOf(value) });
      }
      if (value instanceof Element) refuse('elements');
      if (kindOf(value) === 'VideoFrame') refuse('video frames');
      if (value instanceof Blob) return addKnown(value, { kind: 'data', value });
      if (mayHoldProxies && isProxy(value)) throw new Error(notCloneable);
      if (Array.isArray(value)) return visitArray(value, depth);
      if (isPlain(value)) return visitProperties(value, depth);
      if (cloneFailure(value) !== null) throw new Error(notCloneable);
      return addKnown(value, { kind: 'data', value });
    }
    /**
     * As in Electron, an array counts only after its items, so one that contains itself is too
     * deep.
     */
    function visitArray(value: readonly unknown[], depth: number): number {
      const items: number[] = [];
      for (const item of value) items.push(visit(item, depth + 1));
      return addKnown(value, { kind: 'array', items });
    }
    /** As in Electron, an object counts as two levels. */
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

  function refuse(description: string): never {
    throw new Error(`not implemented by electron-on-chromium: contextBridge with ${description}`);
  }

  /** Returns why a value cannot be cloned; null if it can be. */
  function cloneFailure(value: unknown): string | null {
    try {
      structuredClone(value);
      return null;
    } catch (error) {
      return (error as Error).message;
    }
  }

  /**
   * Cloning fails at a Proxy itself with a message that names its target's class, at any other
   * object because of its content.
   */
  function isProxy(value: object): boolean {
    const failure = cloneFailure(value);
    return failure !== null && failure === cloneFailure(new Proxy(value, {}));
  }

  /** Whether Electron copies an object's properties, as it does for all but built-in classes. */
  function isPlain(value: object): boolean {
    const ownClasses =
      /^(?:Date|Arguments|BigInt|Boolean|Number|String|Symbol|RegExp|(?:Map|Set)(?: Iterator)?|Weak(?:Map|Set)|(?:Shared)?ArrayBuffer|\w+Array|DataView|WebAssembly\.\w+|Module)$/;
    return !ownClasses.test(kindOf(value));
  }

  function kindOf(value: object): string {
    return Object.prototype.toString.call(value).slice(8, -1);
  }

  function decode({ nodes, roots }: BridgeGraph): unknown[] {
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
    function makeValue(node: Exclude<BridgeNode, { kind: 'object' }>): unknown {
      switch (node.kind) {
        case 'data':
          return node.value;
        case 'function':
          return references.receiveFunction(node.id);
        case 'returning function':
          return references.ownFunction(node.id);
        case 'promise':
          return references.receivePromise(node.id);
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

  return { encode, decode };
}
