import type { AppErrorData } from '../../shared/messages/errors.js';
import type { JobOptions } from '../../shared/jobs.js';
import type { EndState } from './job.js';
import type { QueueParts } from './queue-parts.js';

type Missing = Pick<QueueParts, 'missingCredential' | 'missingSignIn' | 'missingPasswords'>;

/** Why jobs have to wait: a credential is missing, or its service has refused it. */
export class Holds {
  readonly #missing: Missing;
  /** Why services refused their credentials, by their ids. */
  readonly #refusals = new Map<string, AppErrorData>();
  #credentialVersion = 0;

  constructor(missing: Missing) {
    this.#missing = missing;
  }

  /** Increases with each change of a credential. */
  get credentialVersion(): number {
    return this.#credentialVersion;
  }

  /** Returns why jobs with these options must not start; null if they may. */
  errorOf({ renderOn, request }: JobOptions): AppErrorData | null {
    const { missingCredential, missingSignIn, missingPasswords } = this.#missing;
    if (renderOn !== null) {
      return missingCredential?.(renderOn) ?? this.#refusals.get(renderOn) ?? null;
    }
    const { signIn, protection } = request;
    const ofSignIn = signIn === undefined ? null : missingSignIn?.(signIn);
    const passwords = protection?.id;
    return ofSignIn ?? (passwords === undefined ? null : missingPasswords?.(passwords)) ?? null;
  }

  /** Forgets that services have refused their credentials. */
  allow(endpoints: Iterable<string>): void {
    for (const endpoint of endpoints) this.#refusals.delete(endpoint);
  }

  /** @param endpoint id of the service whose credential has changed; absent: any */
  credentialsChanged(endpoint?: string): void {
    this.#credentialVersion += 1;
    if (endpoint === undefined) this.#refusals.clear();
    else this.#refusals.delete(endpoint);
  }

  /**
   * Holds the jobs of a service that has refused their credential, unless it has changed meanwhile.
   * @param version of the credentials when the attempt started
   * @returns true if that is how an attempt ended, so that its job has to wait
   */
  refused({ renderOn }: JobOptions, version: number, end: EndState): boolean {
    if (this.#missing.missingCredential === undefined || renderOn === null) return false;
    if (end.status !== 'failed' || !isCredentialRefusal(end.error)) return false;
    if (version === this.#credentialVersion) this.#refusals.set(renderOn, end.error);
    return true;
  }

  /** True, for example, while the keychain is locked. */
  lacksPasswords({ request }: JobOptions, end: EndState): boolean {
    const id = request.protection?.id;
    if (id === undefined || end.status !== 'failed') return false;
    const isAboutThem = end.error.fields?.some(({ field }) => field === 'protection') ?? false;
    return isAboutThem && (this.#missing.missingPasswords?.(id) ?? null) !== null;
  }
}

/** The fields of a service's settings with its credentials. */
const credentialFields: ReadonlySet<string> = new Set(['login', 'login.user', 'secret']);

/** All jobs of the service would fail with this error. */
function isCredentialRefusal({ code, fields = [] }: AppErrorData): boolean {
  return code === 'remote-refused' && fields.some(({ field }) => credentialFields.has(field));
}
