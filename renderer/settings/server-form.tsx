import { Button } from '@mantine/core';
import { KeyRound } from 'lucide-react';
import type { FieldIssue } from '@shared/messages/errors.js';
import { type Message, isMessage, literal } from '@shared/messages/message.js';
import { issuesOf } from '@shared/request/validation.js';
import {
  type FileServer,
  type ServerKind,
  type ServerTarget,
  folderIssue,
  serverKinds,
  serverSchemes,
  sftpServerSchema,
  sftpTargetSchema,
  webdavServerSchema,
  webdavTargetSchema,
} from '@shared/server-targets.js';
import { serverAddressIssue, serverIn, serverParts } from '@shared/upload-location.js';
import { call } from '../bridge/bridge.js';
import { t } from '../i18n/t.js';
import { typedPath } from '../ui/home-folder.js';
import { startBrowsing, useBrowsing } from './browsing.js';
import {
  type Field,
  type FieldBrowsing,
  type TypedRowProps,
  certificates,
  formOf,
  itemInput,
} from './field-table.js';
import { browsingStart } from './Fields.js';
import { TextRow } from './rows.js';
import { typedSecret } from './secrets.js';
import type { TargetForm } from './empty-target.js';

const isSftp = ({ type }: TargetForm) => type === 'sftp';
const usesKey = (form: TargetForm) => isSftp(form) && form.signIn === 'key';

const folderBrowsing: FieldBrowsing<TargetForm> = {
  label: 'browse.browseFolders',
  start: (form) => readFileServer(form, kindOf(form)),
  onChoose: (place, form) => ({ folder: folderText(place, kindOf(form)) }),
};

/** The fields of an SFTP or WebDAV server. */
export const serverFields: readonly Field<TargetForm>[] = [
  { name: 'name', label: 'settings.name', placeholder: 'destinations.namePlaceholder' },
  {
    name: 'server',
    label: 'destinations.server',
    placeholder: (form) =>
      literal(isSftp(form) ? 'sftp://files.example.org' : 'davs://cloud.example.org'),
    help: 'destinations.serverHelp',
    complete: dividedAddress,
  },
  {
    name: 'user',
    label: 'destinations.user',
    placeholder: 'destinations.userPlaceholder',
    help: (form) => (isSftp(form) ? 'destinations.sftpUserHelp' : 'destinations.webdavUserHelp'),
    isOptional: true,
  },
  {
    name: 'signIn',
    kind: 'select',
    path: 'login.kind',
    issue: 'login',
    label: 'settings.authentication',
    choices: [
      ['password', 'destinations.password'],
      ['key', 'destinations.privateKey'],
      ['default', 'destinations.agentKeys'],
    ],
    // With a secret, the error is that of the secret.
    showsIssue: ({ signIn }) => signIn === 'default',
    isShown: isSftp,
  },
  {
    kind: 'secret',
    issue: 'login',
    label: 'destinations.password',
    subject: 'destinations.passwordSubject',
    isShown: (form) => (isSftp(form) ? form.signIn === 'password' : form.user.trim() !== ''),
  },
  {
    name: 'keyFile',
    path: 'login.file',
    label: 'destinations.privateKey',
    placeholder: 'destinations.keyPlaceholder',
    help: 'destinations.keyHelp',
    read: typedPath,
    choose: {
      label: 'destinations.chooseKey',
      ask: async () => call('targets:choose-key', undefined),
    },
    isShown: usesKey,
  },
  {
    kind: 'secret',
    issue: 'login',
    label: 'destinations.passphrase',
    subject: 'destinations.passphraseSubject',
    isShown: usesKey,
  },
  {
    name: 'folder',
    label: 'destinations.folder',
    placeholder: (form) =>
      isSftp(form) ? 'destinations.sftpFolderPlaceholder' : 'destinations.webdavFolderPlaceholder',
    help: (form) =>
      isSftp(form) ? 'destinations.sftpFolderHelp' : 'destinations.webdavFolderHelp',
    browse: folderBrowsing,
  },
  {
    name: 'hostKey',
    label: 'destinations.hostKey',
    placeholder: 'destinations.hostKeyPlaceholder',
    help: 'destinations.hostKeyHelp',
    isOptional: true,
    row: HostKeyRow,
    isShown: isSftp,
  },
  { ...certificates, isShown: (form) => !isSftp(form) },
];

export function isServerKind(type: string): type is ServerKind {
  return serverKinds.some((kind) => kind === type);
}

/** A URL with user and folder is divided. Null: there is nothing to divide. */
function dividedAddress(form: TargetForm): ServerAddress | null {
  const { server, user, folder } = form;
  const address = splitAddress(form, kindOf(form));
  const isSame = address.server === server && address.user === user && address.folder === folder;
  return isSame ? null : address;
}

function kindOf({ type }: TargetForm): ServerKind {
  return type === 'sftp' ? type : 'webdav';
}

/** @param empty gives what a server doesn't have */
export function formOfServer(target: ServerTarget, empty: TargetForm): TargetForm {
  const { kind, folder } = target;
  return {
    ...formOf(serverFields, empty, target),
    type: kind,
    folder: folderText(folder, kind),
  };
}

