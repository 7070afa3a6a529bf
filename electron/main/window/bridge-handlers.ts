import { type IpcMainInvokeEvent, type WebContents, ipcMain } from 'electron';
import {
  type BridgeChannel,
  type BridgeEvent,
  type BridgeEventData,
  type BridgeOutput,
  bridgeCalls,
} from '../../shared/bridge.js';
import { AppError } from '../../shared/errors.js';
import { type Result, failure, success } from '../../shared/result.js';
import type { z } from 'zod';

/** One function for each bridge call; what they throw reaches the window as a failure. */
export type BridgeHandlers = {
  readonly [C in BridgeChannel]: (
    input: z.output<(typeof bridgeCalls)[C]['input']>,
  ) => Promise<BridgeOutput<C>> | BridgeOutput<C>;
};

/**
 * Answers the window's calls. A call from any frame but the window's own main frame is refused and
 * logged; arguments and results are checked against the contract.
 */
export function handleBridge(
  window: WebContents,
  handlers: BridgeHandlers,
  log: (line: string) => void,
): void {
  for (const channel of Object.keys(bridgeCalls) as BridgeChannel[]) {
    ipcMain.handle(channel, async (event, input: unknown) => {
      if (!isOwnMainFrame(event, window)) {
        log(`refused ${channel} from ${event.senderFrame?.url ?? 'a frame that is gone'}`);
        return failure(new AppError('refused', `The call ${channel} is not allowed from here.`));
      }
      return answer(channel, handlers, input);
    });
  }
}

/** Sends an event to the window. */
export function sendToWindow<E extends BridgeEvent>(
  window: WebContents,
  event: E,
  data: BridgeEventData<E>,
): void {
  if (!window.isDestroyed()) window.send(event, data);
}

async function answer(
  channel: BridgeChannel,
  handlers: BridgeHandlers,
  input: unknown,
): Promise<Result<unknown>> {
  try {
    // The map pairs each channel with its own schema and handler, which indexing by a union cannot
    // express.
    const handler = handlers[channel] as (input: unknown) => unknown;
    const checked = bridgeCalls[channel].input.safeParse(input);
    if (!checked.success) return failure(wrongArguments(channel, checked.error));
    return success(bridgeCalls[channel].output.parse(await handler(checked.data)));
  } catch (error) {
    return failure(error);
  }
}

function wrongArguments(channel: BridgeChannel, { issues }: z.ZodError): AppError {
  const fields = issues.map(({ path, message }) => ({
    field: path.join('.').replace(/^(request|target)\./, ''),
    message,
  }));
  return new AppError('invalid-request', `Invalid arguments for ${channel}.`, fields);
}

function isOwnMainFrame(event: IpcMainInvokeEvent, window: WebContents): boolean {
  return event.sender === window && event.senderFrame === window.mainFrame;
}
