import { clipboard } from 'electron';
import type { BridgeChannel } from '../../shared/bridge.js';
import type { BridgeHandlers } from './bridge-handlers.js';
import type { ServiceSwitch } from './service-switch.js';

type ServiceChannel = Extract<BridgeChannel, `service:${string}`>;

/**
 * The calls about the service on this computer. Its key goes to the clipboard, and never to the
 * window's page.
 */
export function serviceHandlers(
  service: Pick<ServiceSwitch, 'turn' | 'key'>,
): Pick<BridgeHandlers, ServiceChannel> {
  return {
    'service:switch': async ({ on }) => service.turn(on),
    'service:copy-key': async () => {
      await clipboard.writeText(service.key);
    },
  };
}
