import { join } from 'node:path';
import { z } from 'zod';
import { AppError } from '../../shared/messages/errors.js';
import { type Message, message } from '../../shared/messages/message.js';
import type { SecretKeeping, SecretsState } from '../../shared/secrets.js';
import { Mutex } from '../util/async.js';
import { JsonFile } from './json-file.js';
import {
  type DecryptedText,
  type Keychain,
  type KeychainStrength,
  isPlainText,
  measuredStrength,
  presumedStrength,
  unsafeReason,
} from './keychain.js';

const secretFileSchema = z.object({
  version: z.literal(1),
  /** Whether the user allowed storage without a keychain. */
  keepUnsafely: z.boolean(),
  /** Whether webhooks are signed, even if the secret is only in memory. */
  signsWebhooks: z.boolean(),
  /** Encrypted secrets in base64, by name. */
  secrets: z.record(z.string(), z.base64()),
});

const webhook = 'webhook';
const targetPrefix = 'target:';
const endpointPrefix = 'endpoint:';
const signInPrefix = 'signIn:';
const protectionPrefix = 'protection:';

/** Identifies a secret by its owner. */
export type SecretName =
  | typeof webhook
  | `${typeof targetPrefix}${string}`
  | `${typeof endpointPrefix}${string}`
  | `${typeof signInPrefix}${string}`
  | `${typeof protectionPrefix}${string}`;

/** The secret key of a bucket, or the password or passphrase of a server. */
export function targetSecret(id: string): SecretName {
  return `${targetPrefix}${id}`;
}

/** The key or password of a remote service. */
export function endpointSecret(id: string): SecretName {
  return `${endpointPrefix}${id}`;
}

/** The cookies, headers and password of a sign-in, as JSON. */
export function signInSecret(id: string): SecretName {
  return `${signInPrefix}${id}`;
}

/** The passwords of PDFs, as JSON. */
export function protectionSecret(id: string): SecretName {
  return `${protectionPrefix}${id}`;
}

export function isProtectionSecret(name: SecretName): boolean {
  return name.startsWith(protectionPrefix);
}

/** The result of reading a secret. `unreadable`: it is stored, but cannot be decrypted. */
export type ReadSecret =
  { readonly kind: 'known'; readonly secret: string } | { readonly kind: 'unknown' | 'unreadable' };

/**
 * The secrets of the user: encrypted by the system's keychain in one file, or in memory where there
 * is no keychain. Only {@link read} returns a secret.
 */
export class SecretStore {
  readonly #file: JsonFile<typeof secretFileSchema>;
  readonly #keychain: Keychain;
  readonly #changes = new Mutex();
  /** Secrets that are not in the file. */
  readonly #inMemory = new Map<string, string>();
  readonly #unreadable = new Set<string>();
  #stored: ReadonlyMap<string, Buffer> = new Map();
  #keepUnsafely = false;
  #signsWebhooks = false;
  #strength: KeychainStrength | null = null;

  /** @param folder the user data folder */
  constructor(folder: string, keychain: Keychain) {
    this.#file = new JsonFile(join(folder, 'secrets.json'), secretFileSchema);
    this.#keychain = keychain;
  }

