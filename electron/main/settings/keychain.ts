import { type Message, message } from '../../shared/messages/message.js';

/** The part of Electron's `safeStorage` that is used here. */
export interface Keychain {
  readonly platform: NodeJS.Platform;
  /** The likely Linux backend, by the desktop, such as `gnome_libsecret`; null on other systems. */
  backend(): string | null;
  /** The system may ask the user to unlock the keychain. */
  isAvailable(): Promise<boolean>;
  encrypt(text: string): Promise<Buffer>;
  /** Rejects if the text was encrypted with an unknown key, such as that of another user. */
  decrypt(encrypted: Buffer): Promise<DecryptedText>;
  /** Allows encryption with a well-known key where there is no keychain; Linux only. */
  usePlainText(isAllowed: boolean): void;
}

export interface DecryptedText {
  readonly text: string;
  /** Whether it should be encrypted again, because there is a newer key. */
  readonly isOutdated: boolean;
}

/** How well a keychain protects. `plain`: its key is well known; `none`: it cannot be used. */
export type KeychainStrength = 'safe' | 'plain' | 'none';

/**
 * Measures a keychain by using it. The name of the backend says nothing: it is that of the desktop,
 * and on sway or i3 `basic_text` although the Secret Service encrypts (Chromium,
 * `freedesktop_secret_key_provider.cc`).
 */
export async function measuredStrength(keychain: Keychain): Promise<KeychainStrength> {
  try {
    if (!(await keychain.isAvailable())) return 'none';
    return isPlainText(keychain, await keychain.encrypt('Platen')) ? 'plain' : 'safe';
  } catch {
    // SecretsState.reason reports it.
    return 'none';
  }
}

/** Without unlocking it. */
export function presumedStrength(keychain: Keychain): KeychainStrength {
  return keychain.platform === 'linux' && keychain.backend() === 'basic_text' ? 'plain' : 'safe';
}

/**
 * Whether a text was encrypted with the well-known key: `v10`. Keys of a keychain have other tags,
 * such as `v11` (Chromium, components/os_crypt).
 */
export function isPlainText({ platform }: Keychain, encrypted: Buffer): boolean {
  return platform === 'linux' && encrypted.toString('latin1', 0, 3) === 'v10';
}

/** @param isKept whether they are stored nevertheless */
export function unsafeReason(platform: NodeJS.Platform, isKept: boolean): Message {
  if (isKept) return message('secrets.storedUnprotected');
  if (platform === 'darwin') return message('secrets.noMacKeychain');
  if (platform === 'win32') return message('secrets.noWindowsProtection');
  return message('secrets.noKeychain');
}
