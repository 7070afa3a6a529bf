import { readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { cleanEnvironment } from '../../support/environment.js';
import { readPdf } from '../../support/read-pdf.js';
import { runProgram } from '../../support/run-program.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { page, startWebServer } from '../support/web-server.js';

const launcher = resolve(import.meta.dirname, '../../../tools/run.mjs');
const files = temporaryFolder();
afterAll(() => files.remove());

const secrets = {
  PLATEN_OPEN_PASSWORD: 'secret-of-the-pdf',
  PLATEN_DATABASE: 'postgres://user:secret-of-the-database@127.0.0.1/platen',
  AWS_ACCESS_KEY_ID: 'secret-of-the-bucket-id',
  AWS_SECRET_ACCESS_KEY: 'secret-of-the-bucket',
  AWS_SESSION_TOKEN: 'secret-of-the-session',
  OTHER_PROGRAMS_TOKEN: 'secret-of-another-program',
};

/** A process of Linux. */
interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
  readonly environment: string;
}

/** Returns the processes below another one. Those that end meanwhile are left out. */
function processesBelow(root: number): readonly Process[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readProcess(Number(name)));
  const below = new Set([root]);
  for (let size = 0; size !== below.size;) {
    size = below.size;
    for (const { pid, parent } of all) if (below.has(parent)) below.add(pid);
  }
  return all.filter(({ pid }) => pid !== root && below.has(pid));
}

function readProcess(pid: number): readonly Process[] {
  const status = textOf(pid, 'status');
  // It has ended.
  if (status === '') return [];
  const parent = Number(/^PPid:\s*(\d+)$/m.exec(status)?.[1]);
  const command = textOf(pid, 'cmdline').replaceAll('\0', ' ');
  return [{ pid, parent, command, environment: textOf(pid, 'environ') }];
}

/** Returns an empty text for what the sandbox closes to the user. */
function textOf(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return '';
  }
}

/**
 * The processes of pages, with those that they come from, up to the browser: what that was started
 * with is in the memory of all of them, even where Chromium has overwritten their environment with
 * a title.
 */
function pageProcesses(all: readonly Process[]): readonly Process[] {
  const withParents = (child: Process): readonly Process[] => {
    if (!child.command.includes('--type=')) return [child];
    return [child, ...all.filter(({ pid }) => pid === child.parent).flatMap(withParents)];
  };
  return all.filter(({ command }) => command.includes('--type=renderer')).flatMap(withParents);
}

it.runIf(process.platform === 'linux')(
  'no process of a page has a secret of the environment, which Platen itself uses',
  async () => {
    let processes: readonly Process[] = [];
    const server = await startWebServer({
      '/': page('<p>a page<link rel=stylesheet href=/style.css>'),
      // A page that loads something has a process.
      '/style.css': (response) => {
        processes = pageProcesses(processesBelow(process.pid));
        response.writeHead(200, { 'content-type': 'text/css' }).end();
      },
    });
    const out = join(files.with({}), 'page.pdf');
    // The program of this process is Electron in the tests on Electron.
    const env = { ...cleanEnvironment(), ELECTRON_RUN_AS_NODE: '1', ...secrets };
    const args = [launcher, 'convert', `${server.origin}/`, '--out', out];
    const { status, stderr } = await runProgram(process.execPath, args, { env });
    await server.close();
    expect([status, stderr]).toEqual([0, expect.any(String)]);
    const browsers = processes.filter(({ command }) => !command.includes('--type='));
    expect(browsers.map(({ environment }) => environment !== '')).toContain(true);
    const informed = processes.filter(({ environment }) => environment.includes('secret-of-'));
    expect(informed.map(({ command }) => command)).toEqual([]);
    // The password was used.
    const pdf = await readPdf(readFileSync(out), secrets.PLATEN_OPEN_PASSWORD);
    expect(pdf.text).toContain('a page');
  },
);
