import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';

/** The user as whom root runs Electron. */
const userName = 'platen-check';

/** What the copy of a project does not need; node_modules is linked. */
const notCopied = [
  '.git',
  'node_modules',
  'release',
  'test-results',
  'playwright-report',
  'fidelity',
];

/** What is kept of a run. */
const results = ['test-results', 'bench/results'];

/** What vitest and Vite write there, which a link to root's file does not allow. */
const moduleCaches = ['.vite', '.vite-temp', '.vite-vitest'];

/** What belongs to root's own desktop. */
const rootsSession = {
  DISPLAY: undefined,
  WAYLAND_DISPLAY: undefined,
  XAUTHORITY: undefined,
  XDG_RUNTIME_DIR: undefined,
  DBUS_SESSION_BUS_ADDRESS: undefined,
};

/**
 * Where steps run, and as whom.
 * @typedef {object} Place
 * @property {string} root the project's folder
 * @property {string} node path of Node's program
 * @property {NodeJS.ProcessEnv} env
 * @property {{ uid: number, gid: number } | undefined} user undefined: the user of this process
 * @property {() => void} leave keeps the results and removes what was created for the run
 */

/**
 * Returns a place where Electron runs with its sandbox, which it does not as root: for root that is
 * a copy of the project, owned by an ordinary user, who may neither read nor write root's folders;
 * for others the project's folder.
 * @param {string} root
 * @param {NodeJS.ProcessEnv} env
 * @returns {Place}
 * @throws Error if the user cannot be created
 */
export function ordinaryPlace(root, env) {
  if (process.getuid?.() !== 0) return samePlace(root, env);
  const { home, ...user } = ordinaryUser();
  const folder = mkdtempSync(join(tmpdir(), 'platen-check-'));
  chmodSync(folder, 0o755);
  const copy = join(folder, 'platen');
  const temporary = join(folder, 'tmp');
  mkdirSync(temporary);
  copyProject(root, copy);
  const owner = `${user.uid}:${user.gid}`;
  execFileSync('chown', ['-R', owner, folder]);
  linkModules(join(root, 'node_modules'), join(copy, 'node_modules'), owner);
  ownClosedFiles(join(copy, 'node_modules'), user);
  return {
    root: copy,
    node: reachableNode(folder),
    env: {
      ...env,
      ...rootsSession,
      HOME: home,
      USER: userName,
      LOGNAME: userName,
      TMPDIR: temporary,
    },
    user,
    leave: () => {
      for (const name of results.filter((each) => existsSync(join(copy, each)))) {
        cpSync(join(copy, name), join(root, name), { recursive: true });
      }
      rmSync(folder, { recursive: true, maxRetries: 5 });
    },
  };
}

/**
 * Returns the place of this process itself.
 * @param {string} root
 * @param {NodeJS.ProcessEnv} env
 * @returns {Place}
 */
export function samePlace(root, env) {
  return { root, node: process.execPath, env, user: undefined, leave: () => undefined };
}

/**
 * Returns a place with an Electron that is in the project's folder.
 * @param {Place} place
 * @param {string} root the project's folder
 * @param {string} folder
 * @returns {Place}
 */
export function withElectron(place, root, folder) {
  const copy = join(place.root, relative(root, folder));
  return { ...place, env: { ...place.env, ELECTRON_OVERRIDE_DIST_PATH: copy } };
}

/** Returns the ordinary user, created at the first run. */
function ordinaryUser() {
  return findUser() ?? createUser();
}

function createUser() {
  execFileSync('useradd', ['--system', '--create-home', '--user-group', userName]);
  const user = findUser();
  if (user === null) throw new Error(`The user ${userName} could not be created.`);
  return user;
}

function findUser() {
  const users = execFileSync('getent', ['passwd'], { encoding: 'utf8' });
  const [, , uid, gid, , home] =
    users
      .split('\n')
      .map((line) => line.split(':'))
      .find(([name]) => name === userName) ?? [];
  return home === undefined ? null : { uid: Number(uid), gid: Number(gid), home };
}

/**
 * @param {string} root
 * @param {string} copy
 */
function copyProject(root, copy) {
  const names = readdirSync(root).filter((name) => !notCopied.includes(name));
  for (const name of names) {
    // The times decide whether the bundles are newer than their sources.
    cpSync(join(root, name), join(copy, name), { recursive: true, preserveTimestamps: true });
  }
}

/**
 * Copies the packages, as links where that works: that takes 2 s instead of 17. Their folders
 * belong to the user, who may create caches in them.
 * @param {string} modules
 * @param {string} copy
 * @param {string} owner
 */
function linkModules(modules, copy, owner) {
  const isLinked =
    statSync(modules).dev === statSync(dirname(copy)).dev && (statSync(modules).mode & 0o005) === 5;
  execFileSync('cp', [isLinked ? '-al' : '-a', modules, copy]);
  for (const name of moduleCaches) rmSync(join(copy, name), { recursive: true, force: true });
  execFileSync('find', [
    copy,
    ...(isLinked ? ['-type', 'd'] : []),
    '-exec',
    'chown',
    '-h',
    owner,
    '{}',
    '+',
  ]);
}

/**
 * Replaces links to files that only root can read, such as those of a cached database or the
 * headless Chromium, by copies of the user's own.
 * @param {string} folder
 * @param {{ uid: number, gid: number }} user
 */
function ownClosedFiles(folder, { uid, gid }) {
  const paths = execFileSync('find', [folder, '-type', 'f', '!', '-perm', '-o=r', '-print0'], {
    encoding: 'utf8',
  });
  for (const path of paths.split('\0').filter((each) => each !== '')) {
    const { mode } = statSync(path);
    const content = readFileSync(path);
    rmSync(path);
    writeFileSync(path, content, { mode });
    chownSync(path, uid, gid);
  }
}

/**
 * Returns Node's program, or a copy of it if it is in a folder that only root can enter.
 * @param {string} folder
 */
function reachableNode(folder) {
  if (isOpen(dirname(process.execPath))) return process.execPath;
  const copy = join(folder, 'node');
  copyFileSync(process.execPath, copy);
  return copy;
}

/**
 * Whether everybody can enter a folder.
 * @param {string} folder
 * @returns {boolean}
 */
function isOpen(folder) {
  const parent = dirname(folder);
  return (statSync(folder).mode & 0o001) !== 0 && (parent === folder || isOpen(parent));
}
