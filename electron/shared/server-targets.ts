import { z } from 'zod';
import { type Message, literal, message } from './messages/message.js';
import { excerpt, valueMessage } from './request/text.js';
import { checkedText, nameField } from './request/validation.js';
import { isHostKey, serverAddressIssue, serverParts } from './upload-location.js';

/** Kinds of servers with files. */
export const serverKinds = ['sftp', 'webdav'] as const;
export type ServerKind = (typeof serverKinds)[number];

/** The schemes of each kind, the default one first. */
export const serverSchemes = {
  sftp: ['sftp'],
  webdav: ['davs', 'dav'],
} as const satisfies Readonly<Record<ServerKind, readonly string[]>>;

const serverExamples: Readonly<Record<ServerKind, string>> = {
  sftp: 'sftp://files.example.org',
  webdav: 'davs://cloud.example.org',
};

/** How a target signs in to an SFTP server. Passwords and passphrases are stored separately. */
const sftpLoginSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('password') }),
  z.strictObject({
    kind: z.literal('key'),
    /** Path of a private key: in full, or from `~/`. Its passphrase is the target's secret. */
    file: checkedText(
      (input) => message('destinations.keyFileType', { value: valueMessage(input) }),
      keyFileIssue,
    ),
  }),
  /** What `ssh` tries: the keys of the agent, and those without a passphrase in `~/.ssh`. */
  z.strictObject({ kind: z.literal('default') }),
]);

function commonFields<K extends ServerKind>(kind: K) {
  const example = literal(serverExamples[kind]);
  return {
    id: z.string().min(1).max(64),
    name: nameField('reports'),
    kind: z.literal(kind),
    /** Such as `sftp://files.example.org:2222`, without a user. */
    server: checkedText(
      (input) => message('destinations.serverType', { example, value: valueMessage(input) }),
      (text) => serverIssue(kind, text),
    ),
    /** As in a {@link ServerLocation}: `srv/reports` or `~/reports`; empty for the top level. */
    folder: checkedText(
      (input) => message('destinations.folderType', { value: valueMessage(input) }),
      folderIssue,
    ).default(''),
  };
}

/** An SFTP server that PDFs are uploaded to. */
export const sftpTargetSchema = z.strictObject({
  ...commonFields('sftp'),
  /** Null: the name of the local user. */
  user: userField().nullable().default(null),
  login: sftpLoginSchema,
  /** The only key that the server may have, as `SHA256:…`; null: those in `known_hosts`. */
  hostKey: checkedText(
    (input) => message('destinations.hostKeyType', { value: valueMessage(input) }),
    (text) =>
      isHostKey(text) ? null : message('destinations.hostKeyForm', { key: excerpt(text) }),
  )
    .nullable()
    .default(null),
});
export type SftpTarget = Readonly<z.infer<typeof sftpTargetSchema>>;

/** A WebDAV server that PDFs are uploaded to. */
export const webdavTargetSchema = z.strictObject({
  ...commonFields('webdav'),
  /** Null: requests are not signed in. */
  user: userField().nullable().default(null),
  /** Full path of a PEM file with additional certificates to trust. */
  caFile: z.string().min(1).nullable().default(null),
});
export type WebdavTarget = Readonly<z.infer<typeof webdavTargetSchema>>;

/** A server that PDFs are uploaded to. Its secret is stored separately: see secret-store.ts. */
export type ServerTarget = SftpTarget | WebdavTarget;

/** Name of a target in messages. */
const anyName = { name: z.string() };

/** The server of a target and how to sign in, whichever folder is meant. */
export const sftpServerSchema = sftpTargetSchema.omit({ folder: true }).extend(anyName).strip();
export const webdavServerSchema = webdavTargetSchema.omit({ folder: true }).extend(anyName).strip();
export type FileServer = Readonly<
  z.infer<typeof sftpServerSchema> | z.infer<typeof webdavServerSchema>
>;

/** What the secret of a target is; null if it has none. */
export function secretOf(target: FileServer): 'password' | 'passphrase' | null {
  if (target.kind === 'webdav') return target.user === null ? null : 'password';
  switch (target.login.kind) {
    case 'password':
      return 'password';
    case 'key':
      return 'passphrase';
    case 'default':
      return null;
  }
}

/** Nothing can be uploaded to the target without its secret. */
export function requiresSecret(target: FileServer): boolean {
  return secretOf(target) === 'password';
}

function userField() {
  return checkedText(
    (input) => message('destinations.userType', { value: valueMessage(input) }),
    (text) => (text.trim() === '' ? message('destinations.userEmpty') : null),
  );
}

function keyFileIssue(text: string): Message | null {
  if (text === '') return message('destinations.keyFileEmpty');
  if (/^(~?\/|[A-Za-z]:[\\/]|\\\\)/.test(text)) return null;
  return message('destinations.keyFilePath', { file: excerpt(text) });
}

function serverIssue(kind: ServerKind, text: string): Message | null {
  const example = literal(serverExamples[kind]);
  const schemes: readonly string[] = serverSchemes[kind];
  const [scheme = '', rest = ''] = text.split('://');
  if (rest === '') return message('destinations.serverEmpty', { example });
  if (!schemes.includes(scheme)) {
    const params = { server: excerpt(text), schemes: { or: schemes.map((each) => `${each}://`) } };
    return message('destinations.serverScheme', params);
  }
  if (/:[^@]*@/.test(rest)) return message('destinations.serverPassword');
  const isValid = serverAddressIssue(text) === null && serverParts(text).user === null;
  if (isValid && !rest.includes('/')) return null;
  return message('destinations.serverInvalid', { server: excerpt(text), example });
}

export function folderIssue(text: string): Message | null {
  if (text === '') return null;
  const folder = excerpt(text);
  const segments = text.split('/');
  if (segments.includes('')) return message('destinations.folderEmptyPart', { folder });
  const hasDots = segments.some((segment) => segment === '.' || segment === '..');
  return hasDots ? message('destinations.folderDots', { folder }) : null;
}
