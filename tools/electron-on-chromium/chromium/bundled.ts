import { spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ChromiumProgram } from './installed.js';
import { projectCache } from './project-cache.js';

const packageName = '@sparticuz/chromium';

/** Returns the headless Chromium of the npm package; null on unsupported systems. */
export function bundledChromium(): ChromiumProgram | null {
  if (process.platform !== 'linux' || process.arch !== 'x64') return null;
  const entry = packageEntry();
  if (entry === null) return null;
  const manifest = JSON.parse(readFileSync(join(dirname(entry), '..', 'package.json'), 'utf8')) as {
    version: string;
  };
  const folder = join(projectCache(), `chromium-${manifest.version}`);
  return {
    path: join(folder, 'chromium'),
    name: 'Chromium headless shell',
    version: manifest.version,
  };
}

/**
 * Unpacks the package's Chromium once. Concurrent processes unpack into separate folders, and the
 * first to finish renames its own.
 */
export async function unpackBundled({ path }: ChromiumProgram): Promise<void> {
  if (existsSync(path)) return;
  const folder = dirname(path);
  mkdirSync(dirname(folder), { recursive: true });
  const staging = mkdtempSync(`${folder}-unpacking-`);
  await unpackInto(staging);
  try {
    renameSync(staging, folder);
  } catch (error) {
    rmSync(staging, { recursive: true, force: true });
    if (!existsSync(path)) throw error;
  }
}

/**
 * Returns the environment with which the unpacked Chromium finds libnss3 and fonts. The package's
 * copies are used only if the machine has none.
 */
export function bundledEnvironment({ path }: ChromiumProgram): Record<string, string> {
  const folder = dirname(path);
  return {
    ...(hasLibrary('libnss3.so') ? {} : { LD_LIBRARY_PATH: join(folder, 'al2023', 'lib') }),
    ...(hasFonts() ? {} : { FONTCONFIG_FILE: join(folder, 'platen-fonts.conf') }),
  };
}

function packageEntry(): string | null {
  try {
    return createRequire(import.meta.url).resolve(packageName);
  } catch {
    // The package is a development dependency and may be missing.
    return null;
  }
}

/**
 * Unpacks in a child process: the package uses the temporary folder, a setting of the whole
 * process.
 */
async function unpackInto(folder: string): Promise<void> {
  const entry = packageEntry() ?? packageName;
  const libraries = join(dirname(entry), '..', 'bin', 'al2023.tar.br');
  const script = `
    import { writeFileSync } from 'node:fs';
    import chromium, { inflate } from ${JSON.stringify(pathToFileURL(entry).href)};
    await Promise.all([chromium.executablePath(), inflate(${JSON.stringify(libraries)})]);
    writeFileSync(${JSON.stringify(join(folder, 'platen-fonts.conf'))}, ${JSON.stringify(fontsConfiguration)});
  `;
  await new Promise<void>((resolve, reject) => {
    const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
      env: { ...process.env, TMPDIR: folder },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let complaint = '';
    child.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString()));
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve();
      else
        reject(
          new Error(`${packageName} could not be unpacked into ${folder}: ${complaint.trim()}`),
        );
    });
  });
}

/** `prefix="relative"` makes it independent of the folder's location. */
const fontsConfiguration = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <cachedir prefix="relative">fonts-cache</cachedir>
</fontconfig>
`;

function hasLibrary(name: string): boolean {
  const folders = [
    '/lib',
    '/lib64',
    '/usr/lib',
    '/usr/lib64',
    '/lib/x86_64-linux-gnu',
    '/usr/lib/x86_64-linux-gnu',
  ];
  const given = (process.env['LD_LIBRARY_PATH'] ?? '').split(':').filter((folder) => folder !== '');
  return [...given, ...folders].some((folder) => existsSync(join(folder, name)));
}

function hasFonts(): boolean {
  const folders = ['/usr/share/fonts', '/usr/local/share/fonts', join(homedir(), '.fonts')];
  return existsSync('/etc/fonts/fonts.conf') && folders.some(holdsFiles);
}

function holdsFiles(folder: string): boolean {
  return existsSync(folder) && readdirSync(folder).length > 0;
}
