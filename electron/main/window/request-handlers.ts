import { clipboard } from 'electron';
import type { BridgeChannel } from '../../shared/bridge.js';
import { AppError } from '../../shared/errors.js';
import type { SourceInliner } from '../engine/pdf-engine.js';
import type { Endpoints } from '../settings/lists.js';
import type { UserState } from '../settings/user-state.js';
import type { BridgeHandlers } from './bridge-handlers.js';
import type { Dialogs } from './dialogs.js';
import { readRequest, requestText } from './request-text.js';

type RequestChannel = Extract<BridgeChannel, `request:${string}`>;

export interface RequestHandlerParts {
  readonly engine: SourceInliner;
  readonly endpoints: Pick<Endpoints, 'get'>;
  readonly state: Pick<UserState, 'settings'>;
  readonly dialogs: Pick<Dialogs, 'chooseRequest'>;
}

/** The calls about requests as text. */
export function requestHandlers({
  engine,
  endpoints,
  state,
  dialogs,
}: RequestHandlerParts): Pick<BridgeHandlers, RequestChannel> {
  return {
    'request:copy': async ({ as, request, name, renderOn }) => {
      const endpoint = renderOn === null ? undefined : endpoints.get(renderOn);
      if (renderOn !== null && endpoint === undefined) throw goneEndpoint();
      const here = {
        address: `http://127.0.0.1:${state.settings.servicePort}`,
        login: { kind: 'key' },
        testMode: false,
      } as const;
      const place = { endpoint, target: endpoint ?? here, name };
      const { text, left } = await requestText(as, request, engine, place);
      await clipboard.writeText(text);
      return { size: Buffer.byteLength(text), left: [...left] };
    },
    'request:open': async () => {
      const path = await dialogs.chooseRequest();
      return path === null ? null : readRequest(path);
    },
  };
}

function goneEndpoint(): AppError {
  return new AppError(
    'invalid-request',
    'The service of this request was removed. Select another one.',
  );
}
