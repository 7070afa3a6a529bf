import { X509Certificate, createPrivateKey } from 'node:crypto';
import { access, constants, opendir, readFile } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';
import { type FieldIssue, codeOf } from '../../shared/messages/errors.js';
import { type Message, message } from '../../shared/messages/message.js';
import { invalidRequest } from '../../shared/request/validation.js';
import { readFailure } from '../util/disk-path.js';
import { makeFolder } from '../files/make-folder.js';
import { modesOf } from '../files/private-files.js';
import type { TlsFiles } from '../service/contract/service-options.js';

export interface OptionFolder {
  readonly option: 'accounts' | 'results';
  /** Full path. */
  readonly folder: string;
}

/**
 * Creates missing folders, which only the user can enter, and checks that all can be written. An
 * existing folder keeps its permissions; everything in it is private.
 * @throws AppError `invalid-request` with all issues, each with its option
 */
export async function prepareFolders(folders: readonly OptionFolder[]): Promise<void> {
  const issues: FieldIssue[] = [];
  for (const { option, folder } of folders) {
    try {
      await makeFolder(folder, modesOf('private').folder);
      await (await opendir(folder)).close();
      await access(folder, constants.W_OK | constants.X_OK);
    } catch (error) {
      const code = codeOf(error);
      issues.push({
        field: option,
        message: message('cli.folderUnusable', { folder, option, code }),
      });
    }
  }
  if (issues.length > 0) throw invalidRequest(issues);
}

type TlsOption = 'tls-cert' | 'tls-key';

/**
 * Reads a server's certificate and private key, and checks that they belong together.
 * @param paths full paths
 * @throws AppError `invalid-request` with all issues, each with its option
 */
export async function readTlsFiles(paths: {
  readonly cert: string;
  readonly key: string;
}): Promise<TlsFiles> {
  const cert = await readPem(paths.cert, 'tls-cert');
  const key = await readPem(paths.key, 'tls-key');
  const issues = [...cert.issues, ...key.issues];
  const files = { cert: cert.text, key: key.text };
  if (issues.length === 0) issues.push(...pairIssues(files, paths));
  if (issues.length > 0) throw invalidRequest(issues);
  return files;
}

async function readPem(
  path: string,
  option: TlsOption,
): Promise<{ readonly text: string; readonly issues: readonly FieldIssue[] }> {
  try {
    const text = await readFile(path, 'utf8');
    const issue = pemIssue(text, path, option);
    return { text, issues: issue === null ? [] : [{ field: option, message: issue }] };
  } catch (error) {
    return { text: '', issues: [{ field: option, message: readFailure(path, error) }] };
  }
}

function pemIssue(text: string, path: string, option: TlsOption): Message | null {
  if (!text.includes('-----BEGIN ')) return message('serve.notPem', { path, option });
  if (option === 'tls-cert') {
    return canDo(() => new X509Certificate(text)) ? null : message('serve.noCertificate', { path });
  }
  if (isEncrypted(text)) return message('serve.keyEncrypted', { path });
  return canDo(() => createPrivateKey(text)) ? null : message('serve.noPrivateKey', { path });
}

/** RFC 7468, section 11, and the older form of RFC 1421, section 4.6.1.1. */
function isEncrypted(key: string): boolean {
  return /^-----BEGIN ENCRYPTED PRIVATE KEY|^Proc-Type:.*\bENCRYPTED/m.test(key);
}

function pairIssues(
  { cert, key }: TlsFiles,
  paths: Readonly<Record<'cert' | 'key', string>>,
): readonly FieldIssue[] {
  if (!new X509Certificate(cert).checkPrivateKey(createPrivateKey(key))) {
    const wrongKey = message('serve.wrongKey', { path: paths.key, cert: paths.cert });
    return [{ field: 'tls-key', message: wrongKey }];
  }
  // Such as a key that is too short for TLS, or broken certificates after the first.
  if (canDo(() => createSecureContext({ cert, key }))) return [];
  return [{ field: 'tls-cert', message: message('serve.pairUnusable', { path: paths.cert }) }];
}

function canDo(work: () => unknown): boolean {
  try {
    work();
    return true;
  } catch {
    return false;
  }
}
