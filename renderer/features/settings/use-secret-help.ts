import type { SecretKeeping } from '@shared/secrets.js';
import { useTargets } from '../../store/delivery/targets-store.js';

/** Returns how an entered secret will be stored, as a sentence. */
export function useSecretHelp(): string {
  return useTargets(({ secrets }) => secretHelps[secrets.keeping]);
}

const secretHelps: Readonly<Record<SecretKeeping, string>> = {
  safe: 'Stored in the system keychain.',
  'this-run': 'Kept until you quit: no system keychain is available.',
  unsafe: 'Stored unencrypted, as you chose.',
};
