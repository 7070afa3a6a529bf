import type {
  BridgeChannel,
  BridgeEvent,
  BridgeEventData,
  BridgeInput,
  BridgeOutput,
} from '@shared/bridge.js';
import '@shared/bridge-api.js';
import type { Result } from '@shared/result.js';

/** Calls the main process. Never rejects: a failure comes back as a {@link Result}. The only file that touches the bridge. */
export function call<C extends BridgeChannel>(
  channel: C,
  input: BridgeInput<C>,
): Promise<Result<BridgeOutput<C>>> {
  return window.platen.call(channel, input);
}

/** Listens to an event of the main process; the function it gives back ends that. */
export function on<E extends BridgeEvent>(
  event: E,
  listener: (data: BridgeEventData<E>) => void,
): () => void {
  return window.platen.on(event, listener);
}

/** The path of a dropped or pasted file; empty if it has none on this computer's disk. */
export function pathOf(file: File): string {
  return window.platen.pathOf(file);
}
