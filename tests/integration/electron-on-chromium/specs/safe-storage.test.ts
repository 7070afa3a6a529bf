import { beforeAll, describe, expect, test } from 'vitest';
import * as standIn from '../../../../tools/electron-on-chromium/index.js';
import { app } from '../support/electron.js';

// Asserts what Electron's spec/api-safe-storage.spec.ts asserts, as far as the stand-in implements
// it; the README of the stand-in lists the rest.

const { safeStorage } = standIn as unknown as typeof Electron.CrossProcessExports;

const decryptFailure =
  'Error while decrypting the ciphertext provided to safeStorage.decryptStringAsync.';

test.skipIf(process.platform === 'linux')(
  'without a keychain nothing can be encrypted',
  async () => {
    await app.whenReady();
    expect(await safeStorage.isAsyncEncryptionAvailable()).toBe(false);
    await expect(safeStorage.encryptStringAsync('x')).rejects.toThrow(
      'Error while encrypting the text provided to safeStorage.encryptStringAsync.',
    );
  },
);

test.each(['isEncryptionAvailable', 'encryptString', 'decryptString'])(
  '%s throws by name',
  (member) => {
    expect((): unknown => Reflect.get(safeStorage, member)).toThrow(
      `not implemented by electron-on-chromium: safeStorage.${member}`,
    );
  },
);

describe.runIf(process.platform === 'linux')('with the well-known key', () => {
  beforeAll(async () => app.whenReady());

  test('the backend is basic_text, and encryption is available', async () => {
    expect(safeStorage.getSelectedStorageBackend()).toBe('basic_text');
    expect(await safeStorage.isAsyncEncryptionAvailable()).toBe(true);
  });

  test.each([
    ['plaintext'],
    ['€ - utf symbol'],
    [''],
    ['a'.repeat(10_000)],
    ['!@#$%^&*()_+-=[]{}|;:\'",.<>?/\\`~\n\t\r'],
  ])('%j is encrypted to a buffer, and decrypted again', async (text) => {
    const encrypting = safeStorage.encryptStringAsync(text);
    expect(encrypting).toBeInstanceOf(Promise);
    const encrypted = await encrypting;
    expect(Buffer.isBuffer(encrypted)).toBe(true);
    const decrypting = safeStorage.decryptStringAsync(encrypted);
    expect(decrypting).toBeInstanceOf(Promise);
    expect(await decrypting).toEqual({ result: text, shouldReEncrypt: false });
  });

  test("texts are encrypted like Chromium's, and so for its next start too", async () => {
    const encrypted = await safeStorage.encryptStringAsync('The quick brown fox');
    // By OpenSSL, with Chromium's key and initialization vector.
    expect(encrypted.toString('latin1')).toBe(
      `v10${Buffer.from('dUZh2MOWMpKscbKrnJZbv2bIPo6KBltQfWD7x1YQ8eE=', 'base64').toString('latin1')}`,
    );
  });

  test('concurrent calls do not affect each other', async () => {
    const texts = ['text1', 'text2', 'text3', 'text4', 'text5'];
    const encrypted = await Promise.all(
      texts.map(async (text) => safeStorage.encryptStringAsync(text)),
    );
    const decrypted = await Promise.all(
      encrypted.map(async (bytes) => safeStorage.decryptStringAsync(bytes)),
    );
    expect(decrypted.map(({ result }) => result)).toEqual(texts);
  });

  test('unencrypted data is rejected', async () => {
    for (const text of ['I am unencoded!', 'v10short', 'v11other']) {
      await expect(safeStorage.decryptStringAsync(Buffer.from(text))).rejects.toThrow(
        decryptFailure,
      );
    }
  });

  test('an empty buffer is an empty text', async () => {
    expect(await safeStorage.decryptStringAsync(Buffer.alloc(0))).toEqual({
      result: '',
      shouldReEncrypt: false,
    });
  });

  test('arguments of the wrong type are rejected', async () => {
    await expect(safeStorage.decryptStringAsync({} as Buffer)).rejects.toThrow(
      'Expected the first argument of decryptStringAsync() to be a buffer',
    );
    await expect(safeStorage.encryptStringAsync(7 as unknown as string)).rejects.toThrow(TypeError);
    expect(() => {
      safeStorage.setUsePlainTextEncryption('yes' as unknown as boolean);
    }).toThrow('Error processing argument at index 0, conversion failure from yes');
  });

  test.each([true, false])('it does not matter whether it is allowed: %s', async (isAllowed) => {
    safeStorage.setUsePlainTextEncryption(isAllowed);
    expect(await safeStorage.isAsyncEncryptionAvailable()).toBe(true);
    const encrypted = await safeStorage.encryptStringAsync('x');
    expect(await safeStorage.decryptStringAsync(encrypted)).toMatchObject({ result: 'x' });
  });
});
