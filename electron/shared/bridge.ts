import { z } from 'zod';
import { artifactSchema } from './artifact.js';
import { commandIdSchema, contextMenuSchema } from './commands.js';
import { messageSchema } from './messages/message.js';
import { conversionStageSchema } from './conversion-stage.js';
import {
  jobChangesSchema,
  jobDetailsSchema,
  jobIdSchema,
  jobListSchema,
  jobOptionsSchema,
  jobPdfSchema,
  warningGroupSchema,
} from './jobs.js';
import { deliveryChangesSchema, deliveryListSchema } from './deliveries.js';
import { historyIdSchema, historyListSchema, historySourceSchema } from './history.js';
import { linkSecondsSchema } from './link-seconds.js';
import { existingPolicies, uploadRequestSchema } from './output.js';
import { secretsStateSchema } from './secrets.js';
import { targetServerSchema, uploadTargetSchema } from './targets.js';
import { defaultPageFormats } from './request/paper.js';
import { complianceSchema } from './request/fields.js';
import { presetNameSchema, presetSchema } from './presets.js';
import { conversionRequestSchema } from './request/request.js';
import { passwordKinds, securitySchema, storedProtectionSchema } from './request/protection.js';
import { sourceSchema } from './request/source.js';
import { recentSourceSchema, sourceListSchema } from './source-list.js';
import { settingsChangeSchema, settingsSchema } from './settings.js';
import { draftChangeSchema, draftSchema, existingChoices, textChangeSchema } from './draft.js';
import { remoteEndpointSchema, remoteReceiptSchema } from './endpoints.js';
import { serviceStateSchema } from './service.js';
import { enteredSignInSchema, listedSignInSchema } from './request/sign-ins.js';
import { sitePagesSchema, siteSearchSchema } from './sites.js';
import { watchIdSchema, watchRowSchema } from './watch.js';

/** A message to the user that stays until it is closed or resolved. */
const noticeSchema = z.object({
  id: z.string(),
  message: messageSchema,
  /** The user has nothing to do: the window closes it automatically. */
  isPassing: z.literal(true).optional(),
});
export type Notice = Readonly<z.infer<typeof noticeSchema>>;

/** Rows that the user removed: jobs, deliveries and entries of the history, by their ids. */
const removalSchema = z.object({
  id: z.string().min(1).max(64),
  jobs: z.array(jobIdSchema),
  deliveries: z.array(z.string()),
  history: z.array(historyIdSchema),
});
export type Removal = Readonly<z.infer<typeof removalSchema>>;

const conversionId = z.string().min(1).max(64);
const secretValue = z.string().min(1).max(1024);

const namedPdf = z.object({ artifactId: z.string(), name: z.string() });

/** A PDF that leaves Platen. A preview is protected then; the PDF of a job is already. */
const leavingPdf = namedPdf.extend({ security: securitySchema });

/** A password as typed; the rules of PDFs are checked later, and named. */
const typedPassword = z.string().max(10_000);

/**
 * What only the window's page knows and quitting would lose: changes in the settings, and a request
 * of the form that a service has not answered.
 */
const unsavedInPage = z.enum(['settings', 'request']);
export type UnsavedInPage = z.infer<typeof unsavedInPage>;

/**
 * Every call from the window to the main process, declared once: channel, arguments, result.
 * Preload, handlers, the renderer's API and its test double are derived from this map.
 */
