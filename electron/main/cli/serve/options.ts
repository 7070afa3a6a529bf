import { type CommandOption, type ParsedOptions, commonOptions } from '../command-line.js';
import { databaseFileOption } from '../database-option.js';
import { type HelpPage, wrap } from '../help.js';

const network = 'Network';
const accounts = 'Accounts';
const pdfs = 'PDFs';
const run = 'Run';
const { concurrency, 'memory-limit': memoryLimit, help, version } = commonOptions(run);

/** In the order of `--help`. */
export const serveOptions = {
  host: {
    type: 'string',
    placeholder: 'HOST',
    group: network,
    help: 'Host or IP address to listen on; 127.0.0.1 if not set. Any other requires accounts, and TLS or --behind-proxy.',
  },
  port: {
    type: 'string',
    placeholder: 'PORT',
    group: network,
    help: 'Port to listen on; 8080 if not set, 0 for any free port.',
  },
  'tls-cert': {
    type: 'string',
    placeholder: 'FILE.pem',
    group: network,
    help: 'The certificate of the server, with its chain.',
  },
  'tls-key': {
    type: 'string',
    placeholder: 'FILE.pem',
    group: network,
    help: 'The private key of the certificate.',
  },
  'behind-proxy': {
    type: 'boolean',
    group: network,
    help: 'A proxy provides TLS and sets X-Forwarded-Host and X-Forwarded-Proto. Requires accounts.',
  },
  'base-url': {
    type: 'string',
    placeholder: 'URL',
    group: network,
    help: 'Base of the URLs of PDFs; the host of the request if not set. Example: https://pdf.example.org',
  },
  'metrics-listen': {
    type: 'string',
    placeholder: '[HOST:]PORT',
    group: network,
    help: 'Serves /metrics and the probes, without a key, on this address instead; the host is 127.0.0.1 if not set. Example: 0.0.0.0:9464',
  },
  'allow-no-sandbox': {
    type: 'boolean',
    group: network,
    help: "Serves other machines even if pages run without Chromium's sandbox, as for root. A page may then take over this machine.",
  },
  accounts: {
    type: 'string',
    placeholder: 'FOLDER',
    group: accounts,
    help: 'Folder of accounts with their keys and credits; created if missing. Without accounts, a key for this run is printed.',
  },
  database: {
    type: 'string',
    placeholder: 'URL',
    group: accounts,
    help: 'PostgreSQL database of accounts, which several servers can share. Example: postgres://platen@db/platen',
  },
  'database-file': databaseFileOption(accounts),
  rate: {
    type: 'string',
    placeholder: 'N',
    group: accounts,
    help: 'Requests per minute of accounts without a rate of their own (default: 6000).',
  },
  'account-concurrency': {
    type: 'string',
    placeholder: 'N',
    group: accounts,
    help: 'How many pages of one account are converted in parallel (default: one less than --concurrency).',
  },
  'unpaid-seconds': {
    type: 'string',
    placeholder: 'N',
    group: accounts,
    help: 'Seconds of work per hour that cost an account no credit: test mode and failed requests (default: 1800).',
  },
  'no-auth': {
    type: 'boolean',
    group: accounts,
    help: 'Accepts requests without a key, from this machine only.',
  },
  results: {
    type: 'string',
    placeholder: 'FOLDER|s3://BUCKET/FOLDER',
    group: pdfs,
    help: 'Where PDFs are stored: a folder, or a bucket, with the credentials of uploads. Each database has a subfolder, which its servers share.',
  },
  keep: {
    type: 'string',
    placeholder: 'HOURS',
    group: pdfs,
    help: 'How long PDFs are stored; 24 if not set.',
  },
  'allow-private': {
    type: 'string',
    multiple: true,
    placeholder: 'HOST',
    group: pdfs,
    help: 'Allows sources and webhooks on this host of a private network, with or without a port. Can be repeated.',
  },
  strict: {
    type: 'boolean',
    group: pdfs,
    help: 'Accepts only the options of the API, not those that Platen adds to it.',
  },
  timeout: {
    type: 'string',
    placeholder: 'SECONDS',
    group: pdfs,
    help: 'Seconds until a conversion fails; 30 if not set.',
  },
  'body-limit': {
    type: 'string',
    placeholder: 'MB',
    group: pdfs,
    help: 'Maximum size of a request body; 32 if not set.',
  },
  concurrency,
  'memory-limit': memoryLimit,
  queue: {
    type: 'string',
    placeholder: 'N',
    group: run,
    help: 'Number of requests that may wait; 1000 if not set. Others get status 429.',
  },
  json: { type: 'boolean', group: run, help: 'Prints the URL, and the key, as JSON.' },
  quiet: { type: 'boolean', group: run, help: 'Logs no requests, only warnings and errors.' },
  help,
  version,
} as const satisfies Record<string, CommandOption>;

export type ServeOptions = ParsedOptions<keyof typeof serveOptions>;

export function servePage(): HelpPage {
  return {
    name: 'serve',
    usage: 'Usage: platen serve [options]\n       platen serve keys --help',
    intro: wrap(
      'Serves POST /v1/pdf with the local engine. The documentation of a running service is at /docs.',
      0,
    ),
    options: serveOptions,
    sections: [
      {
        title: 'Output',
        paragraphs: [
          'One line on standard output when the service is ready: its URL and, without accounts, the key of this run after a space. The log goes to standard error as JSON.',
        ],
      },
      {
        title: 'Exit status',
        terms: [
          ['0', 'stopped on request'],
          ['1', 'could not start, or failed'],
          ['2', 'invalid option'],
        ],
      },
      {
        title: 'Examples',
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
