import type { ServerLocation } from '../../shared/upload-location.js';

/** Access to a WebDAV server. Secrets stay in the main process; no message contains them. */
export interface WebdavAccess {
  readonly kind: 'webdav';
  /** With the user, as in a {@link ServerLocation}. */
  readonly server: ServerLocation['server'];
  /** Of the user of the server; null: requests are not signed in. */
  readonly password: string | null;
  /** Full path of a PEM file with additional certificates to trust. */
  readonly caFile: string | null;
}
