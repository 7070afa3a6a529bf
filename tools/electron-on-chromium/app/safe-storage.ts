import { partialModule } from '../not-implemented.js';

/** The module `safeStorage`: no key store of the system is within reach, and it says so. */
export const safeStorage = partialModule('safeStorage', { isEncryptionAvailable: () => false });
