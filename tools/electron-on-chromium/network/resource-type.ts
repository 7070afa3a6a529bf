import type { Protocol } from 'devtools-protocol';

/** The resource type of Electron's webRequest (docs/api/web-request.md). */
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

/** Converts DevTools' resource type. */
export function resourceType(
  type: Protocol.Network.ResourceType,
  isMainFrame: boolean,
): ResourceType {
  if (type === 'Document') return isMainFrame ? 'mainFrame' : 'subFrame';
  return names[type] ?? 'other';
}
