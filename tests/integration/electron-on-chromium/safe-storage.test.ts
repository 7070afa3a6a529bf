import { expect, test } from 'vitest';
import * as standIn from '../../../tools/electron-on-chromium/index.js';
import { app } from './support/stand-in.js';

const { safeStorage } = standIn as unknown as typeof Electron.CrossProcessExports;

const message = 'The quick brown fox';

test('nothing can be encrypted, and no key store is chosen', async () => {
  await app.whenReady();
  expect(await safeStorage.isAsyncEncryptionAvailable()).toBe(false);
  await expect(safeStorage.encryptStringAsync(message)).rejects.toThrow(
    'Error while encrypting the text provided to safeStorage.encryptStringAsync.',
  );
  if (process.platform === 'linux') {
    expect(safeStorage.getSelectedStorageBackend()).toBe('basic_text');
  }
});

test.runIf(process.platform === 'linux')(
  'where the application allows it, with the key that everybody knows',
  async () => {
    await app.whenReady();
    safeStorage.setUsePlainTextEncryption(true);
    expect(await safeStorage.isAsyncEncryptionAvailable()).toBe(true);
    const encrypted = await safeStorage.encryptStringAsync(message);
    expect(encrypted.subarray(0, 3).toString()).toBe('v10');
    // As OpenSSL encrypts it with Chromium's key and initial vector.
    expect(encrypted.subarray(3).toString('base64')).toBe(
      'dUZh2MOWMpKscbKrnJZbv2bIPo6KBltQfWD7x1YQ8eE=',
    );
    expect(await safeStorage.decryptStringAsync(encrypted)).toEqual({
      result: message,
      shouldReEncrypt: false,
    });
    const refusal =
      'Error while decrypting the ciphertext provided to safeStorage.decryptStringAsync.';
    await expect(safeStorage.decryptStringAsync(Buffer.from('hello'))).rejects.toThrow(refusal);
    await expect(safeStorage.decryptStringAsync(Buffer.from('v10short'))).rejects.toThrow(refusal);
    safeStorage.setUsePlainTextEncryption(false);
    await expect(safeStorage.decryptStringAsync(encrypted)).rejects.toThrow(refusal);
  },
);
