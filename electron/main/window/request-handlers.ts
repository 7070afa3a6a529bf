import { open } from 'node:fs/promises';
import { clipboard } from 'electron';
import type { BridgeChannel } from '../../shared/bridge.js';
import type { RemoteEndpoint } from '../../shared/endpoints.js';
import { AppError, thrownText } from '../../shared/messages/errors.js';
import { type Message, message } from '../../shared/messages/message.js';
import { type CurlTarget, curlCommand, wireText } from '../../shared/curl.js';
import { expandFilename, sourceName } from '../../shared/request/filename.js';
import type { ConversionRequest } from '../../shared/request/request.js';
import { objectLocation, s3Uri } from '../../shared/request/storage.js';
import { quotePath } from '../../shared/request/text.js';
import { requestFromWire, requestToWire } from '../../shared/request/wire.js';
import type { SourceInliner } from '../engine/contract/pdf-engine.js';
import { readFailure } from '../util/disk-path.js';
import type { Endpoints } from '../settings/lists.js';
import type { UserState } from '../settings/user-state.js';
import type { BridgeHandlers } from './bridge-handlers.js';
import type { Dialogs } from './dialogs.js';

type RequestChannel = Extract<BridgeChannel, `request:${string}`>;

interface RequestHandlerParts {
  readonly engine: SourceInliner;
  readonly endpoints: Pick<Endpoints, 'get'>;
  readonly state: Pick<UserState, 'settings'>;
  readonly dialogs: Pick<Dialogs, 'chooseRequest'>;
}

/** Handles the calls that share a request as text and read one from a file. */
export function requestHandlers({
  engine,
  endpoints,
  state,
  dialogs,
}: RequestHandlerParts): Pick<BridgeHandlers, RequestChannel> {
  return {
    'request:copy': async ({ as, request, name, renderOn }) => {
      const endpoint = renderOn === null ? undefined : endpoints.get(renderOn);
      if (renderOn !== null && endpoint === undefined) {
        throw new AppError('invalid-request', message('desktop.requestServiceRemoved'));
      }
      const localServer = {
        address: `http://127.0.0.1:${state.settings.servicePort}`,
        login: { kind: 'key' },
        testMode: false,
      } as const;
      const { text, unresolved } = await requestText(as, request, engine, {
        endpoint,
        target: endpoint ?? localServer,
        name,
      });
      await clipboard.writeText(text);
      return { size: Buffer.byteLength(text), unresolved: [...unresolved] };
    },
    'request:open': async () => {
      const path = await dialogs.chooseRequest();
      return path === null ? null : readRequest(path);
    },
  };
}

/** A request as text, and the URLs of resources that could not be inlined. */
interface RequestText {
  readonly text: string;
  readonly unresolved: readonly string[];
}

/**
 * Files are inlined.
 * @param destination `endpoint`: its storage is used if the request has none; `name`: the file name
 * that the command uses if the request has none
 * @throws AppError `invalid-request` for options that the API lacks; errors of the inliner
 */
export async function requestText(
  as: 'json' | 'curl',
  request: ConversionRequest,
  inliner: SourceInliner,
  destination: { endpoint: RemoteEndpoint | undefined; target: CurlTarget; name: string },
): Promise<RequestText> {
  const expanded = withoutPlaceholders(request, destination.endpoint?.storage ?? undefined);
  // Report other issues before the page is loaded.
  requestToWire({ ...expanded, source: { kind: 'html', html: '<p>' } });
  const { source } = request;
  const inlined =
    source.kind === 'url' ? null : await inliner.inline(request, { isInteractive: true });
  const wire = requestToWire({
    ...expanded,
    source: inlined === null ? source : { kind: 'html', html: inlined.html },
  });
  return {
    text: as === 'json' ? wireText(wire) : curlCommand(wire, destination.target, destination.name),
    unresolved: inlined?.unresolved.map(({ address }) => address) ?? [],
  };
}

/** Replaces placeholders by their values, because the API has none. */
function withoutPlaceholders(
  request: ConversionRequest,
  defaultStorage: ConversionRequest['storage'],
): ConversionRequest {
  const { filename, source } = request;
  const storage = request.storage ?? defaultStorage;
  const values = { name: sourceName(source), title: '', date: new Date(), n: 1, of: 1 };
  const expanded = (destination: string) => s3Uri(objectLocation(destination, values));
  return {
    ...request,
    ...(filename !== undefined && {
      filename: expandFilename(filename, values).replace(/[^A-Za-z0-9_.-]/gu, '-'),
    }),
    ...(storage?.provider === 'object_store'
      ? { storage: { ...storage, bucketDestination: expanded(storage.bucketDestination) } }
      : storage && { storage }),
  };
}

/** The maximum size of a request file in bytes, because it is read into memory at once. */
const maxRequestBytes = 64_000_000;

/**
 * Reads a file with the API's JSON body.
 * @throws AppError `invalid-request` with all issues of the request; `source-unreadable`
 */
export async function readRequest(path: string): Promise<ConversionRequest> {
  const text = (await readText(path)).replace(/^\ufeff/, '');
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (thrown) {
    const reason = thrownText(thrown);
    throw unreadable(message('desktop.requestNotJson', { path: quotePath(path), reason }));
  }
  return requestFromWire(json);
}

async function readText(path: string): Promise<string> {
  const file = await open(path, 'r').catch((thrown: unknown) => {
    throw unreadable(readFailure(path, thrown));
  });
  try {
    const { size } = await file.stat();
    if (size > maxRequestBytes) {
      const limit = maxRequestBytes / 1_000_000;
      throw unreadable(message('desktop.requestTooLarge', { path: quotePath(path), limit }));
    }
    return await file.readFile('utf8');
  } finally {
    await file.close();
  }
}

function unreadable(reason: Message): AppError {
  return new AppError('source-unreadable', reason);
}
