import { z } from 'zod';
import { existingPolicies } from './output.js';
import { findingKinds } from './preflight.js';

/** The settings of the form, as they were typed; a preset is a named set of them. */
export const formSettingsSchema = z.object({
  /** A format name, `custom`, or empty for the size that the page's own CSS names, else A4. */
  format: z.string(),
  customWidth: z.string(),
  customHeight: z.string(),
  /** `auto`: as the format or the page says. */
  orientation: z.enum(['auto', 'portrait', 'landscape']),
  /** `page`: the page's own CSS is in force. */
  marginPreset: z.enum(['page', 'none', 'narrow', 'normal', 'wide', 'custom']),
  margin: z.object({ top: z.string(), right: z.string(), bottom: z.string(), left: z.string() }),
  pages: z.string(),
  /** In percent, as typed. */
  zoom: z.string(),
  javascript: z.boolean(),
  timeout: z.string(),
  /** The kinds of findings that fail a conversion; absent in older drafts. */
  failOn: z.array(z.enum(findingKinds)).default([]),
  /** Empty: the suggested name is used. */
  filename: z.string(),
  /** Full path of the folder that a batch goes to; empty: beside each source. */
  outputFolder: z.string().default(''),
  existing: z.enum(existingPolicies).default('number'),
  /** Whether a batch is saved locally. */
  save: z.boolean().default(true),
  /**
   * Ids of the targets that each PDF of a batch is uploaded to; none: nothing is uploaded unless
   * asked for.
   */
  uploadTargets: z.array(z.string()).default([]),
  /** The path in those buckets, as typed, with placeholders; empty: the target's own prefix. */
  uploadPath: z.string().default(''),
  webhook: z.string().default(''),
  /** Id of the endpoint that renders; null for local rendering. */
  renderOn: z.string().nullable().default(null),
  gdpr: z.boolean().default(false),
  hipaa: z.boolean().default(false),
});

export type FormSettings = z.infer<typeof formSettingsSchema>;

/**
 * What the user has entered, as typed: it is kept whether it is valid or not.
 * The renderer turns it into a conversion request; the main process only stores it.
 */
export const draftSchema = formSettingsSchema.extend({
  /** Which of the three ways in is open. */
  tab: z.enum(['files', 'url', 'html']),
  files: z.array(
    z.object({
      path: z.string(),
      name: z.string(),
      size: z.number(),
      folder: z.string().optional(),
    }),
  ),
  /** Path of the file in the list that the preview shows. */
  selectedPath: z.string().nullable(),
  /** One address, or several with a line for each. */
  url: z.string(),
  html: z.string(),
  /** Base folder or address for relative links of pasted HTML. */
  base: z.string(),
});

export type Draft = z.infer<typeof draftSchema>;
