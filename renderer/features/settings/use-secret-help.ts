import type { SecretKeeping } from '@shared/secrets.js';
import { useTargets } from '../../store/delivery/targets-store.js';

/** What becomes of a secret that is typed, in a sentence. */
export function useSecretHelp(): string {
  return useTargets(({ secrets }) => secretHelps[secrets.keeping]);
}

const secretHelps: Readonly<Record<SecretKeeping, string>> = {
  safe: "Goes into the system's own store for secrets.",
  'this-run':
    'Known until Platen quits: this system has no safe store. The list has a switch for that.',
  unsafe: 'Is kept on the disk without protection, as you chose.',
};
