import { z } from 'zod';
import { existingPolicies } from './output.js';
import { findingKinds } from './request/preflight.js';
import { attachmentSchema } from './request/attachments.js';
import { storedProtectionSchema } from './request/protection.js';

/** What to do if the output exists, as the form offers it: `ask` applies to single documents. */
export const existingChoices = ['ask', ...existingPolicies] as const;
export type ExistingChoice = (typeof existingChoices)[number];

/** What the form proposes for a part. */
export const defaultSplit = { splitPages: '10', splitSize: '5 MB' } as const;

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
  /** In percent, or a factor below 10, as typed. */
  zoom: z.string(),
  javascript: z.boolean(),
  timeout: z.string(),
  /** The kinds of findings that fail a conversion. */
  failOn: z.array(z.enum(findingKinds)),
  /** Ends in `.pdf`; empty: the suggested name is used. */
  filename: z.string(),
  /** Full path of the folder for PDFs; empty: the folder of each source. */
  outputFolder: z.string(),
  existing: z.enum(existingChoices),
  /** Whether PDFs are saved locally. */
  save: z.boolean(),
  /** Ids of the targets that PDFs are uploaded to. */
  uploadTargets: z.array(z.string()),
  /** Where each PDF is divided into parts. */
  splitBy: z.enum(['none', 'pages', 'size', 'bookmarks']),
  /** The number of pages and the size of a part, as typed. */
  splitPages: z.string(),
  splitSize: z.string(),
  /** The path in those buckets, as typed, with placeholders; empty: the target's own prefix. */
  uploadPath: z.string(),
  webhook: z.string(),
  /** Id of the endpoint that renders; null for local rendering. */
  renderOn: z.string().nullable(),
  gdpr: z.boolean(),
  hipaa: z.boolean(),
  /** The files that are attached to the PDF, with names and descriptions as typed. */
  attachments: z.array(attachmentSchema),
  /** The passwords of the PDF, which are stored elsewhere; null for none. */
  protection: storedProtectionSchema.nullable(),
  /** Platen's own options as typed, by name; a switch that is on is `on`. */
  own: z.record(z.string(), z.string()),
});

export type FormSettings = z.infer<typeof formSettingsSchema>;

/**
 * The input of the form as typed, valid or not. The renderer converts it to a request; the main
 * process only stores it.
 */
export const draftSchema = formSettingsSchema.extend({
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
  /** Whether several files or URLs become one PDF, in their order. */
  merge: z.boolean(),
  html: z.string(),
  /** Base folder or URL for relative links of pasted HTML. */
  base: z.string(),
  /** Id of the sign-in for the URLs; null for none. */
  signIn: z.string().nullable(),
  /** Folders that the user allowed the HTML to read besides its base folder. */
  allowedFolders: z.array(z.string()),
});

export type Draft = z.infer<typeof draftSchema>;

/** The changed fields of a draft; the others stay. */
export const draftChangeSchema = draftSchema.partial();

/** A replaced part of a long text, so that a key press doesn't send all of it. */
export const textChangeSchema = z.object({
  /** Index of the first replaced UTF-16 code unit. */
  start: z.number().int().min(0),
  /** Number of code units that are replaced. */
  removed: z.number().int().min(0),
  inserted: z.string(),
});
export type TextChange = z.infer<typeof textChangeSchema>;

/** One replacement that splits no surrogate pair. */
export function textChange(before: string, after: string): TextChange {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before.charCodeAt(start) === after.charCodeAt(start)) start += 1;
  if (start > 0 && isHighSurrogate(before.charCodeAt(start - 1))) start -= 1;
  let end = 0;
  const last = (text: string) => text.charCodeAt(text.length - 1 - end);
  while (end < shorter - start && last(before) === last(after)) end += 1;
  if (end > 0 && isLowSurrogate(before.charCodeAt(before.length - end))) end -= 1;
  return {
    start,
    removed: before.length - start - end,
    inserted: after.slice(start, after.length - end),
  };
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}

function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff;
}

/** Applies a {@link textChange}. */
export function changedText(before: string, { start, removed, inserted }: TextChange): string {
  return before.slice(0, start) + inserted + before.slice(start + removed);
}
