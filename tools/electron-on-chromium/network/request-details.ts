import type { Protocol } from 'devtools-protocol';
import type { DevToolsSession } from '../devtools/session.js';
import { resourceType } from './resource-type.js';
import type { RequestDetails } from './web-request.js';

type Paused = Protocol.Fetch.RequestPausedEvent;

export interface Login {
  readonly username: string;
  readonly password: string;
}

/** The origin of a target's requests. */
export interface RequestOrigin {
  /** Undefined for workers without a page. */
  readonly contents: Electron.WebContents | undefined;
  readonly isMainFrame: (frameId: string) => boolean;
  /** Whether `will-navigate` listeners refuse this request. */
  readonly refusesNavigation: (paused: Paused) => boolean;
  /** Emits `login`; returns undefined without credentials. */
  readonly login: (event: Protocol.Fetch.AuthRequiredEvent) => Promise<Login | undefined>;
}

/** Returns the details for webRequest that the request itself contains. */
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

/** Answers an authentication challenge. */
export async function answerLogin(
  target: DevToolsSession,
  origin: RequestOrigin,
  event: Protocol.Fetch.AuthRequiredEvent,
): Promise<void> {
  const login = await origin.login(event);
  target.post('Fetch.continueWithAuth', {
    requestId: event.requestId,
    authChallengeResponse: { response: login ? 'ProvideCredentials' : 'CancelAuth', ...login },
  });
}