export const bridgeCalls = {
  /** What the window needs to start, such as settings, the draft, and files to open. */
  'app:start': {
    input: z.void(),
    output: z.object({
      version: z.string(),
      platform: z.string(),
      /** The home folder of the user. */
      home: z.string(),
      settings: settingsSchema,
      /** The number of parallel conversions if the settings don't set it. */
      automaticConcurrency: z.number().int(),
      /** The memory limit of a page if the settings don't set it, in gigabytes. */
      automaticMemoryLimit: z.number(),
      draft: draftSchema.nullable(),
      /** The paper of the user's region. */
      defaultFormat: z.enum(defaultPageFormats),
      sources: sourceListSchema,
      presets: z.array(presetSchema),
      targets: z.array(uploadTargetSchema),
      endpoints: z.array(remoteEndpointSchema),
      secrets: secretsStateSchema,
      signIns: z.array(listedSignInSchema),
      service: serviceStateSchema,
      /** Messages from before the start of the window, such as about a damaged file. */
      notices: z.array(noticeSchema),
    }),
  },
  /** Says which commands have no effect now; the application's menu shows them disabled. */
  'commands:disable': { input: z.array(commandIdSchema), output: z.void() },
  /** Shows a context menu. A chosen command arrives as `command:chosen`. */
  'commands:show-menu': { input: contextMenuSchema, output: z.void() },
  /** Says what quitting would lose. */
  'app:unsaved': { input: z.array(unsavedInPage), output: z.void() },
  /** Checks for a new version and offers to install it; returns the result. */
  'updates:check': { input: z.void(), output: messageSchema },
  /** What About shows. `runtime`: the versions of Electron, Chromium and Node. */
  'app:about': {
    input: z.void(),
    output: z.object({ version: z.string(), runtime: z.string() }),
  },
  /** Of Platen and of all that a package contains, as Markdown. */
  'app:licenses': { input: z.void(), output: z.string() },
  /** Copies versions, settings and counts to the clipboard, without content and secrets. */
  'app:copy-diagnostics': { input: z.void(), output: z.void() },
  'app:reload': { input: z.void(), output: z.void() },
  'settings:update': { input: settingsChangeSchema, output: settingsSchema },
  /**
   * Saves what changed in the form, so that a crash or restart loses nothing. The first call after
   * a start without a draft sends all fields.
   */
  'draft:keep': {
    input: draftChangeSchema.extend({ htmlChange: textChangeSchema.optional() }),
    output: z.void(),
  },
  /** Checks dropped or pasted paths; folders are searched for convertible files. */
  'source:inspect': { input: z.object({ paths: z.array(z.string()) }), output: sourceListSchema },
  /**
   * Finds the pages of a site. The main process requests its pages, without cookies and sign-ins;
   * `site:progress` counts them. A new search cancels the one before.
   */
  'site:find': { input: siteSearchSchema, output: sitePagesSchema },
  /** Cancels the search, whose call then fails with `canceled`. */
  'site:cancel': { input: z.void(), output: z.void() },
  /** Opens the file dialog; returns an empty list if the user closes it. */
  'source:choose': { input: z.void(), output: sourceListSchema },
  /** Those that were loaded last and still exist, the newest first. */
  'recent:list': { input: z.void(), output: z.array(recentSourceSchema) },
  /** Replaces the list of recent sources, to remove or restore some. */
  'recent:set': { input: z.object({ sources: z.array(recentSourceSchema) }), output: z.void() },
  'watch:list': { input: z.void(), output: z.array(watchRowSchema) },
  /** Opens the folder dialog; null if the user closes it. */
  'watch:choose-folder': { input: z.void(), output: z.string().nullable() },
  /** Watches a folder by its full path; returns all. */
  'watch:add': {
    input: z.object({ folder: z.string().min(1), options: jobOptionsSchema }),
    output: z.array(watchRowSchema),
  },
  /** Stops watching a folder; returns the others. */
  'watch:remove': { input: z.object({ id: watchIdSchema }), output: z.array(watchRowSchema) },
  /** Opens the folder dialog for the base of relative links; null if the user closes it. */
  'source:choose-base': { input: z.void(), output: z.string().nullable() },
  /** Opens the file dialog for a PDF under or over the pages; null if the user closes it. */
  'form:choose-pdf': { input: z.void(), output: z.string().nullable() },
  /** Opens the file dialog for files to attach; empty if the user closes it. */
  'form:choose-attachments': { input: z.void(), output: z.array(z.string()) },
  /** Converts for the preview. The main process validates the request again. */
  'conversion:start': {
    input: z.object({
      id: conversionId,
      request: conversionRequestSchema,
      /** Id of the service that renders it; null: rendered locally. */
      renderOn: z.string().nullable().default(null),
    }),
    output: z.object({
      /** Null if the service's PDF could not be fetched; `remote` says why. */
      artifact: artifactSchema.nullable(),
      remote: remoteReceiptSchema.optional(),
    }),
  },
  /** Cancels a conversion, whose call then fails with `canceled`. */
  'conversion:cancel': { input: z.object({ id: conversionId }), output: z.void() },
  /** Asks where to save, then writes the artifact; null if the user closes the dialog. */
  'delivery:save-as': {
    input: leavingPdf,
    output: z.object({ path: z.string() }).nullable(),
  },
  /**
   * Writes the artifact to the output folder, as a job would. `ask` writes nothing if the file
   * exists.
   */
  'delivery:save': {
    input: z.object({
      artifactId: z.string(),
      name: z.string().regex(/^[^/\\]+$/),
      /** Null: the folder of the first file, or Downloads for other sources. */
      folder: z.string().min(1).nullable(),
      /** The converted file, or those that were merged; empty for other sources. */
      files: z.array(z.object({ path: z.string(), folder: z.string().optional() })),
      existing: z.enum(existingChoices),
      security: securitySchema,
    }),
    output: z.object({ status: z.enum(['saved', 'exists', 'skipped']), path: z.string() }),
  },
  /** Overwrites a file that this window saved. */
  'delivery:save-again': {
    input: z.object({ artifactId: z.string(), path: z.string(), security: securitySchema }),
    output: z.object({ path: z.string() }),
  },
  /** Opens the folder dialog for the output; null if the user closes it. */
  'delivery:choose-folder': { input: z.void(), output: z.string().nullable() },
  /** Both accept only a path that this window saved. */
  'delivery:show-in-folder': { input: z.object({ path: z.string() }), output: z.void() },
  'delivery:open': { input: z.object({ path: z.string() }), output: z.void() },

  /**
   * Adds or replaces a destination, and returns all. `secret`: its secret key, password or
   * passphrase; absent: unchanged; null: deleted.
   */
  'targets:save': {
    input: z.object({ target: uploadTargetSchema, secret: secretValue.nullable().optional() }),
    output: z.object({ targets: z.array(uploadTargetSchema), secrets: secretsStateSchema }),
  },
  /** Removes a destination and its secret. Pending uploads to it stay, and report this. */
  'targets:remove': {
    input: z.object({ id: z.string() }),
    output: z.object({ targets: z.array(uploadTargetSchema), secrets: secretsStateSchema }),
  },
  /**
   * Uploads a tiny object or file into the folder of a destination, and deletes it. An error names
   * the faulty field. `secret` absent: uses the stored one.
   */
  'targets:test': {
    input: z.object({ target: uploadTargetSchema, secret: secretValue.optional() }),
    /** What worked: reading and deleting may fail, because uploads don't need them. */
    output: z.object({ message: messageSchema }),
  },
  /** Opens the file dialog for a private key; null if the user closes it. */
  'targets:choose-key': { input: z.void(), output: z.string().nullable() },
  /**
   * Lists the folders in a folder; in a bucket, a thousand or so at once. `next` continues the list
   * as `after`; null at its end. `secret` as in `targets:test`.
   */
  'targets:list-folders': {
    input: z.object({
      server: targetServerSchema,
      secret: secretValue.optional(),
      /** `papers/reports` in a bucket, else that of a target; empty: the top level, or buckets. */
      folder: z.string().max(4096),
      startsWith: z.string().max(1024),
      after: z.string().nullable(),
    }),
    output: z.object({ folders: z.array(z.string()), next: z.string().nullable() }),
  },
  /** Opens the file dialog for certificates; null if the user closes it. */
  'certificates:choose': { input: z.void(), output: z.string().nullable() },
  /** Allows or forbids storing secrets unencrypted if the system has no keychain. */
  'secrets:keep-unsafely': {
    input: z.object({ allow: z.boolean() }),
    output: secretsStateSchema,
  },
  /** Stores the signing secret of webhooks (`whsec_…`, Standard Webhooks); null deletes it. */
  'secrets:set-webhook': {
    input: z.object({ secret: secretValue.nullable() }),
    output: secretsStateSchema,
  },

  /**
   * Stores the passwords of a PDF, and returns what refers to them; null if none is left. An absent
   * one stays as it is stored, and null deletes it.
   */
  'passwords:store': {
    input: z.object({
      /** The stored passwords that change; null for none. They stay for jobs that use them. */
      stored: storedProtectionSchema.nullable(),
      typed: z.partialRecord(z.enum(passwordKinds), typedPassword.nullable()),
    }),
    output: z.object({
      protection: storedProtectionSchema.nullable(),
      secrets: secretsStateSchema,
    }),
  },

  /** Adds or replaces a service, and returns all. `secret` as in `targets:save`. */
  'endpoints:save': {
    input: z.object({ endpoint: remoteEndpointSchema, secret: secretValue.nullable().optional() }),
    output: z.object({ endpoints: z.array(remoteEndpointSchema), secrets: secretsStateSchema }),
  },
  'endpoints:remove': {
    input: z.object({ id: z.string() }),
    output: z.object({ endpoints: z.array(remoteEndpointSchema), secrets: secretsStateSchema }),
  },
  /**
   * Converts a tiny page in test mode. An error names the faulty field. `secret` absent: uses the
   * stored one.
   */
  'endpoints:test': {
    input: z.object({ endpoint: remoteEndpointSchema, secret: secretValue.optional() }),
    output: z.object({ message: messageSchema }),
  },

  /**
   * Copies a request to the clipboard, as the API's JSON body or as a curl command for the service
   * (for the local server if `renderOn` is null). The resources of a file are inlined. The command
   * reads the key from the environment.
   */
  'request:copy': {
    input: z.object({
      as: z.enum(['json', 'curl']),
      request: conversionRequestSchema,
      /** File name of the PDF if the request has none. */
      name: z.string().regex(/^[^/\\]+$/),
      renderOn: z.string().nullable(),
    }),
    output: z.object({
      /** In bytes. */
      size: z.number().int(),
      /** URLs of resources that could not be inlined. */
      unresolved: z.array(z.string()),
    }),
  },
  /** Asks for a file with the API's JSON body and reads it; null if the user closes the dialog. */
  'request:open': { input: z.void(), output: conversionRequestSchema.nullable() },

  /** Opens a copy of a PDF in its default application. `name` is its file name. */
  'pdf:open': { input: leavingPdf, output: z.void() },
  /**
   * Shows the system's print dialog for a PDF. Where Platen can't print, the PDF is opened in its
   * default application instead.
   */
  'pdf:print': { input: leavingPdf, output: z.object({ opened: z.boolean() }) },
  /**
   * Asks for a PDF to compare with, and lets the window read it; null if the user closes the
   * dialog.
   */
  'pdf:choose': {
    input: z.void(),
    output: z.object({ address: z.string(), name: z.string() }).nullable(),
  },
  /**
   * Lets the window read the PDF that was saved last from the file or URL of a preview, also by the
   * queue or an earlier run; null if there is none.
   */
  'pdf:saved-version': {
    input: z.object({ artifactId: z.string() }),
    output: z
      .object({
        address: z.string(),
        path: z.string(),
        /** When it was converted, in milliseconds since the epoch. */
        at: z.number(),
      })
      .nullable(),
  },
  /** Starts to drag a copy of a PDF out of the window; call it when a drag starts. */
  'pdf:drag': { input: leavingPdf, output: z.void() },

  /** Opens a window in which the user signs in to a site; replaces an open one. */
  'sign-ins:open': { input: z.object({ url: z.string().max(20_000) }), output: z.void() },
  /**
   * Takes over the cookies and stored data of the window's site, and closes the window. `keep`:
   * whether they are stored; otherwise they are forgotten when Platen quits.
   */
  'sign-ins:finish': {
    input: z.object({ keep: z.boolean() }),
    output: z.object({ id: z.string(), signIns: z.array(listedSignInSchema) }),
  },
  /**
   * Adds a sign-in that the user has entered, or replaces the one of its kind and host. Null if the
   * user chose no file. `keep` as for `sign-ins:finish`.
   */
  'sign-ins:enter': {
    input: z.object({ entered: enteredSignInSchema, keep: z.boolean() }),
    output: z.object({ id: z.string(), signIns: z.array(listedSignInSchema) }).nullable(),
  },
  /** Closes the window and forgets what happened in it. */
  'sign-ins:cancel': { input: z.void(), output: z.void() },
  /** Removes a sign-in and its secrets, and returns the others. Queued jobs wait for another. */
  'sign-ins:remove': {
    input: z.object({ id: z.string() }),
    output: z.array(listedSignInSchema),
  },

  /** Opens a URL in the default browser, if it is http or https. */
  'url:open': { input: z.object({ url: z.string() }), output: z.void() },

  /** Starts or stops the local server, and updates the setting `serviceOn`. */
  'service:switch': { input: z.object({ on: z.boolean() }), output: serviceStateSchema },
  /** Copies the key of the local server to the clipboard. */
  'service:copy-key': { input: z.void(), output: z.void() },

  'deliveries:list': { input: z.void(), output: deliveryListSchema },
  /**
   * Starts to upload a preview or a job's PDF. When the call returns, Platen has a copy, which it
   * keeps until the upload is delivered or discarded.
   */
  'deliveries:upload': {
    input: z.object({
      pdf: z.union([
        z.object({ kind: z.literal('artifact'), id: z.string(), security: securitySchema }),
        z.object({ kind: z.literal('job'), id: jobIdSchema }),
      ]),
      uploads: z.array(uploadRequestSchema).min(1).max(16),
      compliance: complianceSchema.optional(),
    }),
    output: z.object({ ids: z.array(z.string()) }),
  },
  /** Retries now. `existing`: what to do if an object of that name exists. */
  'deliveries:retry': {
    input: z.object({
      ids: z.array(z.string()),
      existing: z.enum(existingPolicies).optional(),
    }),
    output: z.void(),
  },
  /** Cancels deliveries and deletes their partial uploads. Their PDFs stay. */
  'deliveries:cancel': { input: z.object({ ids: z.array(z.string()) }), output: z.void() },
  /** Removes rows from the list; an undelivered PDF is deleted with its last row. */
  'deliveries:remove': {
    input: z.object({ ids: z.union([z.array(z.string()), z.literal('ended')]) }),
    output: z.void(),
  },
  /** A temporary link to the object of an upload, valid for the number of seconds. */
  'deliveries:link': {
    input: z.object({ id: z.string(), seconds: linkSecondsSchema }),
    output: z.object({ url: z.string() }),
  },
  /** As `delivery:save-as`, for the PDF of an undelivered upload. */
  'deliveries:save-as': {
    input: z.object({ id: z.string() }),
    output: z.object({ path: z.string() }).nullable(),
  },
  /** Opens the URL of an upload in the default browser. */
  'deliveries:open': { input: z.object({ id: z.string() }), output: z.void() },

  'jobs:list': { input: z.void(), output: jobListSchema },
  /**
   * Adds jobs to the end of the queue, in this order and with the same options. They are on the
   * disk when the call returns.
   */
  'jobs:add': {
    input: z.object({ sources: z.array(sourceSchema).min(1), options: jobOptionsSchema }),
    output: z.object({ ids: z.array(jobIdSchema) }),
  },
  /** While the queue is paused, no job starts; running jobs continue. */
  'jobs:pause': { input: z.object({ paused: z.boolean() }), output: z.void() },
  /** Cancels queued and running jobs of the selection. */
  'jobs:cancel': { input: z.object({ ids: someJobs('unended') }), output: z.void() },
  /** Queues finished jobs again; if the PDF is kept, only saving is retried. */
  'jobs:retry': { input: z.object({ ids: someJobs('failed') }), output: z.void() },
  /** Removes jobs from the list and cancels running ones; saved PDFs stay. */
  'jobs:remove': { input: z.object({ ids: someJobs('ended') }), output: z.void() },
  /** Moves jobs before another one, or to the end. */
  'jobs:move': {
    input: z.object({ ids: z.array(jobIdSchema), before: jobIdSchema.nullable() }),
    output: z.void(),
  },
  /** Changes the options of jobs. Running and finished jobs use them when they are retried. */
  'jobs:change': {
    input: z.object({ ids: z.array(jobIdSchema), options: jobOptionsSchema }),
    output: z.void(),
  },
  'jobs:details': { input: z.object({ id: jobIdSchema }), output: jobDetailsSchema },
  /** What a job converts, to edit it. */
  'jobs:source': { input: z.object({ id: jobIdSchema }), output: sourceSchema },
  /** Those that have the warning at this index of a job's details. */
  'jobs:with-warning': {
    input: z.object({ id: jobIdSchema, index: z.number().int().min(0) }),
    output: z.object({ ids: z.array(jobIdSchema) }),
  },
  /** The most frequent ones of all jobs. */
  'jobs:warnings': { input: z.void(), output: z.array(warningGroupSchema) },
  /** For the preview; of a divided PDF, a part. */
  'jobs:artifact': { input: jobPdfSchema, output: artifactSchema },
  'jobs:open': { input: jobPdfSchema, output: z.void() },
  'jobs:show-in-folder': { input: jobPdfSchema, output: z.void() },
  /** Asks where to save, then writes the job's PDF; null if the user closes the dialog. */
  'jobs:save-as': {
    input: jobPdfSchema,
    output: z.object({ path: z.string() }).nullable(),
  },

  /** Removes rows unless it is undone: when it is finished, or the window's page ends. */
  'removals:add': { input: removalSchema, output: z.void() },
  'removals:undo': { input: removalSchema.pick({ id: true }), output: z.void() },
  'removals:finish': { input: removalSchema.pick({ id: true }), output: z.void() },

  'history:list': { input: z.void(), output: historyListSchema },
  /** Removes entries, or all; PDFs stay. */
  'history:remove': {
    input: z.object({ ids: z.union([z.array(historyIdSchema), z.literal('all')]) }),
    output: z.void(),
  },
  /** To convert it again or to edit it. */
  'history:source': { input: z.object({ id: historyIdSchema }), output: historySourceSchema },
  'history:open': { input: z.object({ id: historyIdSchema }), output: z.void() },
  'history:show-in-folder': { input: z.object({ id: historyIdSchema }), output: z.void() },

  /** Adds a preset, or replaces the one of that name, and returns all. */
  'presets:save': { input: presetSchema, output: z.array(presetSchema) },
  'presets:remove': { input: z.object({ name: presetNameSchema }), output: z.array(presetSchema) },
  /** Asks where to save, then writes all presets; null if the user closes the dialog. */
  'presets:export': { input: z.void(), output: z.object({ path: z.string() }).nullable() },
  /**
   * Asks for a file and imports its presets; a name that exists is numbered. Null if the user
   * closes the dialog.
   */
  'presets:import': {
    input: z.void(),
    output: z.object({ presets: z.array(presetSchema), imported: z.number().int() }).nullable(),
  },
} as const satisfies Record<string, BridgeCall>;

