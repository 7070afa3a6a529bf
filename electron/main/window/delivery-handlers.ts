import type { BridgeChannel } from '../../shared/bridge.js';
import type { BridgeHandlers } from './bridge-handlers.js';

type DeliveryChannel = Extract<BridgeChannel, `deliveries:${string}`>;

/** The calls about uploads and webhooks. */
export function deliveryHandlers(): Pick<BridgeHandlers, DeliveryChannel> {
  const notBuilt = () => {
    throw new Error('not built');
  };
  return {
    'deliveries:list': () => [],
    'deliveries:upload': notBuilt,
    'deliveries:retry': notBuilt,
    'deliveries:cancel': notBuilt,
    'deliveries:remove': notBuilt,
    'deliveries:link': notBuilt,
    'deliveries:open': notBuilt,
  };
}
