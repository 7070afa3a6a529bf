import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createPackage } from '@electron/asar';
import { Arch, Platform, build } from 'electron-builder';

/**
 * What came out of packing.
 * @typedef {object} Packed
 * @property {string} archive path of app.asar
 * @property {import('electron-builder').Configuration['electronFuses']} fuses as electron-builder.yml states them
 */

/**
 * Packs the application of `root` for Linux with the project's own configuration, into `work`. The Electron that it is
 * packed with is made up: fuses are written into Electron's binary, so they are read here and not flipped.
 * @param {string} root
 * @param {string} work
 * @returns {Promise<Packed>}
 */
export async function packOverMadeUpElectron(root, work) {
  /** @type {Packed | undefined} */
  let packed;
  await build({
    projectDir: root,
    targets: Platform.LINUX.createTarget('dir', Arch.x64),
    publish: 'never',
    config: {
      extends: join(root, 'electron-builder.yml'),
      electronDist: await makeUpElectron(work),
      directories: { output: join(work, 'release') },
      afterPack: ({ appOutDir, packager }) => {
        const archive = join(appOutDir, 'resources', 'app.asar');
        packed = { archive, fuses: packager.config.electronFuses };
        Object.assign(packager.config, { electronFuses: null });
      },
    },
  });
  if (packed === undefined)
    throw new Error('electron-builder ended without having packed anything.');
  return packed;
}

/**
 * The two files that electron-builder wants of an unpacked Electron: a program and the application that it starts with.
 * @param {string} work
 */
async function makeUpElectron(work) {
  const electron = join(work, 'electron');
  const defaultApp = join(work, 'default-app');
  mkdirSync(join(electron, 'resources'), { recursive: true });
  mkdirSync(defaultApp);
  writeFileSync(join(electron, 'electron'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
  writeFileSync(join(defaultApp, 'package.json'), '{ "name": "default-app", "main": "main.js" }\n');
  writeFileSync(join(defaultApp, 'main.js'), '');
  await createPackage(defaultApp, join(electron, 'resources', 'default_app.asar'));
  return electron;
}
