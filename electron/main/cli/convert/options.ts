import { message } from '../../../shared/messages/message.js';
import { englishText } from '../../../shared/messages/translator.js';
import { findingKinds } from '../../../shared/preflight.js';
import { helpWithExample, optionHelp } from '../../../shared/request/option-help.js';
import { sourceEndings } from '../../engine/sources/source-kinds.js';
import { type CommandOption, type ParsedOptions, commonOptions } from '../command-line.js';
import { helpText, wrap } from '../help.js';

const content = message('convertHelp.contentGroup');
const output = message('convertHelp.outputGroup');
const run = message('convertHelp.runGroup');
const { concurrency, 'memory-limit': memoryLimit, json, help, version } = commonOptions(run);

const { base, uploads, failOn } = optionHelp;

/** Every option of `convert`, in the order of `--help`. */
export const convertOptions = {
  format: {
    type: 'string',
    placeholder: 'SIZE',
    group: content,
    help: helpWithExample(optionHelp.format),
  },
  landscape: { type: 'boolean', group: content, help: optionHelp.landscape.help },
  portrait: { type: 'boolean', group: content, help: message('convertHelp.portrait') },
  margin: {
    type: 'string',
    placeholder: 'LENGTH',
    group: content,
    help: helpWithExample(optionHelp.margin),
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
  existing: {
    type: 'string',
    placeholder: 'POLICY',
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
  urls: {
    type: 'string',
    placeholder: 'FILE',
    group: run,
    help: message('convertHelp.urls'),
  },
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

/** Renders `convert --help`. */
export function convertHelp(): string {
  const intro = message('convertHelp.intro', { endings: { or: sourceEndings } });
  return helpText({
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
        paragraphs: [message('convertHelp.credentials'), message('convertHelp.bucketFolders')],
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
          'platen convert manual --to s3://papers/{date}/{name}.pdf --existing skip',
          "echo '<h1>Hello</h1>' | platen convert - --out hello.pdf",
        ],
      },
    ],
  });
}