export const bridgeEvents = {
  'conversion:progress': z.object({
    id: conversionId,
    stage: conversionStageSchema,
    /** What the page has been waiting for, if for a second or longer, such as a URL. */
    waitingFor: messageSchema.optional(),
    /** While a service receives the request or sends the PDF: bytes so far, and in total. */
    bytes: z.object({ done: z.number(), of: z.number().optional() }).optional(),
  }),
  /** Sent a few times a second at most, however many jobs change. */
  'jobs:changed': jobChangesSchema,
  /** Sent a few times a second at most. */
  'deliveries:changed': deliveryChangesSchema,
  /** Entries were added or removed; sent a few times a second at most. */
  'history:changed': z.object({}),
  'service:changed': serviceStateSchema,
  /** The host of the sign-in window's page changed; null: the user closed the window. */
  'sign-in:changed': z.object({ host: z.string().nullable() }),
  /** The user chose a command in a menu. */
  'command:chosen': z.object({ id: commandIdSchema }),
  /** The user's session may be about to end, and no page is closed before that. */
  'app:session-ending': z.object({}),
  /** A message from after `app:start`. */
  'app:notice': noticeSchema,
  'app:notice-resolved': z.object({ id: z.string() }),
  /** Number of pages found so far in the search for those of a site. */
  'site:progress': z.object({ count: z.number().int() }),
  /** Number of files found so far while folders are scanned, a few times a second. */
  'source:progress': z.object({ count: z.number().int() }),
  /** A link outside of Platen asks to convert this URL; the window asks the user first. */
  'link:opened': z.object({ url: z.string() }),
  /** Files from a second start or the system's file manager. */
  'source:opened': sourceListSchema,
} as const satisfies Record<string, z.ZodType>;

/** Jobs by id, or all in a state. */
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
