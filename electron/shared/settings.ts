import { z } from 'zod';
import { languages } from './messages/catalog.js';
import { linkSecondsSchema } from './link-seconds.js';
import { type LengthUnit, lengthUnits } from './request/paper.js';
import { defaultKeepHours } from './service.js';

/** The groups of options in the form. */
const optionGroups = [
  'page',
  'header',
  'contents',
  'loading',
  'appearance',
  'info',
  'security',
  'privacy',
] as const;
export type OptionGroup = (typeof optionGroups)[number];

/** The largest memory limit of a page that can be set, in gigabytes. */
export const maxMemoryLimit = 64;

const fields = {
  theme: z.enum(['system', 'light', 'dark']),
  language: z.enum(['system', ...languages]),
  /** Unit in which margins and custom sizes are shown. */
  lengthUnit: z.enum(lengthUnits),
  /** Width of the settings column in CSS pixels. */
  composerWidth: z.number().int().min(300).max(480),
  openGroups: z.array(z.enum(optionGroups)),
  /** Whether the HTML editor is beside the paper, rather than above the options. */
  wideEditor: z.boolean(),
  /** Whether thumbnails and bookmarks are shown beside the pages. */
  thumbnails: z.boolean(),
  /** How the pages are scaled; a number is a factor, and 1 is actual size. */
  zoom: z.union([z.enum(['fit-page', 'fit-width']), z.number().min(0.1).max(5)]),
  /** Null: chosen for the machine. */
  concurrency: z.number().int().min(1).max(16).nullable(),
  /** How much memory a page may use, in gigabytes; null: chosen for the machine. */
  memoryLimit: z.number().int().min(1).max(maxMemoryLimit).nullable(),
  /** Whether to show a system notification when a batch finishes in the background. */
  notifications: z.boolean(),
  /** Whether new versions of Platen are looked for, and installed without a question. */
  updates: z.enum(['off', 'ask', 'automatic']),
  /** Whether webhooks may be sent to this machine and private networks. */
  privateWebhooks: z.boolean(),
  /** Whether the local server runs while the window is open, and its port. */
  serviceOn: z.boolean(),
  servicePort: z.number().int().min(1).max(65_535),
  /** Hosts of private networks that sources of requests to the service may reach. */
  serviceHosts: z.array(z.string().min(1)).max(100),
  /** How long the service keeps PDFs in its own storage, in hours. */
  serviceKeepHours: z.number().int().min(1).max(720),
  /** Id of the target of the last upload; null: none yet. */
  uploadTarget: z.string().nullable(),
  /** Default lifetime of a temporary link, in seconds. */
  linkSeconds: linkSecondsSchema,
  /** Width of the details beside the queue in CSS pixels. */
  queueDetailsWidth: z.number().int().min(280).max(640),
  /** How many conversions the history keeps; 0: none are recorded. */
  historyLimit: z.number().int().min(0).max(5000),
  /** Name of the preset that was applied last; null: none. */
  preset: z.string().nullable(),
  /** Folder of the last save, where the next save dialog opens. */
  saveFolder: z.string().optional(),
};

/**
 * A change of some settings; the others stay. Has no defaults: they would reset the settings that a
 * change omits.
 */
export const settingsChangeSchema = z.object(fields).partial();

/**
 * The window's settings between starts. Every field has a default, so that older files stay
 * readable.
 */
export const settingsSchema = z.object({
  ...fields,
  theme: fields.theme.default('system'),
  language: fields.language.default('system'),
  lengthUnit: fields.lengthUnit.default('mm'),
  composerWidth: fields.composerWidth.default(340),
  openGroups: fields.openGroups.default(['page']),
  wideEditor: fields.wideEditor.default(false),
  thumbnails: fields.thumbnails.default(true),
  zoom: fields.zoom.default('fit-page'),
  concurrency: fields.concurrency.default(null),
  memoryLimit: fields.memoryLimit.default(null),
  notifications: fields.notifications.default(true),
  updates: fields.updates.default('ask'),
  privateWebhooks: fields.privateWebhooks.default(false),
  serviceOn: fields.serviceOn.default(false),
  servicePort: fields.servicePort.default(8080),
  serviceHosts: fields.serviceHosts.default([]),
  serviceKeepHours: fields.serviceKeepHours.default(defaultKeepHours),
  uploadTarget: fields.uploadTarget.default(null),
  linkSeconds: fields.linkSeconds.default(86_400),
  queueDetailsWidth: fields.queueDetailsWidth.default(360),
  historyLimit: fields.historyLimit.default(500),
  preset: fields.preset.default(null),
});

export type Settings = z.infer<typeof settingsSchema>;

/** With another default of the unit, which differs by region. */
export function settingsSchemaWith(lengthUnit: LengthUnit) {
  return settingsSchema.extend({ lengthUnit: fields.lengthUnit.default(lengthUnit) });
}

/** The settings of a first start. */
export const defaultSettings: Settings = settingsSchema.parse({});
