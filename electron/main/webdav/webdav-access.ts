/** Access to a WebDAV server. Secrets stay in the main process; no message contains them. */
export interface WebdavAccess {
  readonly kind: 'webdav';
  /** Of the user in the URL; null: the server is asked without signing in. */
  readonly password: string | null;
}
