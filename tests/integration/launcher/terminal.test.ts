// @module-tag core

import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cleanEnvironment } from '../../support/environment.js';
import { type TemporaryFolder, temporaryFolder } from '../support/temporary-folder.js';
import { type WebServer, startWebServer } from '../support/web-server.js';

const root = resolve(import.meta.dirname, '../../..');
let folder: TemporaryFolder;
let server: WebServer;
let onAsked: () => void;
const asked = new Promise<void>((done) => {
  onAsked = done;
});

beforeAll(async () => {
  folder = temporaryFolder();
  server = await startWebServer({ '/never': () => onAsked() });
});
afterAll(async () => {
  await server.close();
  folder.remove();
});

// Bash replaces itself with the command, so that npm's signal reaches Platen too.
const bash = existsSync('/bin/bash') ? { npm_config_script_shell: '/bin/bash' } : {};

const version = spawnSync('script', ['--version'], { encoding: 'utf8' });
const hasScript = version.status === 0 && version.stdout.includes('util-linux');

it.skipIf(!hasScript)(
  'stops npm run convert gracefully for one Ctrl+C, which arrives from the terminal and from npm [needs script of util-linux]',
  async () => {
    const place = folder.with({});
    const target = join(place, 'a.pdf');
    const command = `npm run --silent convert -- '${server.origin}/never' --out '${target}'`;
    const terminal = spawn('script', ['-qfec', command, '/dev/null'], {
      cwd: root,
      env: { ...cleanEnvironment(), PLATEN_RUNTIME: 'chromium', XDG_CONFIG_HOME: place, ...bash },
    });
    const end = new Promise<number | null>((ended) => terminal.on('close', ended));
    let shown = '';
    terminal.stdout.on('data', (data: Buffer) => (shown += data.toString()));
    await asked;
    terminal.stdin.write('\u0003');
    expect(await end, shown).toBe(130);
    expect(shown).toContain('platen: stopped by SIGINT; 0 of 1 converted');
    expect(existsSync(target)).toBe(false);
  },
);
