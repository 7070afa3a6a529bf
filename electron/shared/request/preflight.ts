import { z } from 'zod';
import { type Message, message, messageSchema } from '../messages/message.js';
import { englishText } from '../messages/translator.js';

/**
 * Issues that don't stop a conversion: resources that failed to load, blocked requests, console
 * errors, missing characters and replaced fonts, clipped content, low-resolution images, content
 * that was still changing, signatures that became invalid, missing tags.
 */
export const findingKinds = [
  'resources',
  'refused',
  'console',
  'fonts',
  'cut-off',
  'images',
  'changing',
  'signatures',
  'tags',
] as const;
export type FindingKind = (typeof findingKinds)[number];

/** The label of each kind, used as a heading and as an option of `failOn`. */
export const findingKindLabels: Readonly<Record<FindingKind, Message>> = {
  resources: message('preflight.resourcesLabel'),
  refused: message('preflight.refusedLabel'),
  console: message('preflight.consoleLabel'),
  fonts: message('preflight.fontsLabel'),
  'cut-off': message('preflight.cutOffLabel'),
  images: message('preflight.imagesLabel'),
  changing: message('preflight.changingLabel'),
  signatures: message('preflight.signaturesLabel'),
  tags: message('preflight.tagsLabel'),
};

const countMessages = {
  resources: 'preflight.resourcesCount',
  refused: 'preflight.refusedCount',
  console: 'preflight.consoleCount',
  fonts: 'preflight.fontsCount',
  'cut-off': 'preflight.cutOffCount',
  images: 'preflight.imagesCount',
  changing: 'preflight.changingCount',
  signatures: 'preflight.signaturesCount',
  tags: 'preflight.tagsCount',
} as const;

/** `2 console errors` */
export function findingsCount(kind: FindingKind, count: number): Message {
  return { key: countMessages[kind], params: { count } };
}

/** One issue of a page. */
const findingSchema = z.object({
  kind: z.enum(findingKinds),
  /** A full sentence with the URL or value in question. */
  message: messageSchema,
  /** Of a local file that the page may not read: the folder that the user can allow. */
  folder: z.string().optional(),
  /** The beginning of the text of an element, by which it can be found in the PDF. */
  text: z.string().optional(),
  /** Pixels of an image, by which it can be found in the PDF. */
  image: z.object({ width: z.number(), height: z.number() }).optional(),
  /** How much of it is beyond the right edge of the paper. */
  beyondMillimeters: z.number().optional(),
});
export type Finding = z.infer<typeof findingSchema>;

/** All issues of a page, in order. */
export const preflightSchema = z.array(findingSchema);
export type Preflight = readonly Finding[];

/** Each once, in order. What is below one of them is allowed with it. */
export function foldersToAllow(preflight: Preflight): readonly string[] {
  const found = preflight.flatMap(({ folder }) => (folder === undefined ? [] : [folder]));
  const folders = [...new Set(found)];
  return folders.filter((folder) => !folders.some((other) => isBelow(folder, other)));
}

function isBelow(folder: string, other: string): boolean {
  return folder.startsWith(`${other}/`) || folder.startsWith(`${other}\\`);
}

/** In English, for `--json`. */
export function publicFindings(
  preflight: Preflight,
): readonly { readonly kind: FindingKind; readonly message: string }[] {
  return preflight.map(({ kind, message: finding }) => ({ kind, message: englishText(finding) }));
}
