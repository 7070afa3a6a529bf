import type { Keychain } from '../../../../../electron/main/settings/keychain.js';

/** The behavior of a fake keychain; a test may change it. */
export interface FakeSystem {
  platform: NodeJS.Platform;
  /** By the name of the desktop, whether or not there is a keychain. */
  backend: string | null;
  /** Whether a keychain has a key; without one, Linux encrypts with the well-known key. */
  hasKey: boolean;
  isAvailable: boolean;
  /** Stands for the key: texts that were encrypted with another one cannot be decrypted. */
  user: string;
  /** Number of the newest key of the user; older ones are known too. */
  newestKey: number;
  /** Number of calls that may prompt the user. */
  uses: number;
}

export const keyring: FakeSystem = {
  platform: 'linux',
  backend: 'gnome_libsecret',
  hasKey: true,
  isAvailable: true,
  user: 'ada',
  newestKey: 1,
  uses: 0,
};

export const noKeyring: FakeSystem = { ...keyring, backend: 'basic_text', hasKey: false };

/** Behaves as Electron's keychain; "encrypts" by reversing the text. */
export function fakeKeychain(system: FakeSystem): Keychain {
  const isPlain = () => system.platform === 'linux' && !system.hasKey;
  const keyName = () => (isPlain() ? 'v10:everybody' : `v11:${system.user} ${system.newestKey}`);
  const use = () => {
    system.uses += 1;
    if (!system.isAvailable) throw new Error('no keychain');
  };
  return {
    platform: system.platform,
    backend: () => system.backend,
    isAvailable: async () => Promise.resolve(system.isAvailable),
    encrypt: async (text) => {
      use();
      return Promise.resolve(Buffer.from(`${keyName()}:${reversed(text)}`));
    },
    decrypt: async (encrypted) => {
      use();
      const [, key = '', ...parts] = encrypted.toString().split(':');
      const text = parts.join(':');
      const [user, number] = key.split(' ');
      if (user !== 'everybody' && (isPlain() || user !== system.user))
        throw new Error('another key');
      const isOutdated = Number(number ?? 0) < system.newestKey && !isPlain();
      return Promise.resolve({ text: reversed(text), isOutdated });
    },
    // The asynchronous API does not need it.
    usePlainText: () => undefined,
  };
}

function reversed(text: string): string {
  return Array.from(text).toReversed().join('');
}