  /**
   * Decrypts nothing. With a damaged file it is unknown whether webhooks were signed, so they wait
   * for the user.
   * @returns a message if the file was damaged
   */
  async open(): Promise<readonly Message[]> {
    const { content, damage } = await this.#file.read();
    const secrets = Object.entries(content?.secrets ?? {});
    this.#stored = new Map(secrets.map(([name, text]) => [name, Buffer.from(text, 'base64')]));
    this.#keepUnsafely = content?.keepUnsafely ?? false;
    if (this.#keepUnsafely) this.#keychain.usePlainText(true);
    this.#signsWebhooks = damage !== null || content?.signsWebhooks === true;
    if (damage === null) return [];
    await this.#write(this.#stored);
    const { path, aside } = damage;
    return [message('settingsFiles.secretsDamaged', { path, aside })];
  }

  /** The keychain's strength is presumed until the keychain is needed. */
  get state(): SecretsState {
    const strength = this.#strength ?? presumedStrength(this.#keychain);
    const keeping = this.#keepingWith(strength);
    const names = new Set([...this.#stored.keys(), ...this.#inMemory.keys()]);
    const known = [...names].filter((name) => !this.#unreadable.has(name));
    return {
      keeping,
      ...(keeping !== 'safe' && {
        reason: unsafeReason(this.#keychain.platform, keeping === 'unsafe'),
      }),
      canKeepUnsafely: this.#keychain.platform === 'linux' && strength !== 'safe',
      targets: idsWith(targetPrefix, known),
      endpoints: idsWith(endpointPrefix, known),
      signIns: idsWith(signInPrefix, known),
      protections: idsWith(protectionPrefix, known),
      webhook: known.includes(webhook),
      webhookMissing: this.#signsWebhooks && !known.includes(webhook),
    };
  }

  /** Whether the last attempt to decrypt a secret failed. */
  isUnreadable(name: SecretName): boolean {
    return this.#unreadable.has(name);
  }

  async read(name: SecretName): Promise<ReadSecret> {
    const secret = this.#inMemory.get(name);
    if (secret !== undefined) return { kind: 'known', secret };
    const encrypted = this.#stored.get(name);
    if (encrypted === undefined) return { kind: 'unknown' };
    const decrypted = await this.#decrypt(name, encrypted);
    return decrypted === null ? { kind: 'unreadable' } : { kind: 'known', secret: decrypted.text };
  }

  /**
   * Decrypts all stored secrets, and encrypts those with an outdated key again. May wait until the
   * user has unlocked the keychain; other changes do not wait for that.
   * @returns the names of unreadable secrets; they stay stored until they are replaced or deleted
   */
  async check(): Promise<readonly SecretName[]> {
    if (this.#stored.size > 0) await this.#measure();
    const renewed: Renewed[] = [];
    for (const [name, encrypted] of this.#stored) {
      const decrypted = await this.#decrypt(name, encrypted);
      if (decrypted?.isOutdated === true && (await this.#measure()) === 'safe') {
        renewed.push({ name, encrypted, again: await this.#keychain.encrypt(decrypted.text) });
      }
    }
    if (renewed.length > 0) await this.#changes.run(async () => this.#replaceOutdated(renewed));
    return [...this.#unreadable].filter(isSecretName);
  }

  /**
   * Stores a secret, or deletes it for null. A secret that cannot be written stays in memory.
   * @throws AppError `write-failed`
   */
  async set(name: SecretName, secret: string | null): Promise<void> {
    await this.#changes.run(async () => {
      const others = new Map([...this.#stored].filter(([other]) => other !== name));
      this.#inMemory.delete(name);
      this.#unreadable.delete(name);
      if (secret !== null) this.#inMemory.set(name, secret);
      const isSigning = secret !== null;
      const changesSigning = name === webhook && this.#signsWebhooks !== isSigning;
      if (changesSigning) this.#signsWebhooks = isSigning;
      await this.#store(others, changesSigning);
    });
  }

  /**
   * Allows or forbids storage without a keychain. Forbidding removes unprotected secrets from the
   * file. @throws AppError `write-failed`
   */
  async setKeepUnsafely(isAllowed: boolean): Promise<void> {
    await this.#changes.run(async () => {
      const others = isAllowed ? this.#stored : await this.#unprotectedToMemory();
      this.#keepUnsafely = isAllowed && this.#keychain.platform === 'linux';
      this.#keychain.usePlainText(this.#keepUnsafely);
      this.#strength = null;
      await this.#store(others, true);
    });
  }

  get isWriting(): boolean {
    return this.#changes.isBusy;
  }

  /** Resolves when the last change has ended, successfully or not. */
  async settled(): Promise<void> {
    await this.#changes.idle();
  }

  async #replaceOutdated(renewed: readonly Renewed[]): Promise<void> {
    const secrets = new Map(this.#stored);
    for (const { name, encrypted, again } of renewed) {
      if (secrets.get(name) === encrypted) secrets.set(name, again);
    }
    await this.#write(secrets);
  }

  /** Writes the given secrets, and those in memory where the keychain or the user allows it. */
  async #store(others: ReadonlyMap<string, Buffer>, mustWrite: boolean): Promise<void> {
    const secrets = new Map(others);
    const mayStore =
      this.#inMemory.size > 0 && this.#keepingWith(await this.#measure()) !== 'this-run';
    const moved = mayStore ? [...this.#inMemory] : [];
    for (const [name, secret] of moved) secrets.set(name, await this.#encrypt(secret));
    if (mustWrite || moved.length > 0 || secrets.size !== this.#stored.size) {
      await this.#write(secrets);
    }
    for (const [name] of moved) this.#inMemory.delete(name);
  }

  /** Moves unprotected secrets into memory. @returns the others */
  async #unprotectedToMemory(): Promise<ReadonlyMap<string, Buffer>> {
    const others = new Map(this.#stored);
    for (const [name, encrypted] of this.#stored) {
      if (!isPlainText(this.#keychain, encrypted)) continue;
      const decrypted = await this.#decrypt(name, encrypted);
      if (decrypted !== null) this.#inMemory.set(name, decrypted.text);
      others.delete(name);
    }
    return others;
  }

  async #write(secrets: ReadonlyMap<string, Buffer>): Promise<void> {
    const texts = [...secrets].map(([name, bytes]) => [name, bytes.toString('base64')] as const);
    await this.#file.write({
      version: 1,
      keepUnsafely: this.#keepUnsafely,
      signsWebhooks: this.#signsWebhooks,
      secrets: Object.fromEntries(texts),
    });
    this.#stored = secrets;
  }

  async #encrypt(secret: string): Promise<Buffer> {
    return this.#keychain.encrypt(secret).catch(() => {
      throw new AppError('write-failed', message('secrets.notStored'));
    });
  }

  async #decrypt(name: string, encrypted: Buffer): Promise<DecryptedText | null> {
    try {
      const decrypted = await this.#keychain.decrypt(encrypted);
      this.#unreadable.delete(name);
      return decrypted;
    } catch {
      // The keychain's own message is of no help; callers report that it is unreadable.
      this.#unreadable.add(name);
      return null;
    }
  }

  #keepingWith(strength: KeychainStrength): SecretKeeping {
    if (strength === 'safe') return 'safe';
    return strength === 'plain' && this.#keepUnsafely ? 'unsafe' : 'this-run';
  }

  async #measure(): Promise<KeychainStrength> {
    this.#strength ??= await measuredStrength(this.#keychain);
    return this.#strength;
  }
}

/** A secret that was encrypted again. */
interface Renewed {
  readonly name: string;
  /** Its outdated form. */
  readonly encrypted: Buffer;
  readonly again: Buffer;
}

function idsWith(prefix: string, names: readonly string[]): string[] {
  return names.filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length));
}

const prefixes = [targetPrefix, endpointPrefix, signInPrefix, protectionPrefix];

function isSecretName(name: string): name is SecretName {
  return name === webhook || prefixes.some((prefix) => name.startsWith(prefix));
}
