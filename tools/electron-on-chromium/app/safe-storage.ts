import { createCipheriv, createDecipheriv, pbkdf2Sync } from 'node:crypto';
import { checkBoolean, checkString } from '../arguments.js';
import { partialModule } from '../not-implemented.js';
import { app } from './app.js';

/** Prefix of text that Chromium encrypted with its well-known key (components/os_crypt). */
const prefix = Buffer.from('v10', 'latin1');
const initialVector = Buffer.alloc(16, ' ');

/**
 * The module `safeStorage` (docs/api/safe-storage.md,
 * shell/browser/api/electron_api_safe_storage.cc) without a keychain: on Linux, the asynchronous
 * methods then use Chromium's well-known key, whether or not the application requests it; elsewhere
 * encryption is unavailable.
 */
export const safeStorage = partialModule('safeStorage', {
  isAsyncEncryptionAvailable: async () => Promise.resolve(isAvailable()),
  async encryptStringAsync(plainText: string): Promise<Buffer> {
    checkString(plainText);
    return settle(() => encrypt(plainText));
  },
  decryptStringAsync: async (encrypted: Buffer) => settle(() => decrypt(encrypted)),
  setUsePlainTextEncryption(usePlainText: boolean): void {
    checkBoolean(usePlainText);
  },
  ...(process.platform === 'linux' && {
    getSelectedStorageBackend: () =>
      app.isReady() ? ('basic_text' as const) : ('unknown' as const),
  }),
} satisfies Partial<Electron.SafeStorage>);

/** Rejects before the application is ready, or with the error of the action. */
async function settle<T>(action: () => T): Promise<T> {
  if (!app.isReady()) throw new Error('safeStorage cannot be used before app is ready');
  return Promise.resolve(action());
}

function isAvailable(): boolean {
  return process.platform === 'linux' && app.isReady();
}

function encrypt(plainText: string): Buffer {
  if (!isAvailable()) throw new Error(failed('encrypting the text', 'encrypt'));
  const cipher = createCipheriv('aes-128-cbc', wellKnownKey(), initialVector);
  return Buffer.concat([prefix, cipher.update(plainText, 'utf8'), cipher.final()]);
}

function decrypt(encrypted: unknown): Electron.DecryptStringAsyncReturnValue {
  if (!ArrayBuffer.isView(encrypted)) {
    throw new Error('Expected the first argument of decryptStringAsync() to be a buffer');
  }
  const bytes = Buffer.from(encrypted.buffer, encrypted.byteOffset, encrypted.byteLength);
  return { result: bytes.length === 0 ? '' : textOf(bytes), shouldReEncrypt: false };
}

function textOf(encrypted: Buffer): string {
  const message = failed('decrypting the ciphertext', 'decrypt');
  const isEncrypted = encrypted.subarray(0, prefix.length).equals(prefix);
  if (!isAvailable() || !isEncrypted) throw new Error(message);
  try {
    const decipher = createDecipheriv('aes-128-cbc', wellKnownKey(), initialVector);
    const text = encrypted.subarray(prefix.length);
    return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8');
  } catch (cause) {
    throw new Error(message, { cause });
  }
}

/** Chromium's well-known key (components/os_crypt/sync/os_crypt_linux.cc). */
function wellKnownKey(): Buffer {
  return pbkdf2Sync('peanuts', 'saltysalt', 1, 16, 'sha1');
}

function failed(doing: string, name: 'encrypt' | 'decrypt'): string {
  return `Error while ${doing} provided to safeStorage.${name}StringAsync.`;
}
