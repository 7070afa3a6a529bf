import { z } from 'zod';

/** How long the service keeps a PDF in its own storage unless told otherwise, in hours. */
export const defaultKeepHours = 24;

/**
 * What the window knows of the service that it runs on this computer. The key of the run never
 * comes out: the main process copies it.
 */
export const serviceStateSchema = z.discriminatedUnion('status', [
  z.object({ status: z.literal('off') }),
  z.object({ status: z.literal('starting') }),
  z.object({
    status: z.literal('on'),
    /** Its base address, such as `http://127.0.0.1:8080`. */
    address: z.string(),
    /** Requests that are being worked on, and PDFs made since it started. */
    running: z.number().int(),
    made: z.number().int(),
  }),
  z.object({ status: z.literal('stopping') }),
  /** It could not start, or it stopped by itself: why, as a sentence. */
  z.object({ status: z.literal('failed'), message: z.string() }),
]);
export type ServiceState = Readonly<z.infer<typeof serviceStateSchema>>;
