import { z } from 'zod';
import { existingPolicies } from './output.js';
import { findingKinds } from './preflight.js';

/** The options of the form as typed. A preset is a named set of them. */
export const formSettingsSchema = z.object({
  /** A format name, `custom`, or empty: the size in the page's own CSS, else A4. */
  format: z.string(),
  customWidth: z.string(),
  customHeight: z.string(),
  /** `auto`: as the format or the page says. */
  orientation: z.enum(['auto', 'portrait', 'landscape']),
  /** `page`: the margins of the page's own CSS. */
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
  /** Full path of the folder for the PDFs of a batch; empty: the folder of each source. */
  outputFolder: z.string().default(''),
  existing: z.enum(existingPolicies).default('number'),
  /** Whether a batch is saved locally. */
  save: z.boolean().default(true),
  /** Ids of the targets that each PDF of a batch is uploaded to. */
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
 * The input of the form as typed, valid or not. The renderer converts it to a request; the main
 * process only stores it.
 */
export const draftSchema = formSettingsSchema.extend({
  /** The open tab. */
  tab: z.enum(['files', 'url', 'html']),
  files: z.array(
    z.object({
      path: z.string(),
      name: z.string(),
      size: z.number(),
      folder: z.string().optional(),
      /** Folders that the user allowed this file to read besides its own. */
      allowedFolders: z.array(z.string()).optional(),
    }),
  ),
  /** Path of the file in the list that the preview shows. */
  selectedPath: z.string().nullable(),
  /** One URL, or one per line. */
  url: z.string(),
  html: z.string(),
  /** Base folder or URL for relative links of pasted HTML. */
  base: z.string(),
  /** Folders that the user allowed the HTML to read besides its base folder. */
  allowedFolders: z.array(z.string()).default([]),
});

export type Draft = z.infer<typeof draftSchema>;
