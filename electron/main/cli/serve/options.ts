import { message } from '../../../shared/messages/message.js';
import { englishText } from '../../../shared/messages/translator.js';
import { type CommandOption, type ParsedOptions, commonOptions } from '../command-line.js';
import { databaseFileOption } from '../database-option.js';
import { type HelpPage, wrap } from '../help.js';

const network = message('serveHelp.networkGroup');
const accounts = message('serveHelp.accountGroup');
const pdfs = message('serveHelp.pdfGroup');
const run = message('serveHelp.runGroup');
const { concurrency, 'memory-limit': memoryLimit, help, version } = commonOptions(run);

/** Every option of `serve`, in the order of `--help`. */
export const serveOptions = {
  host: {
    type: 'string',
    placeholder: 'HOST',
    group: network,
    help: message('serveHelp.host'),
  },
  port: {
    type: 'string',
    placeholder: 'PORT',
    group: network,
    help: message('serveHelp.port'),
  },
  'tls-cert': {
    type: 'string',
    placeholder: 'FILE.pem',
    group: network,
    help: message('serveHelp.tlsCert'),
  },
  'tls-key': {
    type: 'string',
    placeholder: 'FILE.pem',
    group: network,
    help: message('serveHelp.tlsKey'),
  },
  'behind-proxy': { type: 'boolean', group: network, help: message('serveHelp.behindProxy') },
  'base-url': {
    type: 'string',
    placeholder: 'URL',
    group: network,
    help: message('serveHelp.baseUrl'),
  },
  'metrics-listen': {
    type: 'string',
    placeholder: '[HOST:]PORT',
    group: network,
    help: message('serveHelp.metricsListen'),
  },
  'allow-no-sandbox': {
    type: 'boolean',
    group: network,
    help: message('serveHelp.allowNoSandbox'),
  },
  accounts: {
    type: 'string',
    placeholder: 'FOLDER',
    group: accounts,
    help: message('serveHelp.accounts'),
  },
  database: {
    type: 'string',
    placeholder: 'URL',
    group: accounts,
    help: message('serveHelp.database'),
  },
  'database-file': databaseFileOption(accounts),
  rate: { type: 'string', placeholder: 'N', group: accounts, help: message('serveHelp.rate') },
  'account-concurrency': {
    type: 'string',
    placeholder: 'N',
    group: accounts,
    help: message('serveHelp.accountConcurrency'),
  },
  'unpaid-seconds': {
    type: 'string',
    placeholder: 'N',
    group: accounts,
    help: message('serveHelp.unpaidSeconds'),
  },
  'no-auth': { type: 'boolean', group: accounts, help: message('serveHelp.noAuth') },
  results: {
    type: 'string',
    placeholder: 'FOLDER|s3://BUCKET/FOLDER',
    group: pdfs,
    help: message('serveHelp.results'),
  },
  keep: { type: 'string', placeholder: 'HOURS', group: pdfs, help: message('serveHelp.keep') },
  'allow-private': {
    type: 'string',
    multiple: true,
    placeholder: 'HOST',
    group: pdfs,
    help: message('serveHelp.allowPrivate'),
  },
  strict: { type: 'boolean', group: pdfs, help: message('serveHelp.strict') },
  timeout: {
    type: 'string',
    placeholder: 'SECONDS',
    group: pdfs,
    help: message('serveHelp.timeout'),
  },
  'body-limit': {
    type: 'string',
    placeholder: 'MB',
    group: pdfs,
    help: message('serveHelp.bodyLimit'),
  },
  concurrency,
  'memory-limit': memoryLimit,
  queue: { type: 'string', placeholder: 'N', group: run, help: message('serveHelp.queue') },
  json: { type: 'boolean', group: run, help: message('serveHelp.json') },
  quiet: { type: 'boolean', group: run, help: message('serveHelp.quiet') },
  help,
  version,
} as const satisfies Record<string, CommandOption>;

/** The parsed command line of `serve`. */
export type ServeOptions = ParsedOptions<keyof typeof serveOptions>;

/** Returns the help of `serve`. */
export function servePage(): HelpPage {
  return {
    name: 'serve',
    usage: message('serveHelp.usage'),
    intro: wrap(englishText(message('serveHelp.intro')), 0),
    options: serveOptions,
    sections: [
      { title: message('cli.outputSection'), paragraphs: [message('serveHelp.output')] },
      {
        title: message('cli.statusSection'),
        terms: [
          ['0', message('serveHelp.success')],
          ['1', message('serveHelp.failure')],
          ['2', message('serveHelp.invalidRequest')],
        ],
      },
      {
        title: message('cli.exampleSection'),
        lines: [
          'platen serve',
          'curl -u KEY: -H "Accept: application/pdf" --json \'{"source":"<h1>Hello</h1>"}\' \\',
          '  http://127.0.0.1:8080/v1/pdf --output hello.pdf',
          'platen serve keys add office --credits 1000 --accounts accounts',
          'platen serve --accounts accounts --host 0.0.0.0 --tls-cert cert.pem --tls-key key.pem',
        ],
      },
    ],
  };
}
