import type { AppErrorData, FieldIssue } from '@shared/messages/errors.js';
import { type Message, isMessage } from '@shared/messages/message.js';
import { issuesOf } from '@shared/request/validation.js';
import {
  type FileServer,
  type ServerKind,
  type ServerTarget,
  type SftpTarget,
  folderIssue,
  serverKinds,
  serverSchemes,
  sftpServerSchema,
  sftpTargetSchema,
  webdavServerSchema,
  webdavTargetSchema,
} from '@shared/server-targets.js';
import { typedPath } from '../ui/home-folder.js';
import { serverAddressIssue, serverIn, serverParts } from '@shared/upload-location.js';

/** The fields of a server, with raw input. */
export interface ServerForm {
  readonly server: string;
  readonly user: string;
  /** Such as `/srv/reports` or `~/reports`. */
  readonly folder: string;
  readonly signIn: SftpTarget['login']['kind'];
  readonly keyFile: string;
  readonly hostKey: string;
}

/** What a form of a server has in common with that of a bucket. */
interface NamedForm extends ServerForm {
  readonly id: string;
  readonly name: string;
  readonly caFile: string;
}

export const emptyServerForm: ServerForm = {
  server: '',
  user: '',
  folder: '',
  signIn: 'password',
  keyFile: '',
  hostKey: '',
};

/** A host key as a server shows it. */
interface PresentedKey {
  /** `SHA256:…` */
  readonly fingerprint: string;
  /** Such as `ssh-ed25519`. */
  readonly type: string;
}

/** Returns the host key of a server that is unknown; null for other errors. */
export function presentedHostKey({ message: text }: AppErrorData): PresentedKey | null {
  return unknownHostKeyIn(text);
}

function unknownHostKeyIn({ key, params = {} }: Message): PresentedKey | null {
  if (key === 'servers.hostKeyUnknown') {
    const { fingerprint, type } = params;
    if (typeof fingerprint === 'string' && typeof type === 'string') return { fingerprint, type };
  }
  for (const value of Object.values(params)) {
    const found = isMessage(value) ? unknownHostKeyIn(value) : null;
    if (found !== null) return found;
  }
  return null;
}

/** Returns true for the type of a destination that is a server. */
export function isServerKind(type: string): type is ServerKind {
  return serverKinds.some((kind) => kind === type);
}

/** Returns the form of an existing server. */
export function formOfServer(target: ServerTarget): ServerForm & Pick<NamedForm, 'caFile'> {
  const { server, user, kind, folder } = target;
  const common = { server, user: user ?? '', folder: folderText(folder, kind) };
  if (target.kind === 'webdav') {
    return { ...emptyServerForm, ...common, caFile: target.caFile ?? '' };
  }
  const { login, hostKey } = target;
  const keyFile = login.kind === 'key' ? login.file : '';
  return { ...common, signIn: login.kind, keyFile, hostKey: hostKey ?? '', caFile: '' };
}

/** Parses the form of a server. The target is null if a field is invalid. */
export function readServerForm(
  form: NamedForm,
  kind: ServerKind,
): { readonly target: ServerTarget | null; readonly issues: readonly FieldIssue[] } {
  const schema = kind === 'sftp' ? sftpTargetSchema : webdavTargetSchema;
  const parsed = schema.safeParse(serverInput(form, kind));
  return { target: parsed.success ? parsed.data : null, issues: issuesOf(parsed) };
}

/** Parses what listing the folders of a server needs; the server is null if a field is invalid. */
export function readFileServer(
  form: NamedForm,
  kind: ServerKind,
): {
  readonly server: FileServer | null;
  /** The folder of the form, in which listing begins; the first one if it is invalid. */
  readonly place: string;
  readonly issues: readonly FieldIssue[];
} {
  const schema = kind === 'sftp' ? sftpServerSchema : webdavServerSchema;
  const { folder, name, server, ...input } = serverInput(form, kind);
  // Messages need a name, but listing does not.
  const parsed = schema.safeParse({ ...input, server, name: name === '' ? server : name });
  return {
    server: parsed.success ? parsed.data : null,
    place: folderIssue(folder) === null ? folder : storedFolder('', kind),
    issues: issuesOf(parsed),
  };
}

function serverInput(form: NamedForm, kind: ServerKind) {
  const { id, name } = form;
  const { server, user, folder } = splitAddress(form, kind);
  return {
    ...{ id, name: name.trim(), kind, server },
    user: textOrNull(user),
    folder: storedFolder(folder, kind),
    ...(kind === 'sftp'
      ? {
          login:
            form.signIn === 'key'
              ? { kind: 'key', file: typedPath(form.keyFile) }
              : { kind: form.signIn },
          hostKey: textOrNull(form.hostKey),
        }
      : { caFile: textOrNull(typedPath(form.caFile)) }),
  };
}

/** The schemes of URLs that users know for a kind of server, with those of Platen. */
const knownSchemes: Readonly<Record<ServerKind, Readonly<Record<string, string>>>> = {
  sftp: { ssh: 'sftp' },
  webdav: { https: 'davs', http: 'dav', webdavs: 'davs', webdav: 'dav' },
};

/**
 * Returns the fields of an address: the server with its scheme, and user and folder if it contains
 * them. An invalid address is not divided.
 */
export function splitAddress(
  { server: written, user, folder }: Pick<ServerForm, 'server' | 'user' | 'folder'>,
  kind: ServerKind,
): Pick<ServerForm, 'server' | 'user' | 'folder'> {
  const address = withScheme(written.trim(), kind);
  const server = serverIn(address);
  if (server === null || serverAddressIssue(server) !== null) {
    return { server: address, user, folder };
  }
  const path = address.slice(server.length).replace(/^\/(?=~)/, '');
  const { user: named } = serverParts(server);
  return {
    server: server.replace(/:\/\/[^@]*@/, '://'),
    user: named ?? user,
    folder: path === '' || path === '/' ? folder : decodedPath(path, kind),
  };
}

function withScheme(address: string, kind: ServerKind): string {
  if (address === '') return '';
  const [, scheme = '', rest = ''] = /^([a-z]+):\/\/(.*)$/is.exec(address) ?? [];
  if (scheme === '') return `${serverSchemes[kind][0]}://${address}`;
  const lower = scheme.toLowerCase();
  return `${knownSchemes[kind][lower] ?? lower}://${rest}`;
}

/** The URL of a browser is encoded; other paths are written as they are. */
function decodedPath(path: string, kind: ServerKind): string {
  if (kind === 'sftp') return path;
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Returns a folder as it is stored; the empty text is where an SFTP server begins. */
function storedFolder(text: string, kind: ServerKind): string {
  const folder = text.trim().replace(/(?<=[^/])\/+$/, '');
  if (kind === 'webdav') return folder.replace(/^\/+/, '');
  if (folder.startsWith('/')) return folder.replace(/^\/+/, '');
  if (folder === '' || folder === '~') return '~';
  return folder.startsWith('~/') ? folder : `~/${folder}`;
}

/** Returns a stored folder as users write it. */
export function folderText(folder: string, kind: ServerKind): string {
  if (kind === 'webdav') return folder === '' ? '' : `/${folder}`;
  return folder === '~' || folder.startsWith('~/') ? folder : `/${folder}`;
}

function textOrNull(text: string): string | null {
  return text.trim() === '' ? null : text.trim();
}
