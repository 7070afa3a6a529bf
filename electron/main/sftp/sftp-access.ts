import type { ServerLocation } from '../../shared/upload-location.js';

/** How to sign in to a server. Secrets stay in the main process; no message contains them. */
type SftpSignIn =
  | { readonly kind: 'password'; readonly password: string }
  | { readonly kind: 'key'; readonly file: string; readonly passphrase: string | null }
  /** What `ssh` tries: the keys of the agent, and those without a passphrase in `~/.ssh`. */
  | { readonly kind: 'default' };

export interface SftpAccess {
  readonly kind: 'sftp';
  /** With the user, as in a {@link ServerLocation}. */
  readonly server: ServerLocation['server'];
  readonly login: SftpSignIn;
  /** The only key that the server may have, as `SHA256:…`; null: those in `known_hosts`. */
  readonly hostKey: string | null;
}
