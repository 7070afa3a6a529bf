import { defaultCrawlLimit } from '../../../shared/sites.js';
import { type Message, message } from '../../../shared/messages/message.js';
import { englishText } from '../../../shared/messages/translator.js';
import { existingPolicies } from '../../../shared/output.js';
import { findingKinds } from '../../../shared/request/preflight.js';
import { relationships } from '../../../shared/request/attachments.js';
import { helpWithExample, optionHelp } from '../../../shared/request/option-help.js';
import { pageFormatNames } from '../../../shared/request/paper.js';
import {
  type OwnOptionName,
  ownOption,
  ownOptionNames,
} from '../../../shared/request/own-options.js';
import { encryptions, storageClasses } from '../../../shared/object-settings.js';
import { machineTarget, ownerAcl } from '../../../shared/targets.js';
import { sourceEndings } from '../../engine/sources/source-kinds.js';
import {
  type CommandOption,
  type ParsedOptions,
  commonOptions,
  parseOptions,
} from '../command-line.js';
import { type HelpPage, wrap } from '../help.js';

/** The values of `--only`: the types of files that folders are searched for. */
export const fileTypes = ['html', 'mhtml', 'svg', 'markdown', 'text', 'epub', 'docx'] as const;

/** Examples of the values of `--split`. */
export const splitForms = ['pages:10', 'size:5MB', 'bookmarks'] as const;

/** Examples of the values of `--link`. */
const linkTimes = ['1h', '1d', '7d'] as const;

/** The values of `--acl`. */
export const aclChoices = [ownerAcl, 'none'] as const;

const content = message('convertHelp.contentGroup');
const access = message('convertHelp.accessGroup');
const output = message('convertHelp.outputGroup');
const run = message('convertHelp.runGroup');
const { concurrency, 'memory-limit': memoryLimit, json, help, version } = commonOptions(run);

const { base, uploads, failOn } = optionHelp;

/** `waitFor` is `--wait-for`. */
type Dashed<S extends string> = S extends `${infer First}${infer Rest}`
  ? First extends Lowercase<First>
    ? `${First}${Dashed<Rest>}`
    : `-${Lowercase<First>}${Dashed<Rest>}`
  : S;

type OwnFlag = Dashed<OwnOptionName>;

