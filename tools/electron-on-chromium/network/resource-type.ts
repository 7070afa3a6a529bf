import type { Protocol } from 'devtools-protocol';

/** The name of a kind of request in Electron's webRequest (docs/api/web-request.md). */
export type ResourceType = Electron.OnBeforeRequestListenerDetails['resourceType'];

const names: Partial<Record<Protocol.Network.ResourceType, ResourceType>> = {
  Stylesheet: 'stylesheet',
  Image: 'image',
  Media: 'media',
  Font: 'font',
  Script: 'script',
  XHR: 'xhr',
  Fetch: 'xhr',
  WebSocket: 'webSocket',
  Ping: 'ping',
  CSPViolationReport: 'cspReport',
};

/** Translates DevTools' name of a kind of request. */
export function resourceType(
  type: Protocol.Network.ResourceType,
  isMainFrame: boolean,
): ResourceType {
  if (type === 'Document') return isMainFrame ? 'mainFrame' : 'subFrame';
  return names[type] ?? 'other';
}
