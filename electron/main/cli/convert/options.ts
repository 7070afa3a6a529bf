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

const andList = new Intl.ListFormat('en');
const orList = new Intl.ListFormat('en', { type: 'disjunction' });

const content = 'Paper and content';
const access = 'Pages behind a login';
const output = 'Destination';
const run = 'Run';
const { concurrency, 'memory-limit': memoryLimit, json, help, version } = commonOptions(run);

const { base, uploads, failOn } = optionHelp;

/** `waitFor` is `--wait-for`. */
type Dashed<S extends string> = S extends `${infer First}${infer Rest}`
  ? First extends Lowercase<First>
    ? `${First}${Dashed<Rest>}`
    : `-${Lowercase<First>}${Dashed<Rest>}`
  : S;

type OwnFlag = Dashed<OwnOptionName>;

/** Its name on the command line, without dashes. */
export function ownFlag(name: OwnOptionName): OwnFlag {
  // The cast is safe: the type does the same.
  return name.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`) as OwnFlag;
}

function ownCommandOption(name: OwnOptionName): CommandOption {
  const option = ownOption(name);
  const common = { group: content, help: englishText(option.help) };
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
}): string {
  return englishText(message('options.withExample', { help, example }));
}

// The cast is safe: there is one entry for each name.
const ownCommandOptions = Object.fromEntries(
  ownOptionNames.map((name) => [ownFlag(name), ownCommandOption(name)]),
) as Readonly<Record<OwnFlag, CommandOption>>;

/** In the order of `--help`. */
export const convertOptions = {
  format: {
    type: 'string',
    placeholder: 'SIZE',
    values: pageFormatNames,
    group: content,
    help: `${englishText(optionHelp.format.help)} Names: ${andList.format(pageFormatNames)}. Example: ${orList.format(optionHelp.format.examples)}`,
  },
  landscape: { type: 'boolean', group: content, help: englishText(optionHelp.landscape.help) },
  portrait: { type: 'boolean', group: content, help: 'The opposite of --landscape.' },
  margin: {
    type: 'string',
    placeholder: 'LENGTH',
    group: content,
    help: `${englishText(optionHelp.margin.help)} Without either, 0.4in. Example: ${orList.format(optionHelp.margin.examples)}`,
  },
  'margin-top': {
    type: 'string',
    placeholder: 'LENGTH',
    group: content,
    help: 'Top margin; overrides --margin.',
  },
  'margin-right': {
    type: 'string',
    placeholder: 'LENGTH',
    group: content,
    help: 'Right margin; overrides --margin.',
  },
  'margin-bottom': {
    type: 'string',
    placeholder: 'LENGTH',
    group: content,
    help: 'Bottom margin; overrides --margin.',
  },
  'margin-left': {
    type: 'string',
    placeholder: 'LENGTH',
    group: content,
    help: 'Left margin; overrides --margin.',
  },
  pages: {
    type: 'string',
    placeholder: 'PAGES',
    group: content,
    help: englishText(helpWithExample(optionHelp.pages)),
  },
  zoom: {
    type: 'string',
    placeholder: 'FACTOR',
    group: content,
    help: englishText(helpWithExample(optionHelp.zoom)),
  },
  'no-javascript': {
    type: 'boolean',
    group: content,
    help: englishText(optionHelp.disableJavascript.help),
  },
  base: {
    type: 'string',
    placeholder: 'FOLDER|URL',
    group: content,
    help: `${englishText(base.help)} Only for HTML from standard input or a pipe.`,
  },
  allow: {
    type: 'string',
    multiple: true,
    placeholder: 'FOLDER',
    group: content,
    help: 'Folder that the pages may read in addition to their own. Symbolic links are resolved. May be repeated.',
  },
  attach: {
    type: 'string',
    multiple: true,
    placeholder: 'FILE',
    group: content,
    help: 'File that is attached to the PDF. May be repeated.',
  },
  'attach-name': {
    type: 'string',
    multiple: true,
    placeholder: 'FILE=NAME',
    group: content,
    help: 'Name that readers show for an attached file. FILE is as in --attach. Example: out/data-7.csv=data.csv',
  },
  'attach-description': {
    type: 'string',
    multiple: true,
    placeholder: 'FILE=TEXT',
    group: content,
    help: 'Description of an attached file, as readers show it. Example: data.csv=Figures of 2024',
  },
  'attach-relationship': {
    type: 'string',
    multiple: true,
    placeholder: 'FILE=KIND',
    group: content,
    help: `What an attached file is to the document: ${orList.format(relationships)}. Example: data.csv=data`,
  },
  ...ownCommandOptions,
  'open-password-file': {
    type: 'string',
    placeholder: 'FILE',
    group: content,
    help: 'File with the password that opens the PDF in its first line. Without it, the variable PLATEN_OPEN_PASSWORD provides it. The PDF is encrypted with AES-256.',
  },
  'owner-password-file': {
    type: 'string',
    placeholder: 'FILE',
    group: content,
    help: 'File with the password that gives all rights to the PDF in its first line. Without it, the variable PLATEN_OWNER_PASSWORD provides it. --allow-printing and the like need it.',
  },
  'sign-in': {
    type: 'string',
    placeholder: 'NAME',
    group: access,
    help: 'Name of a sign-in in the settings, which the window creates ("Sign in…" beside a URL).',
  },
  cookies: {
    type: 'string',
    placeholder: 'FILE',
    group: access,
    help: "File with cookies in Netscape's format (cookies.txt), as browser extensions and curl write it. Only the cookies for the host of the source are sent, and only to it.",
  },
  header: {
    type: 'string',
    multiple: true,
    placeholder: 'HEADER|@FILE',
    group: access,
    help: 'Header to send to the host of the source, also for its images and scripts. @FILE reads one header from each line of a file, so that other users of this machine cannot see it. May be repeated. Example: --header "X-Api-Key: abc"',
  },
  user: {
    type: 'string',
    placeholder: 'NAME',
    group: access,
    help: 'User name for HTTP authentication at the host of the source. The password is read from the variable PLATEN_PASSWORD or from --password-file.',
  },
  'password-file': {
    type: 'string',
    placeholder: 'FILE',
    group: access,
    help: 'File with the password of --user in its first line.',
  },
  'access-host': {
    type: 'string',
    multiple: true,
    placeholder: 'HOST',
    group: access,
    help: 'Host that receives cookies, headers and the password, instead of the host of the source. May be repeated. Examples: intranet.example.org, http://localhost:3000',
  },
  out: {
    type: 'string',
    placeholder: 'FILE|FOLDER',
    group: output,
    help: 'A name that ends in .pdf is a file, which is replaced; - is standard output. Any other name is a folder, which keeps the subfolders of a SOURCE folder. Without it, a PDF is saved next to its source.',
  },
  filename: {
    type: 'string',
    placeholder: 'NAME.pdf',
    group: output,
    help: `${englishText(optionHelp.filename.help)} A file in --out overrides it.`,
  },
  to: {
    type: 'string',
    multiple: true,
    placeholder: 's3://BUCKET/NAME.pdf',
    group: output,
    help: `${englishText(uploads.help)} Can be repeated. Without --out, nothing is saved locally. Example: ${orList.format(uploads.examples)}`,
  },
  target: {
    type: 'string',
    placeholder: `NAME|${machineTarget}`,
    group: output,
    help: `The destination in the settings whose access uploads use: a bucket or a server, or ${machineTarget} for the AWS configuration of this machine. Without it, the one with the same bucket, or the same server and user, and the longest matching folder.`,
  },
  acl: {
    type: 'string',
    placeholder: aclChoices.join('|'),
    values: aclChoices,
    group: output,
    help: `Sends the ACL ${ownerAcl} with uploads, or none, as servers without ACLs require. Without it, as the destination says.`,
  },
  identity: {
    type: 'string',
    placeholder: 'FILE',
    group: output,
    help: 'Private key that signs in to an SFTP server. Its passphrase is in PLATEN_SERVER_PASSWORD or --server-password-file. Default: the SSH agent, then ~/.ssh/id_ed25519, id_ecdsa and id_rsa',
  },
  'server-password-file': {
    type: 'string',
    placeholder: 'FILE',
    group: output,
    help: 'File whose first line is the password of a server, or the passphrase of --identity. Default: PLATEN_SERVER_PASSWORD',
  },
  'host-key': {
    type: 'string',
    placeholder: 'SHA256:…',
    group: output,
    help: 'Only host key that an SFTP server may have, such as SHA256:… (as ssh-keygen -l prints it). Default: the keys in known_hosts',
  },
  'cache-control': {
    type: 'string',
    placeholder: 'TEXT',
    group: output,
    help: 'The Cache-Control header of uploaded objects. Example: max-age=3600, public',
  },
  'content-disposition': {
    type: 'string',
    placeholder: 'TEXT',
    values: ['inline', 'attachment'],
    group: output,
    help: 'The Content-Disposition header of uploaded objects: inline shows them in the browser, attachment saves them. Example: attachment; filename="report.pdf"',
  },
  'storage-class': {
    type: 'string',
    placeholder: 'CLASS',
    values: storageClasses,
    group: output,
    help: 'The storage class of uploaded objects. Example: STANDARD_IA',
  },
  sse: {
    type: 'string',
    placeholder: encryptions.join('|'),
    values: encryptions,
    group: output,
    help: 'Requests that the server encrypts uploaded objects: AES256 with its own keys (SSE-S3), aws:kms with a key of KMS.',
  },
  'sse-kms-key-id': {
    type: 'string',
    placeholder: 'ID',
    group: output,
    help: 'The key for --sse aws:kms: its ID, ARN or alias. Without it, the default key of the account.',
  },
  'object-metadata': {
    type: 'string',
    multiple: true,
    placeholder: 'NAME=VALUE',
    group: output,
    help: 'Metadata of uploaded objects (x-amz-meta-NAME). Can be repeated.',
  },
  'object-tag': {
    type: 'string',
    multiple: true,
    placeholder: 'NAME=VALUE',
    group: output,
    help: 'A tag of uploaded objects. Can be repeated.',
  },
  link: {
    type: 'string',
    placeholder: 'TIME',
    values: linkTimes,
    group: output,
    help: 'Prints a link to each uploaded object instead of its URL. It allows anyone to read the object for this time, from 1m to 7d. Examples: 12h, 7d',
  },
  existing: {
    type: 'string',
    placeholder: 'POLICY',
    values: existingPolicies,
    group: output,
    help: 'If the name exists: number creates name-2.pdf, skip creates nothing, overwrite replaces it. Without it, files are numbered and uploads fail.',
  },
  webhook: {
    type: 'string',
    placeholder: 'URL',
    group: output,
    help: englishText(helpWithExample(optionHelp.webhook)),
  },
  remote: {
    type: 'string',
    placeholder: 'NAME',
    group: output,
    help: 'Converts with a service of the settings, which also handles --to and --webhook. PLATEN_REMOTE_KEY provides its key if the settings cannot.',
  },
  'test-mode': {
    type: 'boolean',
    group: output,
    help: 'Requests free PDFs with a watermark from the service.',
  },
  'allow-private-webhook': {
    type: 'boolean',
    group: output,
    help: 'Allows a webhook on this machine or in a private network.',
  },
  gdpr: { type: 'boolean', group: output, help: englishText(optionHelp.gdpr.help) },
  hipaa: { type: 'boolean', group: output, help: englishText(optionHelp.hipaa.help) },
  merge: {
    type: 'boolean',
    group: output,
    help: 'Merges all sources into one PDF in their order, with a bookmark for each. PDF files are added as they are.',
  },
  split: {
    type: 'string',
    placeholder: 'pages:N|size:SIZE|bookmarks',
    values: splitForms,
    group: output,
    help: 'Divides each PDF: after a number of pages, at a size that no part exceeds (KB, MB or GB), or at its top-level bookmarks. The parts are numbered: name-1.pdf, name-2.pdf. --out must be a folder.',
  },
  newer: {
    type: 'boolean',
    group: output,
    help: 'Converts only files that have changed since their PDF was written, and replaces it. Styles, images and other files that a page loads are not compared.',
  },
  watch: {
    type: 'boolean',
    group: run,
    help: 'Keeps running: converts what is there, then each document that appears or changes, once it is completely written. PDFs that are not older than their document are skipped at the start, as with --newer. Ctrl+C ends it; the exit status is then 0, or 1 if the last conversion of a document failed.',
  },
  include: {
    type: 'string',
    multiple: true,
    placeholder: 'GLOB',
    group: run,
    help: 'Converts only the files of folders that match, as in .gitignore: *.html, guide/, /index.html. May be repeated.',
  },
  exclude: {
    type: 'string',
    multiple: true,
    placeholder: 'GLOB',
    group: run,
    help: 'Skips the files of folders that match, as in .gitignore. May be repeated.',
  },
  only: {
    type: 'string',
    placeholder: 'TYPES',
    values: fileTypes,
    group: run,
    help: `Converts only files of these types in folders: ${andList.format(fileTypes)}. Example: html,svg`,
  },
  urls: {
    type: 'string',
    placeholder: 'FILE',
    group: run,
    help: 'Converts the URL in each line of a file, or of standard input (-), in addition to SOURCE.',
  },
  sitemap: {
    type: 'string',
    placeholder: 'FILE|URL',
    group: run,
    help: 'Converts the URLs that a sitemap lists, or those of an index of sitemaps, in addition to SOURCE.',
  },
  crawl: {
    type: 'string',
    placeholder: 'DEPTH',
    group: run,
    help: 'Adds the pages that each URL or HTML file links to, up to this many links away: of the same site, or in the folder of the file. With --merge they become one book. --include and --exclude select pages by their paths.',
  },
  'crawl-limit': {
    type: 'string',
    placeholder: 'N',
    group: run,
    help: `How many pages one source may lead to; ${defaultCrawlLimit.toLocaleString('en')} by default.`,
  },
  'no-robots': {
    type: 'boolean',
    group: run,
    help: 'Also reads pages that the robots.txt of a site excludes.',
  },
  request: {
    type: 'string',
    placeholder: 'FILE.json',
    group: run,
    help: 'Reads options, and the source if there is no SOURCE, from a /v1/pdf request. Options of the command line override it.',
  },
  timeout: {
    type: 'string',
    placeholder: 'SECONDS',
    group: run,
    help: englishText(helpWithExample(optionHelp.timeoutSeconds)),
  },
  'fail-on': {
    type: 'string',
    placeholder: 'KINDS',
    values: ['all', ...findingKinds],
    group: run,
    help: `${englishText(failOn.help)} Kinds: ${andList.format(findingKinds)}. Example: ${orList.format(failOn.examples)}`,
  },
  concurrency,
  'memory-limit': memoryLimit,
  json,
  quiet: { type: 'boolean', group: run, help: 'Prints no progress, only results and errors.' },
  help,
  version,
} as const satisfies Record<string, CommandOption>;

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

export function convertPage(): HelpPage {
  const intro = `Converts HTML to PDF. SOURCE is a file (${orList.format(sourceEndings)}), a folder with such files, a URL, or - for HTML from standard input.`;
  return {
    name: 'convert',
    usage: 'Usage: platen convert SOURCE... [options]',
    intro: wrap(intro, 0),
    options: convertOptions,
    sections: [
      {
        title: 'Output',
        paragraphs: [
          'The path of each PDF, or the URL of each upload, is printed to standard output, one per line. Progress and errors are printed to standard error.',
          'A PDF that cannot be saved or uploaded is kept, and the error shows where. A signal stops the run without incomplete files.',
        ],
      },
      {
        title: 'Buckets',
        paragraphs: [
          'Credentials are those of the destination in the settings with the same bucket and the longest matching prefix. Otherwise the AWS settings of this machine are used: AWS_ACCESS_KEY_ID, AWS_ENDPOINT_URL_S3 and so on, and profiles.',
          'Subfolders of a SOURCE are kept with --to s3://BUCKET/FOLDER/, which is short for s3://BUCKET/FOLDER/{folder}/{name}.pdf. PDFs with the same name are numbered.',
          'none, as the value of an option for uploaded objects such as --storage-class or --object-tag, removes what the destination sets.',
        ],
      },
      {
        title: 'SFTP and WebDAV servers',
        paragraphs: [
          'sftp://USER@HOST/PATH/NAME.pdf counts from the root of the server, sftp://USER@HOST/~/NAME.pdf from the folder of the user. davs://USER@HOST/PATH/NAME.pdf is WebDAV over HTTPS; dav:// is unencrypted, and sends a password to this machine only. Placeholders, folders and the policies of --existing are those of buckets. The PDF is written to a temporary name and then renamed. An SFTP server whose host key is neither known nor given is refused.',
        ],
      },
      {
        title: 'Exit status',
        terms: [
          ['0', 'all PDFs were created'],
          ['1', 'a PDF could not be created or uploaded; webhooks do not count'],
          ['2', 'invalid request: an option, or a source that cannot be read'],
          ['130, 143, 129', 'stopped by SIGINT (Ctrl+C), SIGTERM or SIGHUP'],
        ],
      },
      {
        title: 'Examples',
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
