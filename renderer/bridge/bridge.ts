import type {
  BridgeChannel,
  BridgeEvent,
  BridgeEventData,
  BridgeInput,
  BridgeOutput,
} from '@shared/bridge.js';
import '@shared/bridge-api.js';
import type { Result } from '@shared/result.js';

/**
 * Calls the main process. Never rejects: a failure is returned as a {@link Result}. Only this file
 * touches the bridge.
 */
export function call<C extends BridgeChannel>(
  channel: C,
  input: BridgeInput<C>,
): Promise<Result<BridgeOutput<C>>> {
  return window.platen.call(channel, input);
}

/** @returns what removes the listener */
export function on<E extends BridgeEvent>(
  event: E,
  listener: (data: BridgeEventData<E>) => void,
): () => void {
  return window.platen.on(event, listener);
}

/** Empty if the file isn't on the local disk. */
export function pathOf(file: File): string {
  return window.platen.pathOf(file);
}
