import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { FieldIssue } from '../../../shared/messages/errors.js';
import { AppError, codeOf } from '../../../shared/messages/errors.js';
import { type Message, message } from '../../../shared/messages/message.js';
import { excerpt, quotePath } from '../../../shared/request/text.js';
import type { ServerTarget } from '../../../shared/server-targets.js';
import { fieldIssue } from '../../../shared/request/validation.js';
import { type UploadTarget, isBucket } from '../../../shared/targets.js';
import {
  isHostKey,
  isSameServer,
  isServerDestination,
  isSftpDestination,
  serverOfDestination,
  serverIn,
  serverParts,
} from '../../../shared/upload-location.js';
import type { ServerOverrides } from '../../outbox/delivery.js';
import { bucketOptions } from './object-options.js';
import type { ConvertOptions } from './options.js';
import { destinationsOf } from './output.js';
import { readTextFile } from './text-file.js';

/** Provides the password of a server, or the passphrase of `--identity`. */
const passwordVariable = 'PLATEN_SERVER_PASSWORD';

const passwordOption = 'server-password-file';
const sftpOptions = ['identity', 'host-key'] as const;
const signInOptions = [...sftpOptions, passwordOption] as const;
type ServerOption = (typeof signInOptions)[number];

/** Reads the options for SFTP servers. A message never quotes a password. */
export function readServerOptions(
  parsed: ConvertOptions,
  cwd: string,
): { readonly server?: ServerOverrides; readonly issues: readonly FieldIssue[] } {
  const { values } = parsed;
  const [identity, passwordFile] = [values.get('identity'), values.get('server-password-file')];
  const hostKey = values.get('host-key');
  const issues = [
    ...misplacedIssues(parsed),
    ...(passwordFile === undefined ? [] : passwordFileIssues(passwordFile, cwd)),
    ...(hostKey === undefined || isHostKey(hostKey)
      ? []
      : [fieldIssue('host-key', message('serverOptions.hostKeyForm', { key: excerpt(hostKey) }))]),
  ];
  const server = {
    ...(identity !== undefined && { identity: resolve(cwd, identity) }),
    ...(passwordFile !== undefined && { passwordFile: resolve(cwd, passwordFile) }),
    ...(hostKey !== undefined && { hostKey }),
  };
  return { ...(Object.keys(server).length > 0 && { server }), issues };
}

/** Options of buckets do not apply to servers, nor those of servers to buckets. */
function misplacedIssues(parsed: ConvertOptions): readonly FieldIssue[] {
  const { values, lists } = parsed;
  const destinations = destinationsOf(parsed);
  const [first] = destinations.filter(isServerDestination);
  const unused = unusedIssues(parsed, destinations);
  if (first === undefined) return unused;
  const destination = withoutPassword(first);
  const ofBuckets = bucketOptions.filter((option) => values.has(option) || lists.has(option));
  return [
    ...(destinations.every(isServerDestination)
      ? ofBuckets.map((option) =>
          fieldIssue(option, message('serverOptions.optionOfBuckets', { option, destination })),
        )
      : []),
    ...(values.has('target')
      ? signInOptions
          .filter((option) => values.has(option))
          .map((option) =>
            fieldIssue(option, message('serverOptions.optionWithTarget', { option })),
          )
      : []),
    ...(values.has('remote')
      ? [fieldIssue('to', message('serverOptions.remote', { destination }))]
      : []),
    ...unused,
    ...sharedSecretIssues(parsed, destinations),
  ];
}

/**
 * Of destinations that are not in a bucket, or not on the server, of the target that `--target`
 * names.
 * @param target null: the AWS configuration
 */
export function targetIssues(
  target: UploadTarget | null,
  destinations: readonly string[],
): readonly FieldIssue[] {
  const isServer = target !== null && !isBucket(target);
  return destinations
    .filter((each) => (isServer ? !isAtServer(target, each) : isServerDestination(each)))
    .map((each) => {
      const destination = withoutPassword(each);
      return fieldIssue(
        'target',
        isServer
          ? message('serverOptions.targetOfOtherServer', { destination, server: target.server })
          : message('serverOptions.targetOfBucket', { destination }),
      );
    });
}

