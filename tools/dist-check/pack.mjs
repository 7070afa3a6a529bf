import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createPackage } from '@electron/asar';
// Must precede its parts, which import each other in a cycle.
import { Arch, Platform, build } from 'electron-builder';
import { LinuxPackager } from 'app-builder-lib/out/linuxPackager.js';
import { LinuxTargetHelper } from 'app-builder-lib/out/targets/LinuxTargetHelper.js';

const require = createRequire(import.meta.url);
// In an `import`, their default exports would differ from the module's.
const { default: FpmTarget } =
  /** @type {typeof import('app-builder-lib/out/targets/FpmTarget.js')} */ (
    require('app-builder-lib/out/targets/FpmTarget.js')
  );
const { default: AppImageTarget } =
  /** @type {typeof import('app-builder-lib/out/targets/appimage/AppImageTarget.js')} */ (
    require('app-builder-lib/out/targets/appimage/AppImageTarget.js')
  );

/**
 * One check; throws with a message if it fails.
 * @typedef {{ readonly name: string, readonly check: () => void | Promise<void> }} Check
 */

/**
 * The results of packing.
 * @typedef {object} Packed
 * @property {string} archive path of app.asar
 * @property {import('electron-builder').Configuration['electronFuses']} fuses as
 * electron-builder.yml states them
 * @property {import('electron-builder').Configuration} config as electron-builder understood
 * electron-builder.yml
 * @property {LinuxFiles} linux
 *
 * The files that electron-builder adds to the application for Linux.
 * @typedef {object} LinuxFiles
 * @property {string} debScript what runs when the deb is installed, as root
 * @property {string} rpmScript the same of the rpm
 * @property {string} appArmorProfile
 * @property {string} debDesktopEntry
 * @property {string} appImageDesktopEntry
 */

/**
 * Packs the application of `root` for Linux with the project's configuration into `work`, with a
 * fake Electron. Fuses are written into Electron's binary, so they are only read here.
 * @param {string} root
 * @param {string} work
 * @returns {Promise<Packed>}
 */
export async function packWithFakeElectron(root, work) {
  /** @type {Packed | undefined} */
  let packed;
  await build({
    projectDir: root,
    targets: Platform.LINUX.createTarget('dir', Arch.x64),
    publish: 'never',
    config: {
      extends: join(root, 'electron-builder.yml'),
      electronDist: await createFakeElectron(work),
      directories: { output: join(work, 'release') },
      afterPack: async ({ appOutDir, packager }) => {
        const archive = join(appOutDir, 'resources', 'app.asar');
        const { config } = packager;
        const linux = await linuxFiles(packager, work);
        packed = { archive, fuses: config.electronFuses, config, linux };
        Object.assign(packager.config, { electronFuses: null });
      },
    },
  });
  if (packed === undefined)
    throw new Error('electron-builder ended without having packed anything.');
  return packed;
}

/**
 * Creates the two files of an unpacked Electron that electron-builder needs: the program and its
 * default application.
 * @param {string} work
 */
async function createFakeElectron(work) {
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

/**
 * Makes electron-builder's targets for deb and AppImage write the files that they would pack; the
 * tools that pack would be downloaded.
 * @param {import('electron-builder').AfterPackContext['packager']} packager
 * @param {string} work
 * @returns {Promise<LinuxFiles>}
 */
async function linuxFiles(packager, work) {
  if (!(packager instanceof LinuxPackager)) throw new Error('This is not the packager for Linux.');
  const helper = new LinuxTargetHelper(packager);
  const deb = new FpmTarget('deb', packager, helper, work);
  const scripts = await scriptsOf(deb);
  const rpmScripts = await scriptsOf(new FpmTarget('rpm', packager, helper, work));
  const appImage = new AppImageTarget('appImage', packager, helper, work);
  const desktopEntry = /** @type {{ value: Promise<string> }} */ (
    Reflect.get(appImage, 'desktopEntry')
  );
  return {
    debScript: readFileSync(scripts.afterInstall, 'utf8'),
    rpmScript: readFileSync(rpmScripts.afterInstall, 'utf8'),
    appArmorProfile: readFileSync(scripts.appArmor, 'utf8'),
    debDesktopEntry: await helper.computeDesktopEntry(deb.options),
    appImageDesktopEntry: await desktopEntry.value,
  };
}

/**
 * Private in the target's types, but there is no other way without the packing tools.
 * @param {InstanceType<typeof FpmTarget>} target
 * @returns {Promise<{ afterInstall: string, appArmor: string }>}
 */
function scriptsOf(target) {
  return Reflect.get(target, 'scriptFiles');
}
