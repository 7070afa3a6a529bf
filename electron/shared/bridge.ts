import { z } from 'zod';
import { artifactSchema } from './artifact.js';
import { conversionStageSchema } from './conversion-stage.js';
import {
  jobChangesSchema,
  jobDetailsSchema,
  jobIdSchema,
  jobListSchema,
  jobOptionsSchema,
} from './jobs.js';
import { deliveryChangesSchema, deliveryListSchema } from './deliveries.js';
import { linkSecondsSchema } from './link-seconds.js';
import { existingPolicies, uploadRequestSchema } from './output.js';
import { secretsStateSchema } from './secrets.js';
import { bucketTargetSchema } from './targets.js';
import { complianceSchema } from './request/fields.js';
import { presetNameSchema, presetSchema } from './presets.js';
import { conversionRequestSchema } from './request/request.js';
import { sourceSchema } from './request/source.js';
import { sourceListSchema } from './source-list.js';
import { settingsChangeSchema, settingsSchema } from './settings.js';
import { draftSchema } from './draft.js';
import { remoteEndpointSchema, remoteReceiptSchema } from './endpoints.js';
import { serviceStateSchema } from './service.js';

/** A message to the user that stays until it is closed or resolved. */
const noticeSchema = z.object({ id: z.string(), message: z.string() });
export type Notice = Readonly<z.infer<typeof noticeSchema>>;

const conversionId = z.string().min(1).max(64);
const secretValue = z.string().min(1).max(1024);

/**
 * Every call from the window to the main process, declared once: channel, arguments, result.
 * Preload, handlers, the renderer's API and its test double are derived from this map.
 */
