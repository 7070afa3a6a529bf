import { join } from 'node:path';
import { z } from 'zod';
import { AppError, type AppErrorData } from '../../shared/messages/errors.js';
import { type Message, message } from '../../shared/messages/message.js';
import { excerpt } from '../../shared/request/text.js';
import {
  type ListedSignIn,
  type SignIn,
  originLabel,
  signInSchema,
} from '../../shared/request/sign-ins.js';
import {
  type AccessSecrets,
  type PageAccess,
  accessSecretsSchema,
} from '../network/page-access.js';
import { jsonOrUndefined } from './json-file.js';
import { NamedList } from './named-list.js';
import { type SecretStore, signInSecret } from './secret-store.js';

const signInFileSchema = z.object({ version: z.literal(1), signIns: z.array(z.unknown()) });

class KeptSignIns extends NamedList<SignIn, typeof signInFileSchema> {
  /** @param folder the user data folder */
  constructor(folder: string) {
    super({
      path: join(folder, 'sign-ins.json'),
      schema: signInFileSchema,
      entry: signInSchema,
      listIn: ({ signIns }) => signIns,
      contentOf: (signIns) => ({ version: 1, signIns: [...signIns] }),
      list: 'signIns',
    });
  }
}

interface TemporarySignIn {
  readonly signIn: SignIn;
  readonly secrets: AccessSecrets;
}

/**
 * The sign-ins of the user. Those that the user keeps are in a file, and their secrets where the
 * keys of buckets are; the others are in memory until Platen quits. Only {@link accessOf} returns
 * secrets, for one conversion.
 */
export class SignIns {
  readonly #kept: KeptSignIns;
  readonly #secrets: SecretStore;
  readonly #temporary = new Map<string, TemporarySignIn>();

  /** @param folder the user data folder */
  constructor(folder: string, secrets: SecretStore) {
    this.#kept = new KeptSignIns(folder);
    this.#secrets = secrets;
  }

  /** @returns messages about damage and invalid entries */
  async open(): Promise<readonly Message[]> {
    return this.#kept.open();
  }

  /** Sorted by name. */
  get list(): readonly ListedSignIn[] {
    const { keeping, signIns } = this.#secrets.state;
    const kept = this.#kept.list.map((signIn) => ({
      ...signIn,
      state: signIns.includes(signIn.id)
        ? keeping === 'this-run'
          ? ('this-run' as const)
          : ('kept' as const)
        : ('signed-out' as const),
    }));
    const temporary = [...this.#temporary.values()].map(({ signIn }) => ({
      ...signIn,
      state: 'this-run' as const,
    }));
    return [...kept, ...temporary].sort((a, b) => a.name.localeCompare(b.name));
  }

  get isWriting(): boolean {
    return this.#kept.isWriting;
  }

  /** Resolves when the last write has ended, successfully or not. */
  async settled(): Promise<void> {
    await this.#kept.settled();
  }

  /**
   * Adds a sign-in, or replaces the one with its id.
   * @param keeps whether it is stored; otherwise it is forgotten when Platen quits
   * @throws AppError `invalid-request` if another one has its name; `write-failed`
   */
  async save(signIn: SignIn, secrets: AccessSecrets, keeps: boolean): Promise<void> {
    this.#temporary.delete(signIn.id);
    const named = { ...signIn, name: this.#freeName(signIn) };
    if (keeps) {
      await this.#kept.save(named);
      await this.#secrets.set(signInSecret(signIn.id), JSON.stringify(secrets));
      return;
    }
    this.#temporary.set(signIn.id, { signIn: named, secrets });
    if (this.#kept.get(signIn.id) !== undefined) await this.#forget(signIn.id);
  }

  /** Removes a sign-in and its secrets. @throws AppError `write-failed` */
  async remove(id: string): Promise<void> {
    this.#temporary.delete(id);
    if (this.#kept.get(id) !== undefined) await this.#forget(id);
  }

  /** Why it cannot be used; null if it can. Does not use the keychain. */
  missing(id: string): AppErrorData | null {
    if (this.#temporary.has(id) || this.#secrets.state.signIns.includes(id)) return null;
    return missingSignIn(id, this.#kept.get(id)).toData();
  }

  /**
   * For one conversion.
   * @throws AppError `load-failed` if it was removed, or its secrets are missing or unreadable
   */
  async accessOf(id: string): Promise<PageAccess> {
    const temporary = this.#temporary.get(id);
    if (temporary !== undefined) return accessWith(temporary.signIn, temporary.secrets);
    const kept = this.#kept.get(id);
    const read = await this.#secrets.read(signInSecret(id));
    if (kept === undefined || read.kind === 'unknown') throw missingSignIn(id, kept);
    const secrets =
      read.kind === 'known' ? accessSecretsSchema.safeParse(jsonOrUndefined(read.secret)) : null;
    if (secrets?.success !== true) {
      throw unusable(message('signIns.unreadable', { signIn: label(kept) }));
    }
    return accessWith(kept, secrets.data);
  }

  async #forget(id: string): Promise<void> {
    await this.#secrets.set(signInSecret(id), null);
    await this.#kept.remove(id);
  }

  /** Hosts of different ports or schemes may have the same name. */
  #freeName({ id, name }: SignIn): string {
    const taken = new Set(
      this.list.filter((other) => other.id !== id).map((other) => other.name.toLowerCase()),
    );
    let free = name;
    for (let number = 2; taken.has(free.toLowerCase()); number += 1) free = `${name} (${number})`;
    return free;
  }
}

/** Finds sign-ins by name, ignoring case, for the command line. */
export function namedSignIns(signIns: SignIns) {
  return {
    names: () => signIns.list.map(({ name }) => name),
    named: async (name: string) => {
      const wanted = name.trim().toLowerCase();
      const found = signIns.list.find((each) => each.name.toLowerCase() === wanted);
      return found && signIns.accessOf(found.id);
    },
  };
}

function accessWith(signIn: SignIn, secrets: AccessSecrets): PageAccess {
  return { label: label(signIn), origins: signIn.origins, ...secrets };
}

function label({ name }: SignIn): Message {
  return message('signIns.named', { name: excerpt(name) });
}

/** A sign-in from the window has its origin as its id, so that the host is known without it. */
function missingSignIn(id: string, signIn: SignIn | undefined): AppError {
  const [origin] = signIn?.origins ?? (URL.canParse(id) ? [id] : []);
  return unusable(
    origin === undefined
      ? message('signIns.removed')
      : message('signIns.missing', { host: excerpt(originLabel(origin)) }),
  );
}

function unusable(reason: Message): AppError {
  return new AppError('load-failed', reason, [{ field: 'signIn', message: reason }]);
}
