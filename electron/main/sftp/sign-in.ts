import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import ssh2, { type AgentAuthMethod, type AnyAuthMethod, type PublicKeyAuthMethod } from 'ssh2';
import { codeOf } from '../../shared/errors.js';
import { message } from '../../shared/messages/message.js';
import { quotePath } from '../../shared/request/text.js';
import { type DeliveryFailure, MissingSecret } from '../network/delivery-failure.js';
import { lastingRefusal } from '../uploads/server-failure.js';
import type { SftpAccess } from './sftp-access.js';

/** Returns the error of a sign-in that the server refused. */
export function signInFailure({ login }: SftpAccess, host: string, user: string): DeliveryFailure {
  const [tried, field] = triedSignIn(login);
  return lastingRefusal(message('servers.signInRefused', { host, user, tried }), field);
}

function triedSignIn(login: SftpAccess['login']) {
  switch (login.kind) {
    case 'password':
      return [message('servers.triedPassword'), 'login'] as const;
    case 'key':
      return [message('servers.triedKey', { file: quotePath(login.file) }), 'login.file'] as const;
    case 'default':
      return [
        message('servers.triedDefaults', { folder: quotePath(join(homedir(), '.ssh')) }),
        'login',
      ] as const;
  }
}

/**
 * Returns the ways to sign in, in their order.
 * @throws DeliveryFailure if there is none, or if a key file cannot be used; MissingSecret if that
 * needs a passphrase
 */
export async function signIns(
  { login }: SftpAccess,
  username: string,
  host: string,
): Promise<readonly AnyAuthMethod[]> {
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
      const agent = agentAddress();
      const keys = await defaultKeys();
      const found: (AgentAuthMethod | PublicKeyAuthMethod)[] = keys.map((key) => ({
        type: 'publickey',
        username,
        key,
      }));
      if (agent !== null) found.unshift({ type: 'agent', username, agent });
      if (found.length > 0) return found;
      throw lastingRefusal(message('servers.noLogin', { host }), 'login');
    }
  }
}

function agentAddress(env: NodeJS.ProcessEnv = process.env): string | null {
  const { SSH_AUTH_SOCK: socket = '' } = env;
  if (socket !== '') return socket;
  return process.platform === 'win32' ? '\\\\.\\pipe\\openssh-ssh-agent' : null;
}

const defaultKeyNames = ['id_ed25519', 'id_ecdsa', 'id_rsa'];

/** Returns the keys in `~/.ssh` that need no passphrase. */
async function defaultKeys(): Promise<readonly Buffer[]> {
  const keys: Buffer[] = [];
  for (const name of defaultKeyNames) {
    const key = await readFile(join(homedir(), '.ssh', name)).catch(() => null);
    if (key !== null && !(ssh2.utils.parseKey(key) instanceof Error)) keys.push(key);
  }
  return keys;
}

/** Returns a parsed private key. @throws DeliveryFailure, MissingSecret */
async function privateKey({
  file,
  passphrase,
}: Extract<SftpAccess['login'], { kind: 'key' }>): Promise<ssh2.ParsedKey> {
  const shown = { file: quotePath(file) };
  const text = await readFile(file).catch((error: unknown) => {
    const params = { ...shown, code: codeOf(error) || String(error) };
    throw lastingRefusal(message('servers.keyFileUnreadable', params), 'login.file');
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
