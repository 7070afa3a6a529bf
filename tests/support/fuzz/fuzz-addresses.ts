import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Run, runConvert } from '../../integration/support/run-convert.js';
import { pagesOf } from './address-pages.js';
import { generateAddresses } from './addresses.js';

/** The result of a run of `convert` over pages with generated URLs. */
export interface AddressReport {
  readonly run: Run;
  /** The number of sources, and of those converted. */
  readonly pages: number;
  readonly converted: number;
  /** The number of errors by code. */
  readonly codes: Readonly<Record<string, number>>;
  /** Sources without a result. */
  readonly unreported: readonly string[];
  /** Lines of stderr that report a fault in Platen or in the stand-in. */
  readonly faults: readonly string[];
}

/** One line of `convert --json`. */
interface Result {
  readonly source: string;
  readonly path?: string;
  readonly error?: { readonly code: string };
}

interface FuzzServer extends AsyncDisposable {
  readonly origin: string;
}

/** A report of the stand-in, or a line of a stack trace. */
const faultLine = /^(?:electron-on-chromium: |\s+at |node:|[A-Z]\w*Error\b)/;

/** Returns a URL as a header value: UTF-8 bytes without control characters. */
function headerValue(address: string): string {
  return Buffer.from(address)
    .toString('latin1')
    .replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, '');
}

/** Serves pages at `/page/N`, redirects at `/to/N`, and pages with a URL in a header. */
async function startFuzzServer(
  addresses: readonly string[],
  pages: (origin: string) => readonly string[],
): Promise<FuzzServer> {
  const held: { pages: readonly string[] } = { pages: [] };
  const server = createServer((request, response) => {
    const [, kind, number = ''] = (request.url ?? '').split('/');
    const address = headerValue(addresses[Number(number)] ?? '');
    if (kind === 'to')
      response.writeHead(Number(number) % 2 === 0 ? 302 : 307, { location: address });
    if (kind === 'page') {
      const policy = `upgrade-insecure-requests; report-uri ${address.replaceAll(/[;,]/g, '')}`;
      response.writeHead(200, {
        'content-type': 'text/html; charset=utf-8',
        link: `<${address}>; rel=preload; as=image, <${address}>; rel=stylesheet`,
        'content-location': address,
        sourcemap: address,
        ...(Number(number) % 2 === 0 && { 'content-security-policy-report-only': policy }),
        ...(Number(number) % 10 === 0 && { refresh: `0; url=${address}` }),
      });
    }
    response.end(kind === 'page' ? held.pages[Number(number)] : '');
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  held.pages = pages(origin);
  return {
    origin,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

/**
 * Converts pages with generated URLs in one run of `convert`: half of the pages are files, half
 * are on a server, which also redirects to such URLs. @param folder an empty folder
 */
export async function fuzzAddresses(
  folder: string,
  count: number,
  seed: number,
): Promise<AddressReport> {
  const addresses = generateAddresses(count, seed);
  const half = Math.ceil(count / 2);
  const numbers = new Map(addresses.map((address, number) => [address, number]));
  const redirects = (origin: string) => (address: string) =>
    `${origin}/to/${numbers.get(address) ?? 0}`;
  const served = (origin: string) => pagesOf(addresses.slice(half), redirects(origin));
  await using server = await startFuzzServer(addresses, served);
  const onDisk = pagesOf(addresses.slice(0, half), redirects(server.origin));
  mkdirSync(join(folder, 'pages'), { recursive: true });
  onDisk.forEach((page, number) => writeFileSync(join(folder, 'pages', `${number}.html`), page));
  const urls = served(server.origin).flatMap((_page, number) => [
    `${server.origin}/page/${number}`,
    // The page itself navigates to a URL.
    ...(number % 4 === 0 ? [`${server.origin}/to/${number}`] : []),
  ]);
  writeFileSync(join(folder, 'urls.txt'), urls.join('\n'));
  const args = [
    'pages',
    '--urls',
    'urls.txt',
    '--out',
    'pdf',
    '--json',
    '--quiet',
    '--timeout',
    '20',
  ];
  const run = await runConvert(args, { cwd: folder });
  const sources = [
    ...onDisk.map((_page, number) => join(folder, 'pages', `${number}.html`)),
    ...urls,
  ];
  const lines = [...run.lines, ...run.stderr.split('\n').filter((line) => line.startsWith('{'))];
  const results = lines.map((line) => JSON.parse(line) as Result);
  const reported = new Set(results.map(({ source }) => source));
  return {
    run,
    pages: sources.length,
    converted: results.filter(({ path }) => path !== undefined).length,
    codes: countsOf(results.flatMap(({ error }) => error?.code ?? [])),
    unreported: sources.filter((source) => !reported.has(source)),
    faults: run.stderr.split('\n').filter((line) => faultLine.test(line)),
  };
}

function countsOf(names: readonly string[]): Readonly<Record<string, number>> {
  return Object.fromEntries(
    [...new Set(names)].map((name) => [name, names.filter((each) => each === name).length]),
  );
}
