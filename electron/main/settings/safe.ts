/** What keeps secrets from others on this computer: Electron's `safeStorage`, as far as it is needed here. */
export interface Safe {
  readonly platform: NodeJS.Platform;
  /** Which of Linux's key stores was chosen, such as `gnome_libsecret`; `basic_text`: none; null on other systems. */
  backend(): string | null;
  /** Whether anything can be encrypted. It may have the system ask the person to unlock their key store. */
  isAvailable(): Promise<boolean>;
  /** Rejects if that fails. */
  encrypt(text: string): Promise<Buffer>;
  /** Rejects if that fails, such as for what another user has encrypted. */
  decrypt(encrypted: Buffer): Promise<DecryptedText>;
  /** Whether a key that everybody knows may be used where there is no key store; Linux only. */
  usePlainText(isAllowed: boolean): void;
}

export interface DecryptedText {
  readonly text: string;
  /** Whether it is to be encrypted anew, as there is a newer or a better key. */
  readonly isOutdated: boolean;
}

/** What a key store is worth. `plain`: it uses a key that everybody knows; `none`: it cannot be used. */
export type SafeStrength = 'safe' | 'plain' | 'none';

/** Tries a key store out. */
export async function measuredStrength(safe: Safe): Promise<SafeStrength> {
  try {
    if (!(await safe.isAvailable())) return 'none';
    if (presumedStrength(safe) === 'plain') return 'plain';
    return isPlainText(safe, await safe.encrypt('Platen')) ? 'plain' : 'safe';
  } catch {
    // Why it cannot be used is the system's matter; that it cannot is told by SecretsState.reason.
    return 'none';
  }
}

/** What a key store is likely to be worth, found without unlocking it. */
export function presumedStrength(safe: Safe): SafeStrength {
  return safe.platform === 'linux' && safe.backend() === 'basic_text' ? 'plain' : 'safe';
}

/**
 * Whether a text was encrypted with the key that everybody knows. On Linux that is what `v10` at its beginning says (Chromium,
 * components/os_crypt); on other systems it says nothing.
 */
export function isPlainText({ platform }: Safe, encrypted: Buffer): boolean {
  return platform === 'linux' && encrypted.toString('latin1', 0, 3) === 'v10';
}

/** Why secrets are not kept safely, in a sentence for the person. @param isKept whether they are kept nevertheless */
export function unsafeReason(platform: NodeJS.Platform, isKept: boolean): string {
  if (isKept) {
    return 'This system has no key store, so secrets are kept in a file that other programs of yours can read.';
  }
  const end = 'secrets are kept only until Platen quits';
  if (platform === 'darwin') return `The Keychain cannot be used, so ${end}.`;
  if (platform === 'win32') return `The data protection of Windows cannot be used, so ${end}.`;
  return `This system has no key store that Platen can use, such as GNOME Keyring or KWallet, so ${end}.`;
}
