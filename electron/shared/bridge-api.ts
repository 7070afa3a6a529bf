import type {
  BridgeChannel,
  BridgeEvent,
  BridgeEventData,
  BridgeInput,
  BridgeOutput,
} from './bridge.js';
import type { Result } from './result.js';

/**
 * What the preload script puts on `window.platen`: all that the window's page can ask of the main
 * process.
 */
export interface BridgeApi {
  /** Calls the main process; never rejects, a failure is a {@link Result}. */
  call<C extends BridgeChannel>(
    channel: C,
    input: BridgeInput<C>,
  ): Promise<Result<BridgeOutput<C>>>;
  /** Listens to an event; the function it gives back ends that. */
  on<E extends BridgeEvent>(event: E, listener: (data: BridgeEventData<E>) => void): () => void;
  /**
   * The path of a file that was dropped or pasted (Electron's webUtils.getPathForFile); empty if it
   * has none on disk.
   */
  pathOf(file: File): string;
}

declare global {
  interface Window {
    readonly platen: BridgeApi;
  }
}
