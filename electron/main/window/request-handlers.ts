import type { BridgeChannel } from '../../shared/bridge.js';
import { AppError } from '../../shared/errors.js';
import type { BridgeHandlers } from './bridge-handlers.js';

type RequestChannel = Extract<BridgeChannel, `request:${string}`>;

/** The calls about requests as text. */
export function requestHandlers(): Pick<BridgeHandlers, RequestChannel> {
  const unmade = () => {
    throw new AppError('internal', 'Requests as text come with the next change.');
  };
  return { 'request:copy': unmade, 'request:open': unmade };
}
