import { X509Certificate, createPrivateKey } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';
import { type FieldIssue, codeOf } from '../../../shared/errors.js';
import { invalidRequest } from '../../../shared/request/validation.js';
import type { TlsFiles } from '../../service/service-options.js';

type Option = 'tls-cert' | 'tls-key';

/** What a file has to hold, by its option. */
const contents: Readonly<Record<Option, string>> = {
  'tls-cert': 'certificate',
  'tls-key': 'private key',
};

/**
 * Reads a server's certificate and its key, and sees that they can be used together.
 * @param paths full ones
 * @throws AppError `invalid-request` with all mistakes together, each with its option
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
  option: Option,
): Promise<{ readonly text: string; readonly issues: readonly FieldIssue[] }> {
  try {
    const text = await readFile(path, 'utf8');
    const message = pemIssue(text, option);
    return { text, issues: message === null ? [] : [issue(option, path, message)] };
  } catch (error) {
    return { text: '', issues: [issue(option, path, `cannot be read (${codeOf(error)}).`)] };
  }
}

/** What is wrong with one of the files by itself. */
function pemIssue(text: string, option: Option): string | null {
  if (!text.includes('-----BEGIN ')) {
    return 'is not in the PEM format; write one that begins with -----BEGIN.';
  }
  if (option === 'tls-key' && isEncrypted(text)) {
    return 'is encrypted; write one without a passphrase.';
  }
  const holdsIt = canDo(() =>
    option === 'tls-key' ? createPrivateKey(text) : new X509Certificate(text),
  );
  return holdsIt ? null : `holds no ${contents[option]} that can be read; write one that does.`;
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
    const message = `does not belong to the certificate ${paths.cert} of --tls-cert; write the one that it was made with.`;
    return [issue('tls-key', paths.key, message)];
  }
  // Such as a key that is too short for TLS, or broken certificates behind the first.
  if (canDo(() => createSecureContext({ cert, key }))) return [];
  return [issue('tls-cert', paths.cert, 'cannot be used for TLS with its key; write another one.')];
}

function issue(field: Option, path: string, message: string): FieldIssue {
  return { field, message: `The file ${path} of --${field} ${message}` };
}

function canDo(work: () => unknown): boolean {
  try {
    work();
    return true;
  } catch {
    return false;
  }
}
