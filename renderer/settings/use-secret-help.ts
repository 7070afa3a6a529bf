import type { SecretKeeping } from '@shared/secrets.js';
import { type Message, message } from '@shared/messages/message.js';
import { useTargets } from './targets-store.js';
import { textOf } from '../i18n/t.js';

/** Returns how an entered secret will be stored, as a sentence. */
export function useSecretHelp(): string {
  return textOf(useTargets(({ secrets }) => secretHelps[secrets.keeping]));
}

const secretHelps: Readonly<Record<SecretKeeping, Message>> = {
  safe: message('settings.secretInKeychain'),
  'this-run': message('settings.secretUntilQuit'),
  unsafe: message('settings.secretUnencrypted'),
};
