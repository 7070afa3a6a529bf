import { z } from 'zod';
import { messageSchema } from './messages/message.js';

/** How long the service keeps a PDF in its own storage by default, in hours. */
export const defaultKeepHours = 24;

/**
 * State of the local server for the window. The key is not part of it: the main process copies it
 * to the clipboard.
 */
export const serviceStateSchema = z.discriminatedUnion('status', [
  z.object({ status: z.literal('off') }),
  z.object({ status: z.literal('starting') }),
  z.object({
    status: z.literal('on'),
    /** Its base URL, such as `http://127.0.0.1:8080`. */
    address: z.string(),
    /** Requests in progress, and PDFs created since the start. */
    running: z.number().int(),
    created: z.number().int(),
  }),
  z.object({ status: z.literal('stopping') }),
  /** It could not start. */
  z.object({ status: z.literal('failed'), message: messageSchema }),
]);
export type ServiceState = Readonly<z.infer<typeof serviceStateSchema>>;
