import { safeStorage } from 'electron';
import type { Keychain } from '../settings/keychain.js';

/** The system's keychain, by the asynchronous API: Electron 46 removes the synchronous one. */
export const electronKeychain: Keychain = {
  platform: process.platform,
  backend: () => (process.platform === 'linux' ? safeStorage.getSelectedStorageBackend() : null),
  isAvailable: async () => safeStorage.isAsyncEncryptionAvailable(),
  encrypt: async (text) => safeStorage.encryptStringAsync(text),
  decrypt: async (encrypted) => {
    const { result, shouldReEncrypt } = await safeStorage.decryptStringAsync(encrypted);
    return { text: result, isOutdated: shouldReEncrypt };
  },
  usePlainText: (isAllowed) => safeStorage.setUsePlainTextEncryption(isAllowed),
};