/** Returns the name of one of Platen's own options on the command line, without its dashes. */
export function ownFlag(name: OwnOptionName): OwnFlag {
  // The cast is safe: the type does the same.
  return name.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`) as OwnFlag;
}

function ownCommandOption(name: OwnOptionName): CommandOption {
  const option = ownOption(name);
  const common = { group: content, help: option.help };
  switch (option.kind) {
    case 'switch':
      return { ...common, type: 'boolean' };
    case 'choice': {
      const values = Object.keys(option.choices);
      return { ...common, type: 'string', placeholder: values.join('|'), values };
    }
    case 'file':
      return { ...common, type: 'string', placeholder: 'FILE' };
    case 'number':
      return { ...common, type: 'string', placeholder: 'N', help: withExample(option) };
    case 'text':
      return option.isLong === true
        ? { ...common, type: 'string', placeholder: 'FILE' }
        : { ...common, type: 'string', placeholder: 'TEXT', help: withExample(option) };
  }
}

function withExample({
  help,
  example,
}: {
  readonly help: Message;
  readonly example: Message | string;
}) {
  return message('options.withExample', { help, example });
}

// The cast is safe: there is one entry for each name.
const ownCommandOptions = Object.fromEntries(
  ownOptionNames.map((name) => [ownFlag(name), ownCommandOption(name)]),
) as Readonly<Record<OwnFlag, CommandOption>>;

/** Every option of `convert`, in the order of `--help`. */
export const convertOptions = {
  format: {
    type: 'string',
    placeholder: 'SIZE',
    values: pageFormatNames,
    group: content,
    help: message('convertHelp.format', {
      help: optionHelp.format.help,
      names: pageFormatNames,
      example: { or: optionHelp.format.examples },
    }),
  },
  landscape: { type: 'boolean', group: content, help: optionHelp.landscape.help },
  portrait: { type: 'boolean', group: content, help: message('convertHelp.portrait') },
  margin: {
    type: 'string',
    placeholder: 'LENGTH',
    group: content,
    help: message('convertHelp.margin', {
      help: optionHelp.margin.help,
      example: { or: optionHelp.margin.examples },
    }),
  },
  'margin-top': {
    type: 'string',
    placeholder: 'LENGTH',
    group: content,
    help: message('convertHelp.marginTop'),
  },
  'margin-right': {
    type: 'string',
    placeholder: 'LENGTH',
    group: content,
    help: message('convertHelp.marginRight'),
  },
  'margin-bottom': {
    type: 'string',
    placeholder: 'LENGTH',
    group: content,
    help: message('convertHelp.marginBottom'),
  },
  'margin-left': {
    type: 'string',
    placeholder: 'LENGTH',
    group: content,
    help: message('convertHelp.marginLeft'),
  },
  pages: {
    type: 'string',
    placeholder: 'PAGES',
    group: content,
    help: helpWithExample(optionHelp.pages),
  },
  zoom: {
    type: 'string',
    placeholder: 'FACTOR',
    group: content,
    help: helpWithExample(optionHelp.zoom),
  },
  'no-javascript': { type: 'boolean', group: content, help: optionHelp.disableJavascript.help },
  base: {
    type: 'string',
    placeholder: 'FOLDER|URL',
    group: content,
    help: message('convertHelp.base', { help: base.help }),
  },
  allow: {
    type: 'string',
    multiple: true,
    placeholder: 'FOLDER',
    group: content,
    help: message('convertHelp.allow'),
  },
  attach: {
    type: 'string',
    multiple: true,
    placeholder: 'FILE',
    group: content,
    help: message('convertHelp.attach'),
  },
  'attach-name': {
    type: 'string',
    multiple: true,
    placeholder: 'FILE=NAME',
    group: content,
    help: message('convertHelp.attachName'),
  },
  'attach-description': {
    type: 'string',
    multiple: true,
    placeholder: 'FILE=TEXT',
    group: content,
    help: message('convertHelp.attachDescription'),
  },
  'attach-relationship': {
    type: 'string',
    multiple: true,
    placeholder: 'FILE=KIND',
    group: content,
    help: message('convertHelp.attachRelationship', { choices: { or: relationships } }),
  },
  ...ownCommandOptions,
  'open-password-file': {
    type: 'string',
    placeholder: 'FILE',
    group: content,
    help: message('convertHelp.openPasswordFile'),
  },
  'owner-password-file': {
    type: 'string',
    placeholder: 'FILE',
    group: content,
    help: message('convertHelp.ownerPasswordFile'),
  },
  'sign-in': {
    type: 'string',
    placeholder: 'NAME',
    group: access,
    help: message('convertHelp.signIn'),
  },
  cookies: {
    type: 'string',
    placeholder: 'FILE',
    group: access,
    help: message('convertHelp.cookies'),
  },
  header: {
    type: 'string',
    multiple: true,
    placeholder: 'HEADER|@FILE',
    group: access,
    help: message('convertHelp.header'),
  },
  user: {
    type: 'string',
    placeholder: 'NAME',
    group: access,
    help: message('convertHelp.user'),
  },
  'password-file': {
    type: 'string',
    placeholder: 'FILE',
    group: access,
    help: message('convertHelp.passwordFile'),
  },
  'access-host': {
    type: 'string',
    multiple: true,
    placeholder: 'HOST',
    group: access,
    help: message('convertHelp.accessHost'),
  },
  out: {
    type: 'string',
    placeholder: 'FILE|FOLDER',
    group: output,
    help: message('convertHelp.out'),
  },
  filename: {
    type: 'string',
    placeholder: 'NAME.pdf',
    group: output,
    help: message('convertHelp.filename', { help: optionHelp.filename.help }),
  },
  to: {
    type: 'string',
    multiple: true,
    placeholder: 's3://BUCKET/NAME.pdf',
    group: output,
    help: message('convertHelp.to', { help: uploads.help, example: { or: uploads.examples } }),
  },
  target: {
    type: 'string',
    placeholder: `NAME|${machineTarget}`,
    group: output,
    help: message('convertHelp.target', { machine: machineTarget }),
  },
  acl: {
    type: 'string',
    placeholder: aclChoices.join('|'),
    values: aclChoices,
    group: output,
    help: message('convertHelp.acl', { acl: ownerAcl }),
  },
  identity: {
    type: 'string',
    placeholder: 'FILE',
    group: output,
    help: message('convertHelp.identity'),
  },
  'server-password-file': {
    type: 'string',
    placeholder: 'FILE',
    group: output,
    help: message('convertHelp.serverPasswordFile'),
  },
  'host-key': {
    type: 'string',
    placeholder: 'SHA256:…',
    group: output,
    help: message('convertHelp.hostKey'),
  },
  'cache-control': {
    type: 'string',
    placeholder: 'TEXT',
    group: output,
    help: message('convertHelp.cacheControl'),
  },
  'content-disposition': {
    type: 'string',
    placeholder: 'TEXT',
    values: ['inline', 'attachment'],
    group: output,
    help: message('convertHelp.contentDisposition'),
  },
  'storage-class': {
    type: 'string',
    placeholder: 'CLASS',
    values: storageClasses,
    group: output,
    help: message('convertHelp.storageClass'),
  },
  sse: {
    type: 'string',
    placeholder: encryptions.join('|'),
    values: encryptions,
    group: output,
    help: message('convertHelp.sse'),
  },
  'sse-kms-key-id': {
    type: 'string',
    placeholder: 'ID',
    group: output,
    help: message('convertHelp.sseKmsKeyId'),
  },
  'object-metadata': {
    type: 'string',
    multiple: true,
    placeholder: 'NAME=VALUE',
    group: output,
    help: message('convertHelp.objectMetadata'),
  },
  'object-tag': {
    type: 'string',
    multiple: true,
    placeholder: 'NAME=VALUE',
    group: output,
    help: message('convertHelp.objectTag'),
  },
  link: {
    type: 'string',
    placeholder: 'TIME',
    values: linkTimes,
    group: output,
    help: message('convertHelp.link'),
  },
  existing: {
    type: 'string',
    placeholder: 'POLICY',
    values: existingPolicies,
    group: output,
    help: message('convertHelp.existing'),
  },
  webhook: {
    type: 'string',
    placeholder: 'URL',
    group: output,
    help: helpWithExample(optionHelp.webhook),
  },
  remote: {
    type: 'string',
    placeholder: 'NAME',
    group: output,
    help: message('convertHelp.remote'),
  },
  'test-mode': { type: 'boolean', group: output, help: message('convertHelp.testMode') },
  'allow-private-webhook': {
    type: 'boolean',
    group: output,
    help: message('convertHelp.allowPrivateWebhook'),
  },
  gdpr: { type: 'boolean', group: output, help: optionHelp.gdpr.help },
  hipaa: { type: 'boolean', group: output, help: optionHelp.hipaa.help },
  merge: { type: 'boolean', group: output, help: message('convertHelp.merge') },
  split: {
    type: 'string',
    placeholder: 'pages:N|size:SIZE|bookmarks',
    values: splitForms,
    group: output,
    help: message('convertHelp.split'),
  },
  newer: { type: 'boolean', group: output, help: message('convertHelp.newer') },
  watch: { type: 'boolean', group: run, help: message('convertHelp.watch') },
  include: {
    type: 'string',
    multiple: true,
    placeholder: 'GLOB',
    group: run,
    help: message('convertHelp.include'),
  },
  exclude: {
    type: 'string',
    multiple: true,
    placeholder: 'GLOB',
    group: run,
    help: message('convertHelp.exclude'),
  },
  only: {
    type: 'string',
    placeholder: 'TYPES',
    values: fileTypes,
    group: run,
    help: message('convertHelp.only', { types: fileTypes }),
  },
  urls: {
    type: 'string',
    placeholder: 'FILE',
    group: run,
    help: message('convertHelp.urls'),
  },
  sitemap: {
    type: 'string',
    placeholder: 'FILE|URL',
    group: run,
    help: message('convertHelp.sitemap'),
  },
  crawl: {
    type: 'string',
    placeholder: 'DEPTH',
    group: run,
    help: message('convertHelp.crawl'),
  },
  'crawl-limit': {
    type: 'string',
    placeholder: 'N',
    group: run,
    help: message('convertHelp.crawlLimit', { limit: defaultCrawlLimit }),
  },
  'no-robots': { type: 'boolean', group: run, help: message('convertHelp.noRobots') },
  request: {
    type: 'string',
    placeholder: 'FILE.json',
    group: run,
    help: message('convertHelp.request'),
  },
  timeout: {
    type: 'string',
    placeholder: 'SECONDS',
    group: run,
    help: helpWithExample(optionHelp.timeoutSeconds),
  },
  'fail-on': {
    type: 'string',
    placeholder: 'KINDS',
    values: ['all', ...findingKinds],
    group: run,
    help: message('convertHelp.failOn', {
      help: failOn.help,
      kinds: findingKinds,
      example: { or: failOn.examples },
    }),
  },
  concurrency,
  'memory-limit': memoryLimit,
  json,
  quiet: { type: 'boolean', group: run, help: message('convertHelp.quiet') },
  help,
  version,
} as const satisfies Record<string, CommandOption>;

/** The parsed command line of `convert`. */
export type ConvertOptions = ParsedOptions<keyof typeof convertOptions>;

/** The options that set a field of a request; others have the name of the field. */
const optionsOfFields: Readonly<Record<string, readonly string[]>> = {
  'margin.top': ['margin-top', 'margin'],
  'margin.right': ['margin-right', 'margin'],
  'margin.bottom': ['margin-bottom', 'margin'],
  'margin.left': ['margin-left', 'margin'],
  disable_javascript: ['no-javascript'],
  timeoutSeconds: ['timeout'],
  failOn: ['fail-on'],
  'storage.bucket_destination': ['to'],
  'compliance.gdpr': ['gdpr'],
  'compliance.hipaa': ['hipaa'],
  attachments: ['attach'],
  signIn: ['sign-in', 'cookies', 'header', 'user'],
  protection: ['open-password-file', 'owner-password-file'],
};

/**
 * Names the fields of issues by the options that are set; the fields of a request file keep their
 * names there.
 */
export function convertField(argv: readonly string[]): (field: string) => string {
  const { values, switches, lists } = parseOptions(argv, convertOptions);
  const names: ReadonlySet<string> = new Set([...values.keys(), ...switches, ...lists.keys()]);
  return (field) => {
    const part = /^attachments\.\d+\.(.+)$/.exec(field)?.[1];
    if (part !== undefined) return `--attach-${part}`;
    const snakeCase = field.replace(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`);
    const dashed = snakeCase.replaceAll('_', '-');
    const option = (optionsOfFields[field] ?? [dashed]).find((name) => names.has(name));
    return option === undefined ? field : `--${option}`;
  };
}

