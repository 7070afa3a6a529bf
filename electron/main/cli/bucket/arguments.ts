import type { FieldIssue } from '../../../shared/messages/errors.js';
import { message } from '../../../shared/messages/message.js';
import { excerpt } from '../../../shared/request/text.js';
import { invalidRequest, issueMessage } from '../../../shared/request/validation.js';
import { type BucketFolder, bucketFolderSchema } from '../../../shared/targets.js';
import { type CommandOption, commonOptions, parseOptions } from '../command-line.js';
import { type HelpPage, wrap } from '../help.js';

const group = 'Options';
const { json, help } = commonOptions(group);

/** In the order of `--help`. */
export const bucketOptions = {
  target: {
    type: 'string',
    placeholder: 'NAME',
    group,
    help: 'Uses the server and key of this destination of the settings, or "aws" for the AWS configuration. Without it, the destination that matches the bucket, or the AWS configuration.',
  },
  json,
  help,
} as const satisfies Record<string, CommandOption>;

/** The words that may follow `bucket`. */
export const bucketVerbs = ['list'];

export type BucketTask =
  | { readonly verb: 'help' }
  | {
      readonly verb: 'list';
      /** The folder whose folders are listed; null: the buckets. */
      readonly place: BucketFolder | null;
      /** Name of the destination whose credentials are used; absent: the one that matches. */
      readonly target?: string | undefined;
      readonly json: boolean;
    };

export function bucketPage(): HelpPage {
  return {
    name: 'bucket',
    usage: 'Usage: platen bucket COMMAND',
    intro: [
      '  platen bucket list [s3://BUCKET[/FOLDER/]]',
      ...wrap('Lists the buckets, or the folders in a bucket or folder, as s3:// URIs.', 6),
    ],
    options: bucketOptions,
    sections: [],
  };
}

/** @throws AppError `invalid-request` with all issues */
export function parseBucketArguments(argv: readonly string[]): BucketTask {
  const parsed = parseOptions(argv, bucketOptions);
  if (parsed.switches.has('help')) return { verb: 'help' };
  const [verb = '', ...places] = parsed.positionals;
  const read = readPlace(places);
  const issues = [...parsed.issues, ...verbIssues(verb), ...read.issues];
  if (issues.length > 0) throw invalidRequest(issues);
  const { values, switches } = parsed;
  return {
    verb: 'list',
    place: read.place,
    target: values.get('target'),
    json: switches.has('json'),
  };
}

function verbIssues(verb: string): readonly FieldIssue[] {
  if (bucketVerbs.includes(verb)) return [];
  const issue =
    verb === ''
      ? message('bucketCommand.noVerb')
      : message('bucketCommand.unknownVerb', { verb: excerpt(verb) });
  return [{ field: 'bucket', message: issue }];
}

function readPlace([place, ...others]: readonly string[]): {
  readonly place: BucketFolder | null;
  readonly issues: readonly FieldIssue[];
} {
  if (place === undefined) return { place: null, issues: [] };
  const issue = (text: FieldIssue['message']) => ({
    place: null,
    issues: [{ field: 'bucket', message: text }],
  });
  if (others.length > 0) return issue(message('bucketCommand.onePlace'));
  const [, bucket, path = ''] = /^s3:\/\/([^/]+)(?:\/(.*))?$/s.exec(place) ?? [];
  if (bucket === undefined) return issue(message('bucketCommand.place', { text: excerpt(place) }));
  const read = bucketFolderSchema.safeParse({ bucket, prefix: path.replace(/\/$/, '') });
  if (read.success) return { place: read.data, issues: [] };
  const issues = read.error.issues.map((each) => issueMessage(each));
  return { place: null, issues: issues.map((text) => ({ field: 'bucket', message: text })) };
}
