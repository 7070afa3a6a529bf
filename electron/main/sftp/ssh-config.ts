import { readdir } from 'node:fs/promises';
import { homedir, hostname, userInfo } from 'node:os';
import { dirname, join, parse, resolve, sep } from 'node:path';
import { literal, message } from '../../shared/messages/message.js';
import { excerpt, quotePath } from '../../shared/request/text.js';
import type { ServerParts } from '../../shared/upload-location.js';
import type { DeliveryFailure } from '../network/delivery-failure.js';
import { lastingRefusal } from '../uploads/server-failure.js';
import { includesHost, matchesPattern, textOfFile } from './openssh-files.js';

/** Where a server is and how to sign in to it, as OpenSSH's configuration says (ssh_config(5)). */
export interface SshHost {
  /** As it is written, for messages. */
  readonly name: string;
  /** Where to connect: a name or an IP address, without brackets. */
  readonly host: string;
  readonly port: number;
  readonly user: string;
  /** The name of its key in `known_hosts`; null: the host and the port. */
  readonly hostKeyAlias: string | null;
  /** The user's files of known hosts; null: the default ones. */
  readonly knownHostsFiles: readonly string[] | null;
  /** Paths of private keys; null: the default ones. */
  readonly identityFiles: readonly string[] | null;
  /** Whether the agent may sign with the keys of {@link identityFiles} only. */
  readonly identitiesOnly: boolean;
  /** Socket of the agent; null: none; undefined: that of the environment. */
  readonly agent: string | null | undefined;
}

/** Those that OpenSSH reads, the user's first. */
function configFiles(): readonly string[] {
  return [join(homedir(), '.ssh', 'config'), '/etc/ssh/ssh_config'];
}

/**
 * What the URL of the server names takes precedence.
 * @throws DeliveryFailure if a file is unreadable, a value invalid, or the host behind a proxy
 */
export async function sshHost(
  { host: written, port, user }: ServerParts,
  files: readonly string[] = configFiles(),
): Promise<SshHost> {
  const name = written.replace(/^\[|\]$/g, '');
  const settings = await settingsFor(name, files);
  refuseProxy(settings, name);
  const first = (keyword: string) => settings.find((each) => each.keyword === keyword);
  const local = userInfo().username;
  const hostName = first('hostname');
  const host = hostName === undefined ? name : expanded(hostName, { h: name });
  const found = {
    host,
    port: port ?? portIn(first('port')) ?? 22,
    user: user ?? first('user')?.values[0] ?? local,
  };
  const tokens = {
    d: homedir(),
    h: host,
    i: String(process.getuid?.() ?? ''),
    L: hostname().split('.')[0] ?? '',
    l: hostname(),
    n: name,
    p: String(found.port),
    r: found.user,
    u: local,
  };
  const pathsOf = (setting: Setting) =>
    setting.values.flatMap((value, index) =>
      value.toLowerCase() === 'none' ? [] : [pathIn(expanded(setting, tokens, index))],
    );
  const identities = settings.filter(({ keyword }) => keyword === 'identityfile');
  const knownHosts = first('userknownhostsfile');
  const only = first('identitiesonly')?.values[0]?.toLowerCase();
  const agent = first('identityagent');
  return {
    name,
    ...found,
    hostKeyAlias: first('hostkeyalias')?.values[0] ?? null,
    knownHostsFiles: knownHosts === undefined ? null : pathsOf(knownHosts),
    identityFiles: identities.length === 0 ? null : identities.flatMap(pathsOf),
    identitiesOnly: only === 'yes' || only === 'true',
    agent: agent === undefined ? undefined : agentIn(agent, () => pathsOf(agent)[0]),
  };
}

/** A line that applies to the host. */
interface Setting {
  /** In lower case. */
  readonly keyword: string;
  readonly written: string;
  /** At least one. */
  readonly values: readonly string[];
  readonly file: string;
  /** From 1. */
  readonly line: number;
}

/** In their order: the first of a keyword is used. */
async function settingsFor(host: string, files: readonly string[]): Promise<readonly Setting[]> {
  const found: Setting[] = [];
  for (const file of files)
    await readConfig({ file, folder: dirname(file), depth: 0 }, host, found);
  return found;
}

interface ConfigFile {
  readonly file: string;
  /** Where the relative paths of Include begin. */
  readonly folder: string;
  /** How many files include it. */
  readonly depth: number;
}

/** As OpenSSH does, so that files which include each other end. */
const maxDepth = 16;

/** Appends the settings of a file. Sections with `Match` are skipped, except for `Match all`. */
async function readConfig(
  { file, folder, depth }: ConfigFile,
  host: string,
  found: Setting[],
): Promise<void> {
  let applies = true;
  for (const [index, text] of (await linesOf(file)).entries()) {
    const [written = '', ...values] = wordsOf(text);
    const setting = { keyword: written.toLowerCase(), written, values, file, line: index + 1 };
    if (written === '') continue;
    if (values.length === 0) throw invalid(setting, '');
    if (setting.keyword === 'host') {
      applies = includesHost(values, host);
    } else if (setting.keyword === 'match') {
      applies = values.length === 1 && values[0]?.toLowerCase() === 'all';
    } else if (applies && setting.keyword === 'include') {
      if (depth >= maxDepth) throw invalid(setting, values.join(' '));
      for (const included of await includedFiles(values, folder)) {
        await readConfig({ file: included, folder, depth: depth + 1 }, host, found);
      }
    } else if (applies) {
      found.push(setting);
    }
  }
}

