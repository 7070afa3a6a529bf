// Functions whose text runs inside pages and workers before anything else there, so they stand on nothing outside.

/** To the page, a window that is refused was never there, as in Electron. */
export function giveNoWindow(): void {
  const open = window.open.bind(window);
  window.open = (...args) => {
    const opened = open(...args);
    const isNew = opened !== null && opened.top === opened && opened !== window.top;
    return isNew ? null : opened;
  };
}

/**
 * Makes every WebSocket fail as one whose server does not answer: it gets an address that Chromium connects to never, for its port. Neither
 * the constructor nor anything that leads to it stays within the page's reach.
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
