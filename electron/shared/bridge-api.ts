import type {
  BridgeChannel,
  BridgeEvent,
  BridgeEventData,
  BridgeInput,
  BridgeOutput,
} from './bridge.js';
import type { Result } from './result.js';

/** `window.platen`, which the preload script exposes: all that the page can use of the system. */
export interface BridgeApi {
  /** Calls the main process; never rejects, a failure is a {@link Result}. */
  call<C extends BridgeChannel>(
    channel: C,
    input: BridgeInput<C>,
  ): Promise<Result<BridgeOutput<C>>>;
  /** Listens to an event; returns a function that removes the listener. */
  on<E extends BridgeEvent>(event: E, listener: (data: BridgeEventData<E>) => void): () => void;
  /**
   * Of a dropped or pasted file (Electron's webUtils.getPathForFile); empty if the file is not on
   * the disk.
   */
  pathOf(file: File): string;
}

declare global {
  interface Window {
    readonly platen: BridgeApi;
  }
}
