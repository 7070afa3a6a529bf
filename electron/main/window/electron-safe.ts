import { safeStorage } from 'electron';
import type { Safe } from '../settings/safe.js';

/** The system's key store, by Electron's asynchronous interface: the other one is gone from Electron 46 on (its safeStorage documentation). */
export const electronSafe: Safe = {
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