/** With its user or without one. */
function isAtServer({ server, user }: ServerTarget, destination: string): boolean {
  const other = serverIn(destination);
  if (other === null || !isSameServer(server, other)) return false;
  const otherUser = serverParts(other).user;
  return otherUser === null || otherUser === user;
}

/** The options of servers that no destination uses. */
function unusedIssues(
  { values }: ConvertOptions,
  destinations: readonly string[],
): readonly FieldIssue[] {
  const isUnused = (option: ServerOption, isUsing: (destination: string) => boolean) =>
    values.has(option) && !destinations.some(isUsing);
  return [
    ...(isUnused(passwordOption, isServerDestination)
      ? [
          fieldIssue(
            passwordOption,
            message('serverOptions.optionAlone', { option: passwordOption }),
          ),
        ]
      : []),
    ...sftpOptions
      .filter((option) => isUnused(option, isSftpDestination))
      .map((option) => fieldIssue(option, message('serverOptions.optionOfSftp', { option }))),
  ];
}

/** A server must not receive the password of another one, nor have its host key. */
function sharedSecretIssues(
  { values }: ConvertOptions,
  destinations: readonly string[],
): readonly FieldIssue[] {
  const servers = [
    ...new Set(destinations.map(serverOfDestination).filter((each) => each !== null)),
  ];
  if (servers.length < 2) return [];
  const source = values.has('server-password-file') ? '--server-password-file' : passwordVariable;
  // A passphrase does not leave this machine.
  const isPassword =
    !values.has('identity') && (values.has('server-password-file') || hasVariable());
  return [
    ...(isPassword
      ? [fieldIssue('to', message('serverOptions.onePassword', { source, servers }))]
      : []),
    ...(values.has('host-key')
      ? [fieldIssue('host-key', message('serverOptions.oneHostKey', { servers }))]
      : []),
  ];
}

/** Null unless several servers would all receive the password of the environment. */
export function sharedPasswordIssue(
  uploads: readonly { readonly server: string; readonly overrides: ServerOverrides | undefined }[],
): Message | null {
  const isSent = ({ overrides }: (typeof uploads)[number]) =>
    overrides?.identity === undefined && overrides?.passwordFile === undefined;
  const servers = [...new Set(uploads.filter(isSent).map(({ server }) => server))];
  if (servers.length < 2 || !hasVariable()) return null;
  return message('serverOptions.onePasswordResent', { source: passwordVariable, servers });
}

/** A destination with a password is reported, and never shown. */
function withoutPassword(destination: string): string {
  return excerpt(destination.replace(/^(\w+:\/\/)[^/]*@/, '$1'));
}

function passwordFileIssues(path: string, cwd: string): readonly FieldIssue[] {
  const text = readTextFile(path, cwd);
  if (!text.ok) return [fieldIssue('server-password-file', text.message)];
  if (firstLine(text.value) !== '') return [];
  const empty = message('serverOptions.passwordEmpty', { source: quotePath(path) });
  return [fieldIssue('server-password-file', empty)];
}

/**
 * That in the file, else that of the environment, or null.
 * @throws AppError `delivery-refused` if the file cannot be read
 */
export async function serverSecret(file: string | undefined): Promise<string | null> {
  if (file === undefined) {
    const { [passwordVariable]: password = '' } = process.env;
    return password === '' ? null : password;
  }
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    const params = { file: quotePath(file), code: codeOf(error) || String(error) };
    throw new AppError('delivery-refused', message('serverOptions.passwordFileUnreadable', params));
  });
  return firstLine(text);
}

function hasVariable(): boolean {
  return Boolean(process.env[passwordVariable]);
}

function firstLine(text: string): string {
  const [line = ''] = text.split(/\r\n|\n|\r/, 1);
  return line;
}
