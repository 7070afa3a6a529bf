import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/**
 * Electron's installer downloads from here unless a mirror is set (`@electron/get`,
 * artifact-utils).
 */
const releases = 'https://github.com/electron/electron/releases/download/';
const mirrorVariables = [
  'npm_config_electron_mirror',
  'NPM_CONFIG_ELECTRON_MIRROR',
  'ELECTRON_MIRROR',
];

/**
 * The host that the download connects to first: the proxy's or the server's.
 * @typedef {{ host: string, port: number }} Peer
 */

/**
 * Returns the environment for Electron's installer. npm's proxy settings apply unless the
 * environment has some. Proxies must be enabled explicitly, because Node's `fetch` and
 * `@electron/get` do not use them by default.
 * @param {NodeJS.ProcessEnv} env
 * @returns {NodeJS.ProcessEnv}
 */
export function installerEnvironment(env) {
  const { https, http, excluded } = proxySettings(env);
  const certificates = first(env, ['NODE_EXTRA_CA_CERTS', 'npm_config_cafile']);
  return {
    ...env,
    ...(certificates && { NODE_EXTRA_CA_CERTS: certificates }),
    ...(https && { HTTPS_PROXY: https }),
    ...(http && { HTTP_PROXY: http }),
    ...(excluded && { NO_PROXY: excluded }),
    ...((https ?? http) && { ELECTRON_GET_USE_PROXY: 'true', NODE_USE_ENV_PROXY: '1' }),
  };
}

/**
 * Returns the host that the download connects to first.
 * @param {NodeJS.ProcessEnv} env
 * @returns {Peer}
 * @throws TypeError if the mirror or the proxy is not a URL
 */
export function downloadPeer(env) {
  const server = new URL(first(env, mirrorVariables) ?? releases);
  const { https, http, excluded } = proxySettings(env);
  const proxy = server.protocol === 'http:' ? http : (https ?? http);
  return peerOf(
    proxy === undefined || isExcluded(server.hostname, excluded) ? server : new URL(proxy),
  );
}

/**
 * Whether Electron's archive is in the installer's cache, so that no network is needed.
 * @param {string} version
 * @param {Pick<import('./host.mjs').Host, 'platform' | 'env'>} host
 */
export function isArchiveCached(version, { platform, env }) {
  const folder = cacheFolder(platform, env);
  if (!existsSync(folder)) return false;
  const name = `electron-v${version}-${platform}-${process.arch}.zip`;
  return readdirSync(folder).some((entry) => existsSync(join(folder, entry, name)));
}

/**
 * Checks whether a host accepts connections. Uses a child process, because a DNS server that does
 * not respond would delay the exit of this one.
 * @param {Peer} peer
 * @param {number} timeoutMs
 * @returns {Promise<string | null>} the failure as a clause; null if it does
 */
export async function connectionFault({ host, port }, timeoutMs) {
  const script = join(import.meta.dirname, 'check-connection.mjs');
  const child = spawn(process.execPath, [script, host, String(port)], {
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
  });
  let fault = '';
  child.stdout.on('data', (data) => (fault += String(data)));
  const code = await new Promise((ended) => {
    child.on('error', () => ended(null));
    child.on('close', ended);
  });
  if (code === 0) return null;
  const seconds = Math.round(timeoutMs / 100) / 10;
  return fault === ''
    ? `${host}:${port} did not answer within ${seconds} s`
    : `${host}:${port}: ${fault}`;
}

/** @param {NodeJS.ProcessEnv} env */
function proxySettings(env) {
  return {
    https: first(env, ['https_proxy', 'HTTPS_PROXY', 'npm_config_https_proxy']),
    http: first(env, ['http_proxy', 'HTTP_PROXY', 'npm_config_proxy']),
    excluded: first(env, ['no_proxy', 'NO_PROXY', 'npm_config_noproxy']),
  };
}

/**
 * Returns the first of these variables with a value; npm sets some to `null` or empty.
 * @param {NodeJS.ProcessEnv} env
 * @param {readonly string[]} names
 */
function first(env, names) {
  return names
    .map((name) => env[name])
    .find((value) => value !== undefined && value !== '' && value !== 'null');
}

/** @param {URL} url @returns {Peer} */
function peerOf({ hostname, port, protocol }) {
  const host = hostname.replace(/^\[|\]$/g, '');
  return { host, port: port === '' ? (protocol === 'http:' ? 80 : 443) : Number(port) };
}

/**
 * @param {string} hostname
 * @param {string | undefined} excluded names, and ends of names, that are reached without the proxy
 */
function isExcluded(hostname, excluded = '') {
  const names = excluded.split(/[\s,]+/).map((name) => name.replace(/^\*?\.|:\d+$/g, ''));
  return names.some(
    (name) => name === '*' || (name !== '' && (hostname === name || hostname.endsWith(`.${name}`))),
  );
}

/**
 * Returns where `@electron/get` keeps what it has downloaded (its dependency `env-paths`).
 * @param {NodeJS.Platform} platform
 * @param {NodeJS.ProcessEnv} env
 */
function cacheFolder(platform, env) {
  if (env['electron_config_cache']) return env['electron_config_cache'];
  const home = first(env, ['HOME']) ?? homedir();
  if (platform === 'darwin') return join(home, 'Library', 'Caches', 'electron');
  if (platform === 'win32') {
    return join(
      first(env, ['LOCALAPPDATA']) ?? join(home, 'AppData', 'Local'),
      'electron',
      'Cache',
    );
  }
  return join(first(env, ['XDG_CACHE_HOME']) ?? join(home, '.cache'), 'electron');
}
