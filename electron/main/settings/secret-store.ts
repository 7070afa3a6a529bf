import { join } from 'node:path';
import { z } from 'zod';
import { AppError } from '../../shared/errors.js';
import type { SecretKeeping, SecretsState } from '../../shared/secrets.js';
import { JsonFile } from './json-file.js';
import {
  type Safe,
  type SafeStrength,
  isPlainText,
  measuredStrength,
  presumedStrength,
  unsafeReason,
} from './safe.js';

const secretFileSchema = z.object({
  version: z.literal(1),
  /** The person's word that secrets may be kept where there is no key store. */
  keepUnsafely: z.boolean(),
  /** Whether webhooks are to be signed, also where the secret is only in memory. Absent in files of earlier versions. */
  signsWebhooks: z.boolean().optional(),
  /** What the key store has made of each secret, in base64. */
  secrets: z.record(z.string(), z.base64()),
});

const webhook = 'webhook';
const targetPrefix = 'target:';
const endpointPrefix = 'endpoint:';

/** What a secret belongs to. */
export type SecretName =
  typeof webhook | `${typeof targetPrefix}${string}` | `${typeof endpointPrefix}${string}`;

/** The name of a target's secret key. */
export function targetSecret(id: string): SecretName {
  return `${targetPrefix}${id}`;
}

/** The name of the key or password of an endpoint. */
export function endpointSecret(id: string): SecretName {
  return `${endpointPrefix}${id}`;
}

/** What came of reading a secret. `unreadable`: it is kept, but the key store does not give it out (any more). */
export type ReadSecret =
  { readonly kind: 'known'; readonly secret: string } | { readonly kind: 'unknown' | 'unreadable' };

/**
 * Secrets of the person's: encrypted by the system's key store in one file, or, where there is none, in memory until Platen quits. Nothing here
 * gives one out but {@link read}, which only the main process may call.
 */
export class SecretStore {
  readonly #file: JsonFile<typeof secretFileSchema>;
  readonly #safe: Safe;
  readonly #thisRun = new Map<string, string>();
  readonly #unreadable = new Set<string>();
  #kept: ReadonlyMap<string, Buffer> = new Map();
  #keepUnsafely = false;
  #signsWebhooks = false;
  #strength: SafeStrength | null = null;
  #lastChange: Promise<unknown> = Promise.resolve();
  #changing = 0;

  constructor(folder: string, safe: Safe) {
    this.#file = new JsonFile(join(folder, 'secrets.json'), secretFileSchema);
    this.#safe = safe;
  }

