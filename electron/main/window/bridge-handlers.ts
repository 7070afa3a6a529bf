import { type IpcMainInvokeEvent, type WebContents, ipcMain } from 'electron';
import {
  type BridgeChannel,
  type BridgeEvent,
  type BridgeEventData,
  type BridgeOutput,
  bridgeCalls,
} from '../../shared/bridge.js';
import { AppError, type AppErrorCode } from '../../shared/messages/errors.js';
import { message } from '../../shared/messages/message.js';
import { issuesOf } from '../../shared/request/validation.js';
import { type Result, failure, success } from '../../shared/result.js';
import type { z } from 'zod';

/** One function per bridge call. Errors that they throw reach the window as failures. */
export type BridgeHandlers = {
  readonly [C in BridgeChannel]: (
    input: z.output<(typeof bridgeCalls)[C]['input']>,
  ) => Promise<BridgeOutput<C>> | BridgeOutput<C>;
};

/**
 * Handles the window's calls. A call from any other frame than the window's main frame is refused
 * and logged. Arguments and results are validated. Calls wait for the handlers.
 */
export function handleBridge(
  window: WebContents,
  handlers: () => Promise<BridgeHandlers>,
  log: (line: string) => void,
  onFailure: (channel: BridgeChannel, code: AppErrorCode) => void = () => undefined,
): void {
  for (const channel of Object.keys(bridgeCalls) as BridgeChannel[]) {
    ipcMain.handle(channel, async (event, input: unknown) => {
      if (!isOwnMainFrame(event, window)) {
        log(`refused ${channel} from ${event.senderFrame?.url ?? 'a removed frame'}`);
        return failure(new AppError('refused', message('desktop.callRefused', { channel })));
      }
      const result = await answer(channel, handlers, input);
      if (!result.ok) onFailure(channel, result.error.code);
      return result;
    });
  }
}

export function sendToWindow<E extends BridgeEvent>(
  window: WebContents,
  event: E,
  data: BridgeEventData<E>,
): void {
  if (!window.isDestroyed()) window.send(event, data);
}

async function answer(
  channel: BridgeChannel,
  handlers: () => Promise<BridgeHandlers>,
  input: unknown,
): Promise<Result<unknown>> {
  try {
    // The map pairs each channel with its schema and handler, which an index of a union type
    // cannot express.
    const handler = (await handlers())[channel] as (input: unknown) => unknown;
    const checked = bridgeCalls[channel].input.safeParse(input);
    if (!checked.success) return failure(invalidArguments(channel, checked));
    return success(bridgeCalls[channel].output.parse(await handler(checked.data)));
  } catch (error) {
    return failure(error);
  }
}

function invalidArguments(channel: BridgeChannel, result: z.ZodSafeParseResult<unknown>): AppError {
  const fields = issuesOf(result).map(({ field, message: issue }) => ({
    field: field.replace(/^(request|target)\./, ''),
    message: issue,
  }));
  return new AppError('invalid-request', message('desktop.invalidArguments', { channel }), fields);
}

function isOwnMainFrame(event: IpcMainInvokeEvent, window: WebContents): boolean {
  return event.sender === window && event.senderFrame === window.mainFrame;
}
