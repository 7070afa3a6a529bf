import { Button } from '@mantine/core';
import { KeyRound } from 'lucide-react';
import { type Message, message } from '@shared/messages/message.js';
import type { ServerKind } from '@shared/server-targets.js';
import { call } from '../bridge/bridge.js';
import { t } from '../i18n/t.js';
import { startBrowsing, useBrowsing } from './browsing.js';
import { BrowseButton, type BrowsingStart, FolderBrowser } from './FolderBrowser.js';
import { type EditorFields, SecretRow } from './items.js';
import { CertificatesRow, MoreFields, PathRow, SelectRow, TextRow } from './rows.js';
import { typedSecret } from './secrets.js';
import { folderText, presentedHostKey, readFileServer, splitAddress } from './server-form.js';
import {
  type TargetField,
  type TargetForm,
  showRefusal,
  targetEditing,
  useTargetEditing,
} from './target-form.js';

/** The labels of the kinds of servers. */
export const serverLabels: Readonly<Record<ServerKind, Message>> = {
  sftp: message('destinations.sftp'),
  webdav: message('destinations.webdav'),
};

const secretField = 'target-secret';

interface ServerFieldsProps extends EditorFields<TargetForm, TargetField> {
  readonly kind: ServerKind;
}

/** The fields of an SFTP or WebDAV server. */
export function ServerFields(fields: ServerFieldsProps) {
  const { kind, form, getInputProps, getSectionProps } = fields;
  const isSftp = kind === 'sftp';
  return (
    <>
      <TextRow
        label={t('settings.name')}
        placeholder={t('destinations.namePlaceholder')}
        {...getInputProps('name')}
      />
      <AddressField {...fields} />
      <TextRow
        label={t('destinations.user')}
        placeholder={t('destinations.userPlaceholder')}
        help={isSftp ? t('destinations.sftpUserHelp') : t('destinations.webdavUserHelp')}
        {...getInputProps('user')}
      />
      {isSftp ? <SftpSignIn {...fields} /> : form.user.trim() !== '' && <Password {...fields} />}
      <FolderField {...fields} />
      {isSftp ? (
        <HostKeyField {...fields} />
      ) : (
        <MoreFields {...getSectionProps(['caFile'])}>
          <CertificatesRow
            {...getInputProps('caFile')}
            onFailure={(failure) => useTargetEditing.setState({ failure })}
          />
        </MoreFields>
      )}
    </>
  );
}

const addressPlaceholders = {
  sftp: 'sftp://files.example.org',
  webdav: 'davs://cloud.example.org',
} as const;

/** The server. A URL with user and folder is divided when the field is left. */
function AddressField({ kind, form, getInputProps }: ServerFieldsProps) {
  const { onLeave, ...props } = getInputProps('server');
  return (
    <TextRow
      label={t('destinations.server')}
      placeholder={addressPlaceholders[kind]}
      help={t('destinations.serverHelp')}
      {...props}
      onLeave={() => {
        const { server, user, folder } = splitAddress(form, kind);
        const isSame = server === form.server && user === form.user && folder === form.folder;
        if (!isSame) targetEditing.change({ server, user, folder });
        onLeave();
      }}
    />
  );
}

const folderField = 'target-folder';

/** The folder: typed, or chosen from a list. */
function FolderField({ kind, getInputProps }: ServerFieldsProps) {
  const isSftp = kind === 'sftp';
  return (
    <TextRow
      label={t('destinations.folder')}
      placeholder={
        isSftp ? t('destinations.sftpFolderPlaceholder') : t('destinations.webdavFolderPlaceholder')
      }
      help={isSftp ? t('destinations.sftpFolderHelp') : t('destinations.webdavFolderHelp')}
      action={
        <BrowseButton
          owner={folderField}
          label={t('browse.browseFolders')}
          start={() => browsingStart(kind)}
        />
      }
      {...getInputProps('folder')}
    >
      <FolderBrowser
        owner={folderField}
        root=""
        onChoose={(place) => targetEditing.change({ folder: folderText(place, kind) })}
      />
    </TextRow>
  );
}

/** Returns what the form names; null if a field is invalid, whose error is shown then. */
function browsingStart(kind: ServerKind): BrowsingStart | null {
  const { form } = useTargetEditing.getState();
  if (!form) return null;
  const { server, place, issues } = readFileServer(form, kind);
  if (server) return { server, secretField, onRefused: showRefusal, place };
  targetEditing.showErrors(issues.map(({ field }) => field));
  return null;
}

function Password({ getSecretProps }: ServerFieldsProps) {
  return (
    <SecretRow
      label={t('destinations.password')}
      subject={t('destinations.passwordSubject')}
      {...getSecretProps('login')}
    />
  );
}

/** How to sign in to an SFTP server. */
function SftpSignIn(fields: ServerFieldsProps) {
  const { form, getInputProps, getSecretProps } = fields;
  const { issue, ...signIn } = getInputProps('signIn', 'login');
  return (
    <>
      <SelectRow
        label={t('settings.authentication')}
        choices={[
          ['password', t('destinations.password')],
          ['key', t('destinations.privateKey')],
          ['default', t('destinations.agentKeys')],
        ]}
        {...signIn}
        // With a secret, the error is that of the secret.
        {...(form.signIn === 'default' && { issue })}
      />
      {form.signIn === 'password' && <Password {...fields} />}
      {form.signIn === 'key' && (
        <>
          <PathRow
            label={t('destinations.privateKey')}
            placeholder={t('destinations.keyPlaceholder')}
            help={t('destinations.keyHelp')}
            chooseLabel={t('destinations.chooseKey')}
            choose={async () => call('targets:choose-key', undefined)}
            {...getInputProps('keyFile', 'login.file')}
            onFailure={(failure) => useTargetEditing.setState({ failure })}
          />
          <SecretRow
            label={t('destinations.passphrase')}
            subject={t('destinations.passphraseSubject')}
            {...getSecretProps('login')}
          />
        </>
      )}
    </>
  );
}

/** The host key, and the question whether to trust the one that an unknown server has. */
function HostKeyField({ kind, form, getInputProps }: ServerFieldsProps) {
  const failure = useTargetEditing((state) =>
    state.test.kind === 'failed' ? state.test.error : state.failure,
  );
  const presented = failure && form.hostKey === '' ? presentedHostKey(failure) : null;
  const { issue, ...props } = getInputProps('hostKey');

  /** Repeats what has shown the key: listing folders, otherwise a test. */
  function trust(hostKey: string): void {
    const isTest = useTargetEditing.getState().test.kind === 'failed';
    const isListing = !isTest && useBrowsing.getState().refused === folderField;
    targetEditing.change({ hostKey });
    const start = isListing ? browsingStart(kind) : null;
    if (start) startBrowsing(folderField, start, start.place);
    else void targetEditing.test(typedSecret(secretField));
  }

  return (
    <TextRow
      label={t('destinations.hostKey')}
      placeholder={t('destinations.hostKeyPlaceholder')}
      help={t('destinations.hostKeyHelp')}
      {...props}
      issue={presented ? t('destinations.hostKeyQuestion') : issue}
      remedy={
        presented && (
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
        )
      }
    />
  );
}
