import type { BridgeChannel } from '../../shared/bridge.js';
import { AppError } from '../../shared/errors.js';
import type { BridgeHandlers } from './bridge-handlers.js';

type EndpointChannel = Extract<BridgeChannel, `endpoints:${string}`>;

/** The calls about remote services. */
export function endpointHandlers(): Pick<BridgeHandlers, EndpointChannel> {
  const unmade = () => {
    throw new AppError('internal', 'Remote services come with the next change.');
  };
  return { 'endpoints:save': unmade, 'endpoints:remove': unmade, 'endpoints:test': unmade };
}