/** The target is null if a field is invalid. */
export function readServerForm(
  form: TargetForm,
  kind: ServerKind,
): { readonly target: ServerTarget | null; readonly issues: readonly FieldIssue[] } {
  const schema = kind === 'sftp' ? sftpTargetSchema : webdavTargetSchema;
  const parsed = schema.safeParse(serverInput(form, kind));
  return { target: parsed.success ? parsed.data : null, issues: issuesOf(parsed) };
}

/** Parses what listing the folders of a server needs; the server is null if a field is invalid. */
export function readFileServer(
  form: TargetForm,
  kind: ServerKind,
): {
  readonly server: FileServer | null;
  /** The folder of the form, in which listing begins; the first one if it is invalid. */
  readonly place: string;
  readonly issues: readonly FieldIssue[];
} {
  const schema = kind === 'sftp' ? sftpServerSchema : webdavServerSchema;
  const { server, folder } = splitAddress(form, kind);
  const stored = storedFolder(folder, kind);
  // Messages need a name, but listing does not.
  const name = form.name.trim() || server;
  const parsed = schema.safeParse({ ...serverInput(form, kind), name });
  return {
    server: parsed.success ? parsed.data : null,
    place: folderIssue(stored) === null ? stored : storedFolder('', kind),
    issues: issuesOf(parsed),
  };
}

function serverInput(form: TargetForm, kind: ServerKind): Readonly<Record<string, unknown>> {
  const address = splitAddress(form, kind);
  const fields = itemInput(serverFields, { ...form, ...address, type: kind });
  return { ...fields, id: form.id, kind, folder: storedFolder(address.folder, kind) };
}

/** The schemes of URLs that users know for a kind of server, with those of Platen. */
const knownSchemes: Readonly<Record<ServerKind, Readonly<Record<string, string>>>> = {
  sftp: { ssh: 'sftp' },
  webdav: { https: 'davs', http: 'dav', webdavs: 'davs', webdav: 'dav' },
};

type ServerAddress = Pick<TargetForm, 'server' | 'user' | 'folder'>;

/**
 * The server with its scheme, and user and folder if the address contains them. An invalid address
 * is not divided.
 */
export function splitAddress(
  { server: written, user, folder }: ServerAddress,
  kind: ServerKind,
): ServerAddress {
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

/** The empty text is where an SFTP server begins. */
function storedFolder(text: string, kind: ServerKind): string {
  const folder = text.trim().replace(/(?<=[^/])\/+$/, '');
  if (kind === 'webdav') return folder.replace(/^\/+/, '');
  if (folder.startsWith('/')) return folder.replace(/^\/+/, '');
  if (folder === '' || folder === '~') return '~';
  return folder.startsWith('~/') ? folder : `~/${folder}`;
}

/** As users write it. */
function folderText(folder: string, kind: ServerKind): string {
  if (kind === 'webdav') return folder === '' ? '' : `/${folder}`;
  return folder === '~' || folder.startsWith('~/') ? folder : `/${folder}`;
}

/** The host key, and the question whether to trust the one that an unknown server has. */
function HostKeyRow({ editing, form, ...row }: TypedRowProps<TargetForm>) {
  const failure = editing.use((state) =>
    state.test.kind === 'failed' ? state.test.error : state.failure,
  );
  const presented = failure && form.hostKey === '' ? presentedHostKey(failure.message) : null;

  /** Repeats what has shown the key: listing folders, otherwise a test. */
  function trust(hostKey: string): void {
    const isTest = editing.use.getState().test.kind === 'failed';
    const isListing = !isTest && useBrowsing.getState().refused === folderField;
    editing.change({ hostKey });
    const start = isListing ? browsingStart(editing, folderBrowsing) : null;
    if (start) startBrowsing(folderField, start, start.place);
    else void editing.test(typedSecret('target-secret'));
  }

  if (!presented) return <TextRow {...row} />;
  return (
    <TextRow
      {...row}
      issue={t('destinations.hostKeyQuestion')}
      remedy={
        <div className="host-key" role="group" aria-label={t('destinations.trustHostKey')}>
          <code>{presented.fingerprint}</code>
          <span className="quiet small">{presented.type}</span>
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<KeyRound size={14} aria-hidden />}
            onClick={() => trust(presented.fingerprint)}
          >
            {t('destinations.trustHostKey')}
          </Button>
        </div>
      }
    />
  );
}

const folderField = 'target-folder';

/**
 * Of a server that is unknown, such as `SHA256:…` of the type `ssh-ed25519`; null for other errors.
 */
function presentedHostKey({
  key,
  params = {},
}: Message): { readonly fingerprint: string; readonly type: string } | null {
  if (key === 'servers.hostKeyUnknown') {
    const { fingerprint, type } = params;
    if (typeof fingerprint === 'string' && typeof type === 'string') return { fingerprint, type };
  }
  for (const value of Object.values(params)) {
    const presented = isMessage(value) ? presentedHostKey(value) : null;
    if (presented !== null) return presented;
  }
  return null;
}