async function linesOf(file: string): Promise<readonly string[]> {
  const text = await textOfFile(file, (reason) => lastingRefusal(reason, 'server'));
  return text.split(/\r?\n/);
}

/** The keyword and its values, without quotes; nothing for a comment. */
function wordsOf(line: string): readonly string[] {
  const [, keyword = '', rest = ''] = /^\s*([^\s=#"]+)\s*=?\s*(.*)$/.exec(line) ?? [];
  const words: string[] = [];
  for (const [word] of rest.matchAll(/(?:\\[\\"'\s]|"(?:\\["\\]|[^"])*"|'[^']*'|[^\s"'])+/g)) {
    if (word.startsWith('#')) break;
    words.push(word.replace(/\\([\\"'\s])|"((?:\\["\\]|[^"])*)"|'([^']*)'/g, unquoted));
  }
  return keyword === '' ? [] : [keyword, ...words];
}

function unquoted(_whole: string, escaped = '', double = '', single = ''): string {
  return escaped + double.replace(/\\(["\\])/g, '$1') + single;
}

/** Those that Include names, with `*` and `?` in any part of a path. */
async function includedFiles(
  patterns: readonly string[],
  folder: string,
): Promise<readonly string[]> {
  const found: string[] = [];
  for (const pattern of patterns)
    found.push(...(await filesLike(resolve(folder, pathIn(pattern)))));
  return found;
}

async function filesLike(pattern: string): Promise<readonly string[]> {
  const { root } = parse(pattern);
  let found = [root];
  for (const part of pattern.slice(root.length).split(sep)) {
    const next = found.map(async (path) => {
      if (!/[*?]/.test(part)) return [join(path, part)];
      // A path that isn't a folder has no files.
      const names = await readdir(path).catch(() => []);
      const isLike = (name: string) =>
        matchesPattern(part, name) && (part.startsWith('.') || !name.startsWith('.'));
      return names
        .filter(isLike)
        .sort()
        .map((name) => join(path, name));
    });
    found = (await Promise.all(next)).flat();
  }
  return found;
}

/**
 * ProxyJump is ignored after any ProxyCommand, as by OpenSSH; the reverse holds only unless it is
 * "none".
 * @throws DeliveryFailure if the host is reached through another one or a command
 */
function refuseProxy(settings: readonly Setting[], host: string): void {
  const isNone = ({ values: [value = ''] }: Setting) => value.toLowerCase() === 'none';
  const indexOf = (name: string) => settings.findIndex(({ keyword }) => keyword === name);
  const [jump, command] = [indexOf('proxyjump'), indexOf('proxycommand')];
  const used = [command >= 0 && command < jump ? -1 : jump, command];
  const proxy = used.flatMap((index) => settings[index] ?? []).find((each) => !isNone(each));
  if (proxy === undefined) return;
  const { written, file, line } = proxy;
  const params = { host, keyword: literal(written), file: quotePath(file), line };
  throw lastingRefusal(message('servers.sshProxy', params), 'server');
}

function portIn(setting: Setting | undefined): number | null {
  if (setting === undefined) return null;
  const [text = ''] = setting.values;
  const port = Number(text);
  if (/^\d+$/.test(text) && port >= 1 && port <= 65_535) return port;
  throw invalid(setting, text);
}

/** Fills in the tokens and variables of a value ("TOKENS", "ENVIRONMENT VARIABLES"). */
function expanded(setting: Setting, tokens: Readonly<Record<string, string>>, index = 0): string {
  const { values } = setting;
  const value = values[index] ?? '';
  const known = (found: string | undefined) => {
    if (found === undefined) throw invalid(setting, value);
    return found;
  };
  return value
    .replace(/%(.?)/g, (_, token: string) => (token === '%' ? '%' : known(tokens[token])))
    .replace(/\$\{(\w+)\}/g, (_, name: string) => known(process.env[name]));
}

function pathIn(path: string): string {
  return path.replace(/^~(?=\/|$)/, homedir());
}

function agentIn(
  { values: [value = ''] }: Setting,
  path: () => string | undefined,
): string | null | undefined {
  if (value.toLowerCase() === 'none') return null;
  if (value === 'SSH_AUTH_SOCK') return undefined;
  const [, variable] = /^\$(\w+)$/.exec(value) ?? [];
  return variable === undefined ? path() : (process.env[variable] ?? null);
}

function invalid({ written, file, line }: Setting, value: string): DeliveryFailure {
  const params = {
    keyword: literal(written),
    value: excerpt(value),
    file: quotePath(file),
    line,
  };
  return lastingRefusal(message('servers.sshConfigInvalid', params), 'server');
}
