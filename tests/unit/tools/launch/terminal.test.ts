import { spawn, spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { FakeProject } from '../../../support/launcher/fake-project.js';

const version = spawnSync('script', ['--version'], { encoding: 'utf8' });
const hasScript = version.status === 0 && version.stdout.includes('util-linux');

it.skipIf(!hasScript)(
  'stops Electron once for one Ctrl+C in a terminal [needs script of util-linux]',
  async () => {
    const project = new FakeProject({ isInstalled: true });
    const env = project.environment({ env: { FAKE_ELECTRON: 'waits for signals' } });
    // The launcher detects the terminal.
    env['LAUNCH_HOST'] = JSON.stringify({ platform: 'linux', uid: 1000 });
    const command = project.commandLine(['convert', 'a.html']);
    const terminal = spawn('script', ['-qfec', command, '/dev/null'], { env });
    const end = new Promise<number | null>((ended) => terminal.on('close', ended));
    let shown = '';
    terminal.stdout.on('data', (data: Buffer) => (shown += data.toString()));
    await expect.poll(() => shown).toContain('waiting');
    terminal.stdin.write('\u0003');
    expect(await end).toBe(130);
    expect(project.events().filter((event) => 'signal' in event)).toEqual([{ signal: 'SIGINT' }]);
  },
);
