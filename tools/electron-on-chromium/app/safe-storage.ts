import { createCipheriv, createDecipheriv, pbkdf2Sync } from 'node:crypto';
import { partialModule } from '../not-implemented.js';
import { app } from './app.js';

/** What Chromium puts before a text that is encrypted with the key that everybody knows (components/os_crypt). */
const prefix = Buffer.from('v10', 'latin1');
const initialVector = Buffer.alloc(16, ' ');

let usesPlainText = false;

/**
 * The module `safeStorage` (docs/api/safe-storage.md) where there is no key store: nothing can be encrypted, unless on Linux the application takes
 * the key that everybody knows.
 */
export const safeStorage = partialModule('safeStorage', {
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- Electron 45 has it, and so have applications
  isEncryptionAvailable: isAvailable,
  isAsyncEncryptionAvailable: async () => Promise.resolve(isAvailable()),
  encryptStringAsync: async (plainText: string) => Promise.resolve(encrypt(plainText)),
  decryptStringAsync: async (encrypted: Buffer) =>
    Promise.resolve({ result: decrypt(encrypted), shouldReEncrypt: false }),
  setUsePlainTextEncryption(usePlainText: boolean): void {
    usesPlainText = usePlainText;
  },
  ...(process.platform === 'linux' && {
    getSelectedStorageBackend: () =>
      app.isReady() ? ('basic_text' as const) : ('unknown' as const),
  }),
} satisfies Partial<Electron.SafeStorage>);

function isAvailable(): boolean {
  return process.platform === 'linux' && app.isReady() && usesPlainText;
}

function encrypt(plainText: string): Buffer {
  if (!isAvailable()) throw new Error(failed('encrypting the text', 'encrypt'));
  const cipher = createCipheriv('aes-128-cbc', knownKey(), initialVector);
  return Buffer.concat([prefix, cipher.update(plainText, 'utf8'), cipher.final()]);
}

function decrypt(encrypted: Buffer): string {
  const message = failed('decrypting the ciphertext', 'decrypt');
  const isEncrypted = encrypted.subarray(0, prefix.length).equals(prefix);
  if (!isAvailable() || !isEncrypted) throw new Error(message);
  try {
    const decipher = createDecipheriv('aes-128-cbc', knownKey(), initialVector);
    const text = encrypted.subarray(prefix.length);
    return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8');
  } catch (cause) {
    throw new Error(message, { cause });
  }
}

/** Chromium's own (components/os_crypt/sync/os_crypt_linux.cc). */
function knownKey(): Buffer {
  return pbkdf2Sync('peanuts', 'saltysalt', 1, 16, 'sha1');
}

/** In Electron's words (shell/browser/api/electron_api_safe_storage.cc). */
function failed(doing: string, name: 'encrypt' | 'decrypt'): string {
  return `Error while ${doing} provided to safeStorage.${name}StringAsync.`;
}