  /**
   * Reads the file, and decrypts nothing yet. Returns a sentence if the file was damaged and set aside, else null. Whether
   * webhooks were to be signed is unknown then, so they wait for a decision of the user.
   */
  async open(): Promise<string | null> {
    const { content, setAside } = await this.#file.read();
    const secrets = Object.entries(content?.secrets ?? {});
    this.#kept = new Map(secrets.map(([name, text]) => [name, Buffer.from(text, 'base64')]));
    this.#keepUnsafely = content?.keepUnsafely ?? false;
    if (this.#keepUnsafely) this.#safe.usePlainText(true);
    this.#signsWebhooks = setAside !== null || (content?.signsWebhooks ?? this.#kept.has(webhook));
    if (setAside === null) return null;
    await this.#write(this.#kept);
    return `${this.#file.path} was damaged. It was set aside as ${setAside}, and the secrets in it have to be put in again. Webhooks wait for their signing secret; enter it or stop signing in the settings.`;
  }

  /** What may be told of the secrets. What the key store is worth is a guess until it was needed: nobody is asked to unlock it for this. */
  get state(): SecretsState {
    const strength = this.#strength ?? presumedStrength(this.#safe);
    const keeping = this.#keepingWith(strength);
    const names = new Set([...this.#kept.keys(), ...this.#thisRun.keys()]);
    const known = [...names].filter((name) => !this.#unreadable.has(name));
    return {
      keeping,
      ...(keeping !== 'safe' && {
        reason: unsafeReason(this.#safe.platform, keeping === 'unsafe'),
      }),
      canKeepUnsafely: this.#safe.platform === 'linux' && strength !== 'safe',
      targets: known
        .filter((name) => name.startsWith(targetPrefix))
        .map((name) => name.slice(targetPrefix.length)),
      endpoints: known
        .filter((name) => name.startsWith(endpointPrefix))
        .map((name) => name.slice(endpointPrefix.length)),
      webhook: known.includes(webhook),
      webhookMissing: this.#signsWebhooks && !known.includes(webhook),
    };
  }

  /** A secret in the clear. */
  async read(name: SecretName): Promise<ReadSecret> {
    const secret = this.#thisRun.get(name);
    if (secret !== undefined) return { kind: 'known', secret };
    const encrypted = this.#kept.get(name);
    if (encrypted === undefined) return { kind: 'unknown' };
    const decrypted = await this.#decrypted(name, encrypted);
    return decrypted === null ? { kind: 'unreadable' } : { kind: 'known', secret: decrypted.text };
  }

  /**
   * Tries all that are kept, and encrypts anew those whose key is outdated. Gives the names of those that cannot be read: they stay until
   * they are replaced or forgotten.
   */
  async check(): Promise<readonly SecretName[]> {
    return this.#inTurn(async () => {
      if (this.#kept.size > 0) await this.#measure();
      const renewed = new Map<string, Buffer>();
      for (const [name, encrypted] of this.#kept) {
        const decrypted = await this.#decrypted(name, encrypted);
        if (decrypted?.isOutdated === true && (await this.#measure()) === 'safe') {
          renewed.set(name, await this.#safe.encrypt(decrypted.text));
        }
      }
      if (renewed.size > 0) await this.#write(new Map([...this.#kept, ...renewed]));
      return [...this.#unreadable].filter(isSecretName);
    });
  }

  /**
   * Keeps a secret in the place of the one of its name, or forgets it for null. Where it cannot be written, it is known until Platen quits.
   * @throws AppError `write-failed`
   */
  async set(name: SecretName, secret: string | null): Promise<void> {
    await this.#inTurn(async () => {
      const others = new Map([...this.#kept].filter(([other]) => other !== name));
      this.#thisRun.delete(name);
      this.#unreadable.delete(name);
      if (secret !== null) this.#thisRun.set(name, secret);
      const { isChanged } = this.#noteSigning(name, secret !== null);
      await this.#keepThisRun(others, isChanged);
    });
  }

  /** Takes the person's word on whether secrets may be kept without a key store. Without it, the file is emptied of those that were. */
  async setKeepUnsafely(isAllowed: boolean): Promise<void> {
    await this.#inTurn(async () => {
      const others = isAllowed ? this.#kept : await this.#withoutUnsafe();
      this.#keepUnsafely = isAllowed && this.#safe.platform === 'linux';
      this.#safe.usePlainText(this.#keepUnsafely);
      this.#strength = null;
      await this.#keepThisRun(others, true);
    });
  }

  /** Whether something is still on its way to the disk. */
  get isWriting(): boolean {
    return this.#changing > 0;
  }

  /** Resolves when everything that was to be kept has been written, or could not be. */
  async settled(): Promise<void> {
    await this.#lastChange;
  }

  /** Notes whether webhooks are signed from now on, if this is about their secret. */
  #noteSigning(name: SecretName, isSigning: boolean): { readonly isChanged: boolean } {
    const isChanged = name === webhook && this.#signsWebhooks !== isSigning;
    if (isChanged) this.#signsWebhooks = isSigning;
    return { isChanged };
  }

  /** Writes the file with these secrets, and with those of this run where they may be in it. */
  async #keepThisRun(others: ReadonlyMap<string, Buffer>, isChanged = false): Promise<void> {
    const kept = new Map(others);
    const mayKeep =
      this.#thisRun.size > 0 && this.#keepingWith(await this.#measure()) !== 'this-run';
    const moved = mayKeep ? [...this.#thisRun] : [];
    for (const [name, secret] of moved) kept.set(name, await this.#encrypted(secret));
    if (isChanged || moved.length > 0 || kept.size !== this.#kept.size) await this.#write(kept);
    for (const [name] of moved) this.#thisRun.delete(name);
  }

  /** Moves what is kept unsafely into memory, and gives what is left. */
  async #withoutUnsafe(): Promise<ReadonlyMap<string, Buffer>> {
    const left = new Map(this.#kept);
    for (const [name, encrypted] of this.#kept) {
      if (!isPlainText(this.#safe, encrypted)) continue;
      const decrypted = await this.#decrypted(name, encrypted);
      if (decrypted !== null) this.#thisRun.set(name, decrypted.text);
      left.delete(name);
    }
    return left;
  }

  async #write(secrets: ReadonlyMap<string, Buffer>): Promise<void> {
    const texts = [...secrets].map(([name, bytes]) => [name, bytes.toString('base64')]);
    await this.#file.write({
      version: 1,
      keepUnsafely: this.#keepUnsafely,
      signsWebhooks: this.#signsWebhooks,
      secrets: Object.fromEntries(texts) as Record<string, string>,
    });
    this.#kept = secrets;
  }

  async #encrypted(secret: string): Promise<Buffer> {
    return this.#safe.encrypt(secret).catch(() => {
      throw new AppError(
        'write-failed',
        "The system's key store did not take the secret: it is known until Platen quits, and has to be put in again then.",
      );
    });
  }

  async #decrypted(name: string, encrypted: Buffer) {
    try {
      const decrypted = await this.#safe.decrypt(encrypted);
      this.#unreadable.delete(name);
      return decrypted;
    } catch {
      // The key store's own words say nothing to a person; that it cannot be read is told by whoever needs it.
      this.#unreadable.add(name);
      return null;
    }
  }

  #keepingWith(strength: SafeStrength): SecretKeeping {
    if (strength === 'safe') return 'safe';
    return strength === 'plain' && this.#keepUnsafely ? 'unsafe' : 'this-run';
  }

  async #measure(): Promise<SafeStrength> {
    this.#strength ??= await measuredStrength(this.#safe);
    return this.#strength;
  }

  /** Changes follow each other: each begins with what the last one has left. */
  async #inTurn<T>(change: () => Promise<T>): Promise<T> {
    const turn = this.#lastChange.then(change);
    this.#lastChange = turn.catch(() => undefined);
    this.#changing += 1;
    return turn.finally(() => (this.#changing -= 1));
  }
}

function isSecretName(name: string): name is SecretName {
  return name === webhook || name.startsWith(targetPrefix) || name.startsWith(endpointPrefix);
}