/** Returns the help of `convert`. */
export function convertPage(): HelpPage {
  const intro = message('convertHelp.intro', { endings: { or: sourceEndings } });
  return {
    name: 'convert',
    usage: message('convertHelp.usage'),
    intro: wrap(englishText(intro), 0),
    options: convertOptions,
    sections: [
      {
        title: message('cli.outputSection'),
        paragraphs: [message('convertHelp.output'), message('convertHelp.keptPdfs')],
      },
      {
        title: message('convertHelp.bucketSection'),
        paragraphs: [
          message('convertHelp.credentials'),
          message('convertHelp.bucketFolders'),
          message('convertHelp.clearOptions'),
        ],
      },
      {
        title: message('convertHelp.serverSection'),
        paragraphs: [message('convertHelp.servers')],
      },
      {
        title: message('cli.statusSection'),
        terms: [
          ['0', message('convertHelp.success')],
          ['1', message('convertHelp.failure')],
          ['2', message('convertHelp.invalidRequest')],
          ['130, 143, 129', message('convertHelp.stopped')],
        ],
      },
      {
        title: message('cli.exampleSection'),
        lines: [
          'platen convert invoice.html',
          'platen convert manual --out pdf --format a5 --margin 1.5cm',
          'platen convert manual --out pdf --existing skip --filename {n}-{title}.pdf',
          'platen convert https://example.org/ --out page.pdf --landscape --pages 1-3',
          'platen convert https://example.org/docs/ --crawl 2 --merge --out docs.pdf',
          'platen convert cover.html report.pdf manual --merge --out book.pdf',
          'platen convert book.html --split bookmarks --out chapters',
          'platen convert inbox --watch --out pdf',
          'platen convert manual --to s3://papers/{date}/{name}.pdf --existing skip',
          'platen convert manual --to sftp://me@files.example.org/~/manual/',
          "echo '<h1>Hello</h1>' | platen convert - --out hello.pdf",
        ],
      },
    ],
  };
}
