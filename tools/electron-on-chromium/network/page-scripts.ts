// Functions whose text runs in pages and workers before all other scripts, so they are
// self-contained.

/** Makes `window.open` return null for refused windows, as in Electron. */
export function blockWindowOpen(): void {
  const open = window.open.bind(window);
  window.open = (...args) => {
    const opened = open(...args);
    const isNew = opened !== null && opened.top === opened && opened !== window.top;
    return isNew ? null : opened;
  };
}

/**
 * Removes cookies from documents on custom schemes, which have none in Electron: its network
 * service stores cookies only for http, https, ws and wss (net/cookies/cookie_monster.cc;
 * electron/electron#27981).
 * @param domains of custom schemes inside Chromium, such as `.platen.localhost`
 */
export function hideCookies(domains: readonly string[]): void {
  const host = /^http:\/\/([^:/]+)$/.exec(self.origin)?.[1] ?? '';
  if (!domains.some((domain) => host.endsWith(domain))) return;
  Object.defineProperty(Document.prototype, 'cookie', {
    get: () => '',
    set: () => undefined,
    configurable: true,
    enumerable: true,
  });
}

/**
 * Makes every WebSocket fail as if its server did not respond, by a URL with a port that Chromium
 * never connects to. The page can reach neither the original constructor nor anything that leads to
 * it.
 */
export function refuseWebSockets(): void {
  if (!('WebSocket' in globalThis)) return;
  const refusing = new Proxy(WebSocket, {
    construct: (target, _args, newTarget) =>
      Reflect.construct(target, ['ws://127.0.0.1:1/'], newTarget) as WebSocket,
  });
  Object.defineProperty(WebSocket.prototype, 'constructor', { value: refusing });
  Object.defineProperty(globalThis, 'WebSocket', { value: refusing });
  Reflect.deleteProperty(globalThis, 'WebSocketStream');
}

/**
 * Reports through a binding which permissions the page requests, once each, before Chromium refuses
 * them.
 */
export function reportPermissionRequests(binding: string): void {
  const tell: unknown = Reflect.get(globalThis, binding);
  Reflect.deleteProperty(globalThis, binding);
  if (typeof tell !== 'function') return;
  const reported: Record<string, boolean> = {};
  const wrap = (owner: object | undefined, name: string, permission: string) => {
    const own: unknown = owner && Reflect.get(owner, name);
    if (owner === undefined || typeof own !== 'function') return;
    const wrapped = new Proxy(own, {
      apply: (target, self, args) => {
        if (!reported[permission]) Reflect.apply(tell, undefined, [permission]);
        reported[permission] = true;
        return Reflect.apply(target, self, args) as unknown;
      },
    });
    Object.defineProperty(owner, name, { value: wrapped, configurable: true, writable: true });
  };
  const prototypeOf = (name: string) => {
    const known: unknown = Reflect.get(globalThis, name);
    return typeof known === 'function' ? (known.prototype as object) : undefined;
  };
  for (const name of ['getCurrentPosition', 'watchPosition'])
    wrap(prototypeOf('Geolocation'), name, 'geolocation');
  for (const name of ['getUserMedia', 'getDisplayMedia'])
    wrap(prototypeOf('MediaDevices'), name, 'media');
  for (const name of ['read', 'readText']) wrap(prototypeOf('Clipboard'), name, 'clipboard-read');
  wrap(prototypeOf('Navigator'), 'requestMIDIAccess', 'midi');
  wrap(Reflect.get(globalThis, 'Notification'), 'requestPermission', 'notifications');
}
