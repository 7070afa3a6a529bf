import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { AppError, type AppErrorData, type FieldIssue } from '../../shared/messages/errors.js';
import { type Message, message } from '../../shared/messages/message.js';
import {
  type PasswordKind,
  type Protection,
  type StoredProtection,
  passwordKinds,
} from '../../shared/request/protection.js';
import { fieldIssue, invalidRequest } from '../../shared/request/validation.js';
import {
  type PdfPasswords,
  normalPassword,
  passwordIssue,
} from '../../shared/request/pdf-password.js';
import { jsonOrUndefined } from './json-file.js';
import { type SecretStore, protectionSecret } from './secret-store.js';

const passwordsSchema = z.strictObject({ open: z.string(), owner: z.string() });

/** Passwords as typed: an absent one stays as it is stored, and null deletes it. */
export type TypedPasswords = Readonly<Partial<Record<PasswordKind, string | null | undefined>>>;

/** How often unused passwords are looked for, in milliseconds. */
const cleanupIntervalMs = 10 * 60_000;

/**
 * The passwords of PDFs that the window converts, where the keys of buckets are. A pair of them
 * never changes, because jobs, presets and the history refer to it: other passwords are another
 * pair. Only {@link of} returns passwords, for one PDF.
 */
export class StoredPasswords {
  readonly #secrets: SecretStore;
  /** Pairs that nothing referred to at the last look. */
  #unused: ReadonlySet<string> = new Set();

  constructor(secrets: SecretStore) {
    this.#secrets = secrets;
  }

  /**
   * Stores a pair with the typed passwords. Where the stored pair is lost, all of its passwords
   * have to be typed, and are stored in its place, so that what waits for them continues.
   * @returns what refers to the pair; null if no password is left
   * @throws AppError `invalid-request` with an issue for each password; `write-failed`
   */
  async store(
    stored: StoredProtection | null,
    typed: TypedPasswords,
  ): Promise<StoredProtection | null> {
    const known = stored && (await this.#read(stored.id)).passwords;
    const isLost = stored !== null && known === null;
    const passwordOf = (kind: PasswordKind) =>
      typed[kind] === undefined ? (known?.[kind] ?? '') : (typed[kind] ?? '');
    const passwords = { open: passwordOf('open'), owner: passwordOf('owner') };
    const lost = passwordKinds.filter(
      (kind) => isLost && stored[kind] && typed[kind] === undefined,
    );
    const issues = [...lost.map(lostIssue), ...passwordIssues(passwords)];
    if (issues.length > 0) throw invalidRequest(issues);
    const kinds = { open: passwords.open !== '', owner: passwords.owner !== '' };
    if (!kinds.open && !kinds.owner) return null;
    const isSame = isLost && stored.open === kinds.open && stored.owner === kinds.owner;
    const id = isSame ? stored.id : randomUUID();
    await this.#secrets.set(protectionSecret(id), JSON.stringify(passwords));
    return { id, ...kinds };
  }

  /** Why the passwords cannot be used; null if they can. Does not use the keychain. */
  missing(id: string): AppErrorData | null {
    if (this.#secrets.state.protections.includes(id)) return null;
    const isUnreadable = this.#secrets.isUnreadable(protectionSecret(id));
    return missing(
      isUnreadable ? message('protection.unreadable') : message('protection.removed'),
    ).toData();
  }

  /**
   * Undefined without protection.
   * @throws AppError `refused` if they were removed or cannot be read
   */
  async of(protection: Protection | undefined): Promise<PdfPasswords | undefined> {
    if (protection === undefined) return undefined;
    const { id } = protection;
    if (id === undefined) throw missing(message('protection.removed'));
    const { passwords, reason } = await this.#read(id);
    if (passwords === null) throw missing(reason);
    return passwords;
  }

  /** Tries to read again what the keychain has not decrypted. */
  async readAgain(): Promise<void> {
    await this.#secrets.check();
  }

  /**
   * Removes pairs that nothing refers to, and looks again from time to time. Between two looks they
   * stay: a new pair is not in the form yet, and a removal may be undone.
   * @param used returns the ids of all pairs that something refers to
   * @param onError receives why one could not be removed
   * @returns stops looking
   */
  cleanUp(used: () => ReadonlySet<string>, onError: (error: unknown) => void): () => void {
    // At the start nothing can be on its way to the form.
    this.#unused = new Set(this.#secrets.state.protections);
    const look = () => void this.removeUnused(used()).catch(onError);
    look();
    const timer = setInterval(look, cleanupIntervalMs);
    timer.unref();
    return () => clearInterval(timer);
  }

  /** Removes the pairs that nothing refers to, now and at the last look. */
  async removeUnused(used: ReadonlySet<string>): Promise<void> {
    const unused = this.#secrets.state.protections.filter((id) => !used.has(id));
    const removed = unused.filter((id) => this.#unused.has(id));
    this.#unused = new Set(unused);
    for (const id of removed) await this.#secrets.set(protectionSecret(id), null);
  }

  async #read(id: string): Promise<ReadPasswords> {
    const read = await this.#secrets.read(protectionSecret(id));
    if (read.kind === 'unknown') return { passwords: null, reason: message('protection.removed') };
    const parsed =
      read.kind === 'known' ? passwordsSchema.safeParse(jsonOrUndefined(read.secret)) : null;
    return parsed?.success === true
      ? { passwords: parsed.data, reason: null }
      : { passwords: null, reason: message('protection.unreadable') };
  }
}

type ReadPasswords =
  | { readonly passwords: PdfPasswords; readonly reason: null }
  | { readonly passwords: null; readonly reason: Message };

function passwordIssues({ open, owner }: PdfPasswords): readonly FieldIssue[] {
  const issues = [
    ...issueOf('open', passwordIssue(open)),
    ...issueOf('owner', passwordIssue(owner)),
  ];
  if (issues.length > 0 || open === '' || normalPassword(open) !== normalPassword(owner)) {
    return issues;
  }
  return issueOf('owner', message('protection.samePasswords'));
}

function issueOf(kind: PasswordKind, reason: Message | null): readonly FieldIssue[] {
  return reason === null ? [] : [fieldIssue(`protection.${kind}`, reason)];
}

function lostIssue(kind: PasswordKind): FieldIssue {
  return fieldIssue(`protection.${kind}`, message('protection.lost'));
}

function missing(reason: Message): AppError {
  return new AppError('refused', reason, [{ field: 'protection', message: reason }]);
}
