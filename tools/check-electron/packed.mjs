// Packs Platen for Linux with the project's configuration, on the Electron of
// ELECTRON_OVERRIDE_DIST_PATH, and checks the packed program by its command.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Arch, Platform, build } from 'electron-builder';

const root = resolve(import.meta.dirname, '../..');
const electronDist = process.env['ELECTRON_OVERRIDE_DIST_PATH'];
const shims = 'tools/real-electron/app';

const work = mkdtempSync(join(tmpdir(), 'platen-packed-'));
try {
  if (electronDist === undefined) throw new Error('packed: this needs --from-npm.');
  await build({
    projectDir: root,
    targets: Platform.LINUX.createTarget('dir', Arch.x64),
    publish: 'never',
    config: {
      extends: join(root, 'electron-builder.yml'),
      electronDist,
      electronVersion: readFileSync(join(electronDist, 'version'), 'utf8').trim(),
      files: [`${shims}/{newer-api,packed}.cjs`],
      extraMetadata: { main: `${shims}/packed.cjs` },
      directories: { output: join(work, 'release') },
    },
  });
  const program = join(work, 'release/linux-unpacked/platen');
  const args = [join(root, 'tools/check-command.mjs'), program];
  // The packed program, and not the folder of the tests' Electron.
  const env = { ...process.env, ELECTRON_OVERRIDE_DIST_PATH: undefined };
  const { status } = spawnSync(process.execPath, args, { cwd: root, env, stdio: 'inherit' });
  process.exitCode = status ?? 1;
} finally {
  rmSync(work, { recursive: true, force: true, maxRetries: 5 });
}