export const bridgeCalls = {
  /**
   * What the window needs to start: versions, settings, the draft of the last run, files named at
   * start.
   */
  'app:start': {
    input: z.void(),
    output: z.object({
      version: z.string(),
      platform: z.string(),
      settings: settingsSchema,
      /**
       * How many pages are converted at the same time where the settings leave that to the machine.
       */
      automaticConcurrency: z.number().int(),
      draft: draftSchema.nullable(),
      sources: sourceListSchema,
      presets: z.array(presetSchema),
      targets: z.array(bucketTargetSchema),
      endpoints: z.array(remoteEndpointSchema),
      secrets: secretsStateSchema,
      service: serviceStateSchema,
      /** Messages about what happened before the window started, such as a damaged file. */
      notices: z.array(noticeSchema),
    }),
  },
  'settings:update': { input: settingsChangeSchema, output: settingsSchema },
  /** Keeps what is in the form, so that a crash or a restart loses nothing. */
  'draft:keep': { input: draftSchema, output: z.void() },
  /** Looks at paths that were dropped or pasted; folders are walked for HTML files. */
  'source:inspect': { input: z.object({ paths: z.array(z.string()) }), output: sourceListSchema },
  /** Opens the file dialog; an empty list means that the person closed it. */
  'source:choose': { input: z.void(), output: sourceListSchema },
  /**
   * Opens the folder dialog for the base of relative links; null means that the person closed it.
   */
  'source:choose-base': { input: z.void(), output: z.string().nullable() },
  /**
   * Makes a PDF for the preview. `request` is checked by the main process again, with the same
   * schema.
   */
  'conversion:start': {
    input: z.object({
      id: conversionId,
      request: conversionRequestSchema,
      /** Id of the endpoint that makes it; null: this computer does. */
      renderOn: z.string().nullable().default(null),
    }),
    output: z.object({
      /** Null where a service has made it and it could not be fetched: `remote` says why. */
      artifact: artifactSchema.nullable(),
      remote: remoteReceiptSchema.optional(),
    }),
  },
  /** Cancels at any moment; the started call then answers with the error `canceled`. */
  'conversion:cancel': { input: z.object({ id: conversionId }), output: z.void() },
  /** Asks where, then writes the artifact there; null means that the person closed the dialog. */
  'delivery:save-as': {
    input: z.object({ artifactId: z.string(), name: z.string() }),
    output: z.object({ path: z.string() }).nullable(),
  },
  /** Writes the artifact over a file that this window saved before. */
  'delivery:save-again': {
    input: z.object({ artifactId: z.string(), path: z.string() }),
    output: z.object({ path: z.string() }),
  },
  /** Opens the folder dialog for the output of a batch; null means that the person closed it. */
  'delivery:choose-folder': { input: z.void(), output: z.string().nullable() },
  /** Both take only a path that this window has saved. */
  'delivery:show-in-folder': { input: z.object({ path: z.string() }), output: z.void() },
  'delivery:open': { input: z.object({ path: z.string() }), output: z.void() },

  /**
   * Keeps a target, in the place of the one of its id, and gives all. `secret`: its secret key;
   * absent: stays as it is; null: is forgotten.
   */
  'targets:save': {
    input: z.object({ target: bucketTargetSchema, secret: secretValue.nullable().optional() }),
    output: z.object({ targets: z.array(bucketTargetSchema), secrets: secretsStateSchema }),
  },
  /**
   * Forgets a target and its secret. What still waits to go there stays, and says that its target
   * is gone.
   */
  'targets:remove': {
    input: z.object({ id: z.string() }),
    output: z.object({ targets: z.array(bucketTargetSchema), secrets: secretsStateSchema }),
  },
  /**
   * Puts a tiny object below the target's prefix, reads it and deletes it; fails with a sentence,
   * and the target's field in `fields`. `secret` absent: the one that is known.
   */
  'targets:test': {
    input: z.object({ target: bucketTargetSchema, secret: secretValue.optional() }),
    /**
     * What was seen, as a sentence, such as that the object could not be read back, which uploads
     * do without.
     */
    output: z.object({ message: z.string() }),
  },
  /** Opens the file dialog for a file of certificates; null means that the person closed it. */
  'certificates:choose': { input: z.void(), output: z.string().nullable() },
  /** The person's word that secrets may be kept where the system has no safe store for them. */
  'secrets:keep-unsafely': {
    input: z.object({ allow: z.boolean() }),
    output: secretsStateSchema,
  },
  /** The secret that webhooks are signed with (`whsec_…`, Standard Webhooks); null forgets it. */
  'secrets:set-webhook': {
    input: z.object({ secret: secretValue.nullable() }),
    output: secretsStateSchema,
  },

  /**
   * Keeps an endpoint, in the place of the one of its id, and gives all. `secret` as in
   * `targets:save`.
   */
  'endpoints:save': {
    input: z.object({ endpoint: remoteEndpointSchema, secret: secretValue.nullable().optional() }),
    output: z.object({ endpoints: z.array(remoteEndpointSchema), secrets: secretsStateSchema }),
  },
  'endpoints:remove': {
    input: z.object({ id: z.string() }),
    output: z.object({ endpoints: z.array(remoteEndpointSchema), secrets: secretsStateSchema }),
  },
  /**
   * Has a tiny PDF made in test mode; fails with a sentence, and the endpoint's field in `fields`.
   * `secret` absent: the one that is known.
   */
  'endpoints:test': {
    input: z.object({ endpoint: remoteEndpointSchema, secret: secretValue.optional() }),
    output: z.object({ message: z.string() }),
  },

  /**
   * Puts a request on the clipboard as the interface's JSON body, or as a command for curl to the
   * endpoint (to the service on this computer for null). A file is made self-contained first. The
   * command reads the key from the environment.
   */
  'request:copy': {
    input: z.object({
      as: z.enum(['json', 'curl']),
      request: conversionRequestSchema,
      /** What the command calls the PDF where the request does not. */
      name: z.string().regex(/^[^/\\]+$/),
      renderOn: z.string().nullable(),
    }),
    output: z.object({
      /** In bytes. */
      size: z.number().int(),
      /** Addresses that could not be put into the source. */
      left: z.array(z.string()),
    }),
  },
  /**
   * Asks for a file with the interface's JSON body and reads it; null means that the person closed
   * the dialog.
   */
  'request:open': { input: z.void(), output: conversionRequestSchema.nullable() },

  /**
   * Opens where a service says that a PDF is, in the system's browser; only addresses of the web
   * are.
   */
  'receipt:open': { input: z.object({ url: z.string() }), output: z.void() },

  /** Starts or stops the service on this computer; the setting `serviceOn` follows. */
  'service:switch': { input: z.object({ on: z.boolean() }), output: serviceStateSchema },
  /** Puts the key of the service on this computer on the clipboard. */
  'service:copy-key': { input: z.void(), output: z.void() },

  'deliveries:list': { input: z.void(), output: deliveryListSchema },
  /**
   * Begins to upload a preview or a job's PDF. It is in Platen's own keeping when the call answers,
   * until it is delivered or dropped.
   */
  'deliveries:upload': {
    input: z.object({
      pdf: z.union([
        z.object({ kind: z.literal('artifact'), id: z.string() }),
        z.object({ kind: z.literal('job'), id: jobIdSchema }),
      ]),
      wishes: z.array(uploadRequestSchema).min(1).max(16),
      compliance: complianceSchema.optional(),
    }),
    output: z.object({ ids: z.array(z.string()) }),
  },
  /** Tries again now. `existing`: what is to happen where there is an object of the name. */
  'deliveries:retry': {
    input: z.object({
      ids: z.array(z.string()),
      existing: z.enum(existingPolicies).optional(),
    }),
    output: z.void(),
  },
  /** Stops what waits or runs; nothing of it is left at the other side, and its PDF stays. */
  'deliveries:cancel': { input: z.object({ ids: z.array(z.string()) }), output: z.void() },
  /** Takes rows off the list; a PDF that was not delivered is dropped with its last row. */
  'deliveries:remove': {
    input: z.object({ ids: z.union([z.array(z.string()), z.literal('ended')]) }),
    output: z.void(),
  },
  /** A link to the object of an upload that holds for so many seconds, whoever has it. */
  'deliveries:link': {
    input: z.object({ id: z.string(), seconds: linkSecondsSchema }),
    output: z.object({ url: z.string() }),
  },
  /**
   * Asks where, then writes the PDF of an upload that was not delivered there; null means that the
   * person closed the dialog.
   */
  'deliveries:save-as': {
    input: z.object({ id: z.string() }),
    output: z.object({ path: z.string() }).nullable(),
  },
  /** Opens the address of an upload in the system's browser. */
  'deliveries:open': { input: z.object({ id: z.string() }), output: z.void() },

  'jobs:list': { input: z.void(), output: jobListSchema },
  /**
   * Adds jobs at the end of the queue, in this order; all have these options. They are on the disk
   * when the call answers.
   */
  'jobs:add': {
    input: z.object({ sources: z.array(sourceSchema).min(1), options: jobOptionsSchema }),
    output: z.object({ ids: z.array(jobIdSchema) }),
  },
  /** No new job begins while the queue is paused; those that run go on. */
  'jobs:pause': { input: z.object({ paused: z.boolean() }), output: z.void() },
  /** Cancels what is queued or running; the others of a selection stay as they are. */
  'jobs:cancel': { input: z.object({ ids: someJobs('unended') }), output: z.void() },
  /**
   * Puts what has ended into the queue again, at its place in the list; with a kept PDF only its
   * writing is tried again.
   */
  'jobs:retry': { input: z.object({ ids: someJobs('failed') }), output: z.void() },
  /** Takes jobs off the list, running ones canceled; their PDFs stay where they were written. */
  'jobs:remove': { input: z.object({ ids: someJobs('ended') }), output: z.void() },
  /** Puts jobs before another one, or at the end. */
  'jobs:move': {
    input: z.object({ ids: z.array(jobIdSchema), before: jobIdSchema.nullable() }),
    output: z.void(),
  },
  /**
   * Gives jobs other options; one that runs keeps those it began with, one that has ended has them
   * for the next try.
   */
  'jobs:change': {
    input: z.object({ ids: z.array(jobIdSchema), options: jobOptionsSchema }),
    output: z.void(),
  },
  'jobs:details': { input: z.object({ id: jobIdSchema }), output: jobDetailsSchema },
  /** The PDF of a job that has one, for the preview. */
  'jobs:artifact': { input: z.object({ id: jobIdSchema }), output: artifactSchema },
  'jobs:open': { input: z.object({ id: jobIdSchema }), output: z.void() },
  'jobs:show-in-folder': { input: z.object({ id: jobIdSchema }), output: z.void() },
  /** Asks where, then writes the job's PDF there; null means that the person closed the dialog. */
  'jobs:save-as': {
    input: z.object({ id: jobIdSchema }),
    output: z.object({ path: z.string() }).nullable(),
  },

  /** Keeps a preset, in the place of one of that name, and gives all. */
  'presets:save': { input: presetSchema, output: z.array(presetSchema) },
  'presets:remove': { input: z.object({ name: presetNameSchema }), output: z.array(presetSchema) },
  /** Asks where, then writes all presets there; null means that the person closed the dialog. */
  'presets:export': { input: z.void(), output: z.object({ path: z.string() }).nullable() },
  /**
   * Asks for a file and takes its presets over; one whose name is taken gets a number. Null: the
   * dialog was closed.
   */
  'presets:import': {
    input: z.void(),
    output: z.object({ presets: z.array(presetSchema), imported: z.number().int() }).nullable(),
  },
} as const satisfies Record<string, BridgeCall>;

