import type { Protocol } from 'devtools-protocol';
import { resourceType } from './resource-type.js';
import type { RequestDetails } from './web-request.js';

type Paused = Protocol.Fetch.RequestPausedEvent;

/** Where a target's requests come from. */
export interface RequestOrigin {
  /** Undefined for workers that no page owns. */
  readonly contents: Electron.WebContents | undefined;
  isMainFrame(frameId: string): boolean;
  /** Whether `will-navigate` listeners forbid this request. */
  refusesNavigation(paused: Paused): boolean;
}

/** The part of webRequest's details that a request itself tells. */
export function detailsOf(
  id: number,
  url: string,
  { request, frameId, resourceType: type }: Paused,
  { contents, isMainFrame }: RequestOrigin,
): RequestDetails {
  const bytes = (request.postDataEntries ?? []).flatMap((entry) => entry.bytes ?? []);
  const uploadData = bytes.map((base64) => ({
    type: 'rawData' as const,
    bytes: Buffer.from(base64, 'base64'),
  }));
  return {
    id,
    url,
    method: request.method,
    resourceType: resourceType(type, isMainFrame(frameId)),
    referrer: headerOf(request.headers, 'referer'),
    timestamp: Date.now(),
    ...(contents && {
      webContentsId: contents.id,
      webContents: contents,
      frame: isMainFrame(frameId) ? contents.mainFrame : null,
    }),
    ...(uploadData.length > 0 && { uploadData }),
  };
}

function headerOf(headers: Readonly<Record<string, string>>, wanted: string): string {
  return Object.entries(headers).find(([name]) => name.toLowerCase() === wanted)?.[1] ?? '';
}
