import type { ConnectConfig, ServerHostKeyAlgorithm } from 'ssh2';
import { message } from '../../shared/messages/message.js';
import { quotePath } from '../../shared/request/text.js';
import type { DeliveryFailure } from '../network/delivery-failure.js';
import { lastingRefusal } from '../uploads/server-failure.js';
import {
  type KnownKey,
  type Verdict,
  fingerprintOf,
  knownHostsFiles,
  knownKeys,
  typeOfKey,
  verdictOf,
} from './known-hosts.js';
import type { SftpAccess } from './sftp-access.js';
import type { SshHost } from './ssh-config.js';

/** The algorithms of each type of key: those of OpenSSH, so none with SHA-1. */
const algorithmsByType: Readonly<Record<string, readonly ServerHostKeyAlgorithm[]>> = {
  'ssh-ed25519': ['ssh-ed25519'],
  'ecdsa-sha2-nistp256': ['ecdsa-sha2-nistp256'],
  'ecdsa-sha2-nistp384': ['ecdsa-sha2-nistp384'],
  'ecdsa-sha2-nistp521': ['ecdsa-sha2-nistp521'],
  'ssh-rsa': ['rsa-sha2-512', 'rsa-sha2-256'],
};
const allTypes = Object.keys(algorithmsByType);

/**
 * Checks the keys of one server: against the fingerprint of its access, otherwise against
 * `known_hosts`. A server has keys of several types and shows one that the client asks for, but a
 * fingerprint does not tell its type. So the connection is repeated with the remaining types.
 */
export class HostKeyCheck {
  readonly #host: string;
  readonly #expected: string | null;
  readonly #known: readonly KnownKey[];
  readonly #triedTypes = new Set<string>();
  #refusal: DeliveryFailure | null = null;
  /** Whether the last connection showed a key of a type that no earlier one had. */
  #isNewType = false;

  private constructor(host: string, expected: string | null, known: readonly KnownKey[]) {
    this.#host = host;
    this.#expected = expected;
    this.#known = known;
  }

  /** @throws DeliveryFailure if `known_hosts` cannot be read */
  static async for(
    { hostKey }: SftpAccess,
    { name, host, port, hostKeyAlias, knownHostsFiles: own }: SshHost,
  ): Promise<HostKeyCheck> {
    if (hostKey !== null) return new HostKeyCheck(name, hostKey, []);
    const files = knownHostsFiles(own);
    const known =
      hostKeyAlias === null
        ? await knownKeys(host, port, files)
        : await knownKeys(hostKeyAlias, 22, files);
    return new HostKeyCheck(name, null, known);
  }

  nextConnection(): Pick<ConnectConfig, 'hostVerifier' | 'algorithms'> {
    this.#isNewType = false;
    // As OpenSSH does, asks first for a key of a type that is known.
    const types = new Set([...this.#known.map(({ type }) => type), ...allTypes]);
    const offered = [...types].filter((type) => !this.#triedTypes.has(type));
    return {
      hostVerifier: (key: Buffer) => this.#accepts(key),
      algorithms: { serverHostKey: offered.flatMap(algorithmsOf) },
    };
  }

  /** Why the first key was refused; null if none was. */
  get refusal(): DeliveryFailure | null {
    return this.#refusal;
  }

  /** Whether another connection may show the expected key. */
  get mayRepeat(): boolean {
    const isUntried = (type: string) => !this.#triedTypes.has(type);
    return this.#expected !== null && this.#isNewType && allTypes.some(isUntried);
  }

  #accepts(key: Buffer): boolean {
    const refusal = this.#refusalOf(key);
    const type = typeOfKey(key);
    this.#isNewType = allTypes.includes(type) && !this.#triedTypes.has(type);
    if (refusal !== null) this.#triedTypes.add(type);
    this.#refusal ??= refusal;
    return refusal === null;
  }

  #refusalOf(key: Buffer): DeliveryFailure | null {
    if (this.#expected === null) return refusalOf(verdictOf(this.#known, key), this.#host, key);
    const fingerprint = fingerprintOf(key);
    if (fingerprint === this.#expected) return null;
    const params = { host: this.#host, fingerprint, expected: this.#expected };
    return lastingRefusal(message('servers.hostKeyDiffers', params), 'hostKey');
  }
}

function refusalOf(verdict: Verdict, host: string, key: Buffer): DeliveryFailure | null {
  const fingerprint = fingerprintOf(key);
  switch (verdict.kind) {
    case 'known':
      return null;
    case 'unknown': {
      const params = { host, fingerprint, type: typeOfKey(key) };
      return lastingRefusal(message('servers.hostKeyUnknown', params), 'hostKey');
    }
    case 'changed':
    case 'revoked': {
      const { file, line } = verdict.by;
      const params = { host, fingerprint, file: quotePath(file), line };
      const text =
        verdict.kind === 'changed'
          ? message('servers.hostKeyChanged', params)
          : message('servers.hostKeyRevoked', params);
      return lastingRefusal(text, 'hostKey');
    }
  }
}

function algorithmsOf(type: string): readonly ServerHostKeyAlgorithm[] {
  return Object.hasOwn(algorithmsByType, type) ? (algorithmsByType[type] ?? []) : [];
}