/** Every event from the main process to the window. */
export const bridgeEvents = {
  'conversion:progress': z.object({
    id: conversionId,
    stage: conversionStageSchema,
    /** What the page has been waiting for, for a second or longer, such as an address. */
    waitingFor: z.string().optional(),
    /** While it is sent to a service or fetched from it. */
    bytes: z.object({ done: z.number(), of: z.number().optional() }).optional(),
  }),
  /** Comes a few times a second at most, however many jobs change. */
  'jobs:changed': jobChangesSchema,
  /** Comes a few times a second at most. */
  'deliveries:changed': deliveryChangesSchema,
  'service:changed': serviceStateSchema,
  /** A message that is too late for `app:start`. */
  'app:notice': noticeSchema,
  /** There is nothing left to do about a message. */
  'app:notice-resolved': z.object({ id: z.string() }),
  /**
   * How many files have been found so far while folders are looked through, a few times a second.
   */
  'source:progress': z.object({ count: z.number().int() }),
  /** Files that reached the application from outside: a second start, the system's file manager. */
  'source:opened': sourceListSchema,
} as const satisfies Record<string, z.ZodType>;

/** Jobs by their ids, or all that are in a state. */
function someJobs<S extends string>(state: S) {
  return z.union([z.array(jobIdSchema), z.literal(state)]);
}

interface BridgeCall {
  readonly input: z.ZodType;
  readonly output: z.ZodType;
}

export type BridgeChannel = keyof typeof bridgeCalls;
export type BridgeInput<C extends BridgeChannel> = z.input<(typeof bridgeCalls)[C]['input']>;
export type BridgeOutput<C extends BridgeChannel> = z.infer<(typeof bridgeCalls)[C]['output']>;
export type BridgeEvent = keyof typeof bridgeEvents;
export type BridgeEventData<E extends BridgeEvent> = z.infer<(typeof bridgeEvents)[E]>;
