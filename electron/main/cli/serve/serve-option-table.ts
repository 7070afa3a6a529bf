import type { CommandOption } from '../option-table.js';

export const serveGroups = ['Address', 'Accounts', 'PDFs', 'The run'] as const;

/** Every option of `serve`, in the order in which `--help` lists them. */
export const serveOptions = {
  host: {
    type: 'string',
    placeholder: 'ADDRESS',
    group: 'Address',
    help: 'Address to listen at; 127.0.0.1 if not set. Any other needs accounts, and TLS or --behind-proxy.',
  },
  port: {
    type: 'string',
    placeholder: 'PORT',
    group: 'Address',
    help: 'Port to listen at; 8080 if not set, 0 for any that is free.',
  },
  'tls-cert': {
    type: 'string',
    placeholder: 'FILE.pem',
    group: 'Address',
    help: "The server's certificate, with those behind it.",
  },
  'tls-key': {
    type: 'string',
    placeholder: 'FILE.pem',
    group: 'Address',
    help: 'The key of the certificate.',
  },
  'behind-proxy': {
    type: 'boolean',
    group: 'Address',
    help: 'Says that a proxy in front speaks TLS and sets X-Forwarded-Host and X-Forwarded-Proto. Needs accounts.',
  },
  'base-url': {
    type: 'string',
    placeholder: 'URL',
    group: 'Address',
    help: 'What the addresses of PDFs begin with; as the request came if not set. Example: https://pdf.example.org',
  },
  accounts: {
    type: 'string',
    placeholder: 'FOLDER',
    group: 'Accounts',
    help: 'Folder with accounts, their keys and credits; made where there is none. Without it, a key for this run is printed.',
  },
  database: {
    type: 'string',
    placeholder: 'URL',
    group: 'Accounts',
    help: 'Accounts in PostgreSQL, which several servers share. Example: postgres://platen@db/platen',
  },
  'no-auth': {
    type: 'boolean',
    group: 'Accounts',
    help: 'Takes requests without a key, from this computer only.',
  },
  results: {
    type: 'string',
    placeholder: 'FOLDER',
    group: 'PDFs',
    help: "Folder of the service's own storage; each database has one of its own in it, which its servers share.",
  },
  keep: {
    type: 'string',
    placeholder: 'HOURS',
    group: 'PDFs',
    help: 'How long PDFs are kept in it; 24 if not set.',
  },
  'allow-private': {
    type: 'string',
    multiple: true,
    placeholder: 'HOST',
    group: 'PDFs',
    help: 'Lets sources and webhooks lead to this host of a private network, with or without a port. May be given several times.',
  },
  timeout: {
    type: 'string',
    placeholder: 'SECONDS',
    group: 'PDFs',
    help: 'Seconds a page may take before its conversion fails; 30 if not set.',
  },
  'body-limit': {
    type: 'string',
    placeholder: 'MB',
    group: 'PDFs',
    help: 'The largest body of a request; 32 if not set.',
  },
  concurrency: {
    type: 'string',
    placeholder: 'N',
    group: 'The run',
    help: 'How many pages are converted at the same time.',
  },
  queue: {
    type: 'string',
    placeholder: 'N',
    group: 'The run',
    help: 'How many requests may wait beside those; 1000 if not set. Others are answered 429.',
  },
  json: { type: 'boolean', group: 'The run', help: 'Prints the address, and the key, as JSON.' },
  quiet: {
    type: 'boolean',
    group: 'The run',
    help: 'Writes no log of requests; faults are still told.',
  },
  help: { type: 'boolean', short: 'h', group: 'The run', help: 'Prints this text.' },
  version: { type: 'boolean', group: 'The run', help: 'Prints the version.' },
} as const satisfies Record<string, CommandOption>;

export type ServeOptionName = keyof typeof serveOptions;
