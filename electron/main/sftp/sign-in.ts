import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import ssh2, { type AgentAuthMethod, type AnyAuthMethod, type PublicKeyAuthMethod } from 'ssh2';
import { codeOf } from '../../shared/messages/errors.js';
import { type Message, message } from '../../shared/messages/message.js';
import { quotePath } from '../../shared/request/text.js';
import { MissingSecret } from '../network/delivery-failure.js';
import { lastingRefusal } from '../uploads/server-failure.js';
import type { SftpAccess } from './sftp-access.js';
import type { SshHost } from './ssh-config.js';

export function signInFailure({ login }: SftpAccess, { name, user, identityFiles }: SshHost) {
  const [tried, field] = triedSignIn(login, identityFiles !== null);
  return lastingRefusal(message('servers.signInRefused', { host: name, user, tried }), field);
}

function triedSignIn(login: SftpAccess['login'], isConfigured: boolean) {
  switch (login.kind) {
    case 'password':
      return [message('servers.triedPassword'), 'login'] as const;
    case 'key':
      return [message('servers.triedKey', { file: quotePath(login.file) }), 'login.file'] as const;
    case 'default':
      return [
        isConfigured
          ? message('servers.triedConfigured')
          : message('servers.triedDefaults', { folder: quotePath(join(homedir(), '.ssh')) }),
        'login',
      ] as const;
  }
}

/**
 * In their order.
 * @throws DeliveryFailure if there is none, or if a key file cannot be used; MissingSecret if that
 * needs a passphrase
 */
export async function signIns(
  { login }: SftpAccess,
  server: SshHost,
): Promise<readonly AnyAuthMethod[]> {
  const { user: username } = server;
  switch (login.kind) {
    case 'password': {
      const { password } = login;
      return [
        { type: 'password', username, password },
        {
          // What many servers offer instead, with one question.
          type: 'keyboard-interactive',
          username,
          prompt: (_name, _instructions, _language, prompts, finish) =>
            finish(prompts.map(() => password)),
        },
      ];
    }
    case 'key':
      return [{ type: 'publickey', username, key: await privateKey(login) }];
    case 'default': {
      const agent = await agentOf(server);
      const keys = await usableKeys(server.identityFiles ?? defaultKeyFiles());
      const found: (AgentAuthMethod | PublicKeyAuthMethod)[] = keys.map((key) => ({
        type: 'publickey',
        username,
        key,
      }));
      if (agent !== null) found.unshift({ type: 'agent', username, agent });
      if (found.length > 0) return found;
      throw lastingRefusal(message('servers.noLogin', { host: server.name }), 'login');
    }
  }
}

function agentAddress(env: NodeJS.ProcessEnv = process.env): string | null {
  const { SSH_AUTH_SOCK: socket = '' } = env;
  if (socket !== '') return socket;
  return process.platform === 'win32' ? '\\\\.\\pipe\\openssh-ssh-agent' : null;
}

/** Null for none. */
async function agentOf({
  agent = agentAddress(),
  identitiesOnly,
  identityFiles,
}: SshHost): Promise<ssh2.BaseAgent | string | null> {
  if (agent === null || !identitiesOnly) return agent;
  const keys = await Promise.all((identityFiles ?? defaultKeyFiles()).map(publicKeyOf));
  return new SelectedKeys(agent, keys.flat());
}

/** An agent that signs with some of its keys only, because servers count refused ones. */
class SelectedKeys extends ssh2.OpenSSHAgent {
  readonly #keys: readonly Buffer[];

  constructor(socket: string, keys: readonly Buffer[]) {
    super(socket);
    this.#keys = keys;
  }

  override getIdentities(report: ssh2.IdentityCallback<ssh2.ParsedKey>): void {
    super.getIdentities((error, found = []) => {
      const isSelected = (key: (typeof found)[number]) =>
        'getPublicSSH' in key && this.#keys.some((each) => each.equals(key.getPublicSSH()));
      report(error, found.filter(isSelected));
    });
  }
}

/** From the file beside the private key, which may be locked. */
async function publicKeyOf(file: string): Promise<readonly Buffer[]> {
  for (const path of [`${file}.pub`, file]) {
    const text = await readFile(path).catch(() => null);
    const parsed = text === null ? null : ssh2.utils.parseKey(text);
    if (parsed !== null && !(parsed instanceof Error)) {
      return [parsed].flat().map((key) => key.getPublicSSH());
    }
  }
  return [];
}

function defaultKeyFiles(): readonly string[] {
  return ['id_ed25519', 'id_ecdsa', 'id_rsa'].map((name) => join(homedir(), '.ssh', name));
}

/** Those that need no passphrase. */
async function usableKeys(files: readonly string[]): Promise<readonly Buffer[]> {
  const keys: Buffer[] = [];
  for (const file of files) {
    const key = await readFile(file).catch(() => null);
    const parsed = key === null ? null : ssh2.utils.parseKey(key);
    if (key === null || parsed === null || parsed instanceof Error) continue;
    if ([parsed].flat().some((each) => each.isPrivateKey())) keys.push(key);
  }
  return keys;
}

const keyFileFaults: Readonly<Record<string, Message>> = {
  ENOENT: message('servers.fileMissing'),
  ENOTDIR: message('servers.fileMissing'),
  EISDIR: message('servers.fileIsFolder'),
  EACCES: message('files.denied'),
  EPERM: message('files.denied'),
};

/** @throws DeliveryFailure, MissingSecret */
async function privateKey({
  file,
  passphrase,
}: Extract<SftpAccess['login'], { kind: 'key' }>): Promise<ssh2.ParsedKey> {
  const shown = { file: quotePath(file) };
  const text = await readFile(file).catch((error: unknown) => {
    const reason = keyFileFaults[codeOf(error)] ?? (codeOf(error) || String(error));
    throw lastingRefusal(message('servers.keyFileUnreadable', { ...shown, reason }), 'login.file');
  });
  const withoutPassphrase = ssh2.utils.parseKey(text);
  if (!(withoutPassphrase instanceof Error)) return usable(withoutPassphrase, shown);
  if (!/encrypted/i.test(withoutPassphrase.message)) {
    throw lastingRefusal(message('servers.keyFileInvalid', shown), 'login.file');
  }
  if (passphrase === null || passphrase === '') {
    throw new MissingSecret(message('servers.passphraseMissing', shown));
  }
  const parsed = ssh2.utils.parseKey(text, passphrase);
  if (parsed instanceof Error)
    throw lastingRefusal(message('servers.passphraseWrong', shown), 'login');
  return usable(parsed, shown);
}

function usable(
  parsed: ssh2.ParsedKey | readonly ssh2.ParsedKey[],
  shown: { readonly file: string },
): ssh2.ParsedKey {
  const key = [parsed].flat().find((each) => each.isPrivateKey());
  if (key !== undefined) return key;
  throw lastingRefusal(message('servers.keyFileInvalid', shown), 'login.file');
}
