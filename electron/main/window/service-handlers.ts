import type { BridgeChannel } from '../../shared/bridge.js';
import { AppError } from '../../shared/errors.js';
import type { BridgeHandlers } from './bridge-handlers.js';

type ServiceChannel = Extract<BridgeChannel, `service:${string}`>;

/** The calls about the service on this computer. */
export function serviceHandlers(): Pick<BridgeHandlers, ServiceChannel> {
  const unmade = () => {
    throw new AppError('internal', 'The service comes with the next change.');
  };
  return { 'service:switch': unmade, 'service:copy-key': unmade };
}
