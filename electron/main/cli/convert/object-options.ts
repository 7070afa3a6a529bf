import type { FieldIssue } from '../../../shared/messages/errors.js';
import { linkSecondsSchema } from '../../../shared/link-seconds.js';
import { message } from '../../../shared/messages/message.js';
import {
  type ObjectOption,
  type ObjectSettings,
  objectFlagName,
  objectFlags,
  objectOptions,
  readObjectSettings,
} from '../../../shared/object-settings.js';
import { excerpt } from '../../../shared/request/text.js';
import type { ConvertOptions } from './options.js';
import { uploadOptionIssues } from './output.js';

/** What the options for uploaded objects set. */
export interface ObjectTask {
  readonly object?: ObjectSettings;
  /** The options of the destination that uploads do not use. */
  readonly cleared?: readonly ObjectOption[];
  readonly linkSeconds?: number;
}

/** The fields of a task that these options set. */
export type ObjectPart = keyof ObjectTask;

const { metadata, tags, ...textFlags } = objectFlags;
const textOptions = [...Object.values(textFlags), 'link'] as const;
const pairOptions = [metadata, tags] as const;

/** The options that only uploads to buckets have. */
export const bucketOptions = ['acl', ...textOptions, ...pairOptions] as const;

/** As a value, removes the option of the destination. */
const none = 'none';

/** Reads the options for uploaded objects: their headers, metadata, tags and links. */
export function readObjectOptions(parsed: ConvertOptions): {
  readonly task: ObjectTask;
  readonly issues: readonly FieldIssue[];
} {
  const { values, lists } = parsed;
  const given = [
    ...textOptions.filter((option) => values.has(option)),
    ...pairOptions.filter((option) => lists.has(option)),
  ];
  if (given.length === 0) return { task: {}, issues: [] };
  const cleared = objectOptions.filter((option) => {
    const flag = objectFlags[option];
    const [written, ...more] = lists.get(flag) ?? [values.get(flag)];
    return written?.trim() === none && more.length === 0;
  });
  const text = (option: keyof typeof textFlags) =>
    cleared.includes(option) ? undefined : values.get(textFlags[option]);
  const { settings, issues: wrong } = readObjectSettings(
    {
      cacheControl: text('cacheControl'),
      contentDisposition: text('contentDisposition'),
      storageClass: text('storageClass'),
      encryption: text('encryption'),
      kmsKey: text('kmsKey'),
      metadata: cleared.includes('metadata') ? undefined : lists.get(metadata),
      tags: cleared.includes('tags') ? undefined : lists.get(tags),
    },
    objectFlagName,
  );
  const link = values.get('link');
  const seconds = link === undefined ? undefined : linkSeconds(link);
  const issues = [
    ...given.flatMap((option) => uploadOptionIssues(option, parsed)),
    ...wrong.map(({ option, message: issue }) => ({ field: objectFlags[option], message: issue })),
    ...(seconds === null
      ? [{ field: 'link', message: message('convert.linkForm', { value: excerpt(link ?? '') }) }]
      : []),
  ];
  if (issues.length > 0) return { task: {}, issues };
  const task = {
    ...(Object.keys(settings).length > 0 && { object: settings }),
    ...(cleared.length > 0 && { cleared }),
    ...(typeof seconds === 'number' && { linkSeconds: seconds }),
  };
  return { task, issues: [] };
}

const secondsPer: ReadonlyMap<string, number> = new Map([
  ['s', 1],
  ['m', 60],
  ['h', 3600],
  ['d', 86_400],
]);

/** The seconds of a time such as 7d; null if it is not one that a link can have. */
function linkSeconds(text: string): number | null {
  const [, count, unit = ''] = /^(\d{1,6})([smhd])$/.exec(text.trim()) ?? [];
  const seconds = Number(count) * (secondsPer.get(unit) ?? Number.NaN);
  return linkSecondsSchema.safeParse(seconds).data ?? null;
}
