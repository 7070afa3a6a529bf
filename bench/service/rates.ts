import { Agent, request } from 'node:http';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { outputOf } from '../../tests/support/run-program.js';
import { ProcessCounter, cpuBetween, cpuSum, treeCpu } from '../measure/process-tree.js';
import type { MeasuredServer } from './servers.js';

/**
 * Returns PDFs per second of one `convert` without its startup, measured by a run with one
 * document.
 */
export async function rateOfConvert(
  documents: { readonly all: string; readonly one: string },
  count: number,
  out: string,
  concurrency: number,
): Promise<number> {
  const one = await secondsOfConvert(documents.one, join(out, 'one'), concurrency);
  const all = await secondsOfConvert(documents.all, join(out, 'all'), concurrency);
  return (count - 1) / (all - one);
}

/** A server's figures. */
export interface ServerRate {
  readonly perSecond: number;
  /** Processor time of the server and its descendants per document, in milliseconds. */
  readonly cpuMs: number;
  /** Processes started per document. */
  readonly processes: number;
}

/**
 * Measures a server with this many parallel clients.
 * @throws Error for a response that is not a PDF
 */
export async function rateOfServer(
  server: MeasuredServer,
  sources: readonly string[],
  clients: number,
): Promise<ServerRate> {
  const bodies = sources.map((path) => JSON.stringify({ source: readFileSync(path, 'utf8') }));
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const rest = bodies.values();
  const askAll = async () => {
    for (const body of rest) await ask(server, body, agent);
  };
  const counter = new ProcessCounter(server.pid);
  const cpuBefore = treeCpu(server.pid);
  const begin = performance.now();
  await Promise.all(Array.from({ length: clients }, askAll));
  const seconds = (performance.now() - begin) / 1000;
  const cpu = cpuSum(cpuBetween(cpuBefore, treeCpu(server.pid)));
  agent.destroy();
  return {
    perSecond: sources.length / seconds,
    cpuMs: (cpu * 1000) / sources.length,
    processes: counter.stop() / sources.length,
  };
}

async function secondsOfConvert(source: string, out: string, concurrency: number): Promise<number> {
  mkdirSync(out, { recursive: true });
  const launcher = join(process.env['PLATEN_BENCH_ROOT'] ?? '', 'tools', 'run.mjs');
  const width = ['--concurrency', String(concurrency)];
  const begin = performance.now();
  const args = [launcher, 'convert', source, '--quiet', '--out', out, ...width];
  await outputOf(process.execPath, args);
  return (performance.now() - begin) / 1000;
}

async function ask({ address, authorization }: MeasuredServer, body: string, agent: Agent) {
  const headers = {
    accept: 'application/pdf',
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    ...(authorization !== '' && { authorization }),
  };
  const bytes = await new Promise<Buffer>((answered, failed) => {
    const sent = request(`${address}/v1/pdf`, { method: 'POST', agent, headers }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (data: Buffer) => parts.push(data));
      response.on('error', failed);
      response.on('end', () => answered(Buffer.concat(parts)));
    });
    sent.on('error', failed);
    sent.end(body);
  });
  if (bytes.subarray(0, 5).toString() !== '%PDF-') throw new Error(`No PDF: ${bytes.toString()}`);
}
