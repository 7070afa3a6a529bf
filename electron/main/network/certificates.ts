import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { codeOf } from '../../shared/messages/errors.js';
import { type Message, message } from '../../shared/messages/message.js';
import { quotePath } from '../../shared/request/text.js';
import tls, { type SecureContext, createSecureContext, rootCertificates } from 'node:tls';

const block = /-----BEGIN CERTIFICATE-----.*?-----END CERTIFICATE-----/gs;

/**
 * An empty list if the PEM file contains none.
 * @param path full path
 * @throws Node's error if the file or one of its certificates cannot be read: Node's TLS would
 * silently skip such a certificate, and the connection would only be reported as untrusted
 */
export async function readCertificates(path: string): Promise<readonly string[]> {
  const certificates = (await readFile(path, 'utf8')).match(block) ?? [];
  for (const certificate of certificates) new X509Certificate(certificate);
  return certificates;
}

/**
 * Where Linux distributions keep the certificates that the system trusts, as in Go's crypto/x509
 * (root_linux.go).
 */
const systemBundles = [
  '/etc/ssl/certs/ca-certificates.crt',
  '/etc/pki/tls/certs/ca-bundle.crt',
  '/etc/ssl/ca-bundle.pem',
  '/etc/pki/tls/cacert.pem',
  '/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem',
  '/etc/ssl/cert.pem',
];

/** Node has it from 22.15 on, the types of its oldest supported version lack it. */
const { getCACertificates } = tls as { getCACertificates?: (type: 'system') => readonly string[] };

/**
 * Trusts Node's certificates, those of the system or of `SSL_CERT_FILE`, those of
 * `NODE_EXTRA_CA_CERTS`, which Electron ignores in packages (their fuse `nodeOptions` is off), and
 * further ones (PEM).
 */
export function trusting(certificates: readonly string[] = []): { secureContext: SecureContext } {
  return { secureContext: contextOf(certificates) };
}

/** By the certificates that they trust: creating one parses some hundred certificates. */
const contexts = new Map<string, SecureContext>();
const maxContexts = 32;

function contextOf(certificates: readonly string[]): SecureContext {
  const { SSL_CERT_FILE: own = '', NODE_EXTRA_CA_CERTS: extra = '' } = process.env;
  const key = [own, extra, ...certificates].join('\n');
  const cached = contexts.get(key);
  if (cached !== undefined) return cached;
  const system = own === '' ? systemCertificates() : usable(own);
  const all = new Set([
    ...rootCertificates,
    ...system,
    ...(extra === '' ? [] : usable(extra)),
    ...certificates,
  ]);
  const context = createSecureContext({ ca: [...all] });
  if (contexts.size >= maxContexts) contexts.clear();
  contexts.set(key, context);
  return context;
}

function systemCertificates(): readonly string[] {
  const certificates = getCACertificates?.('system') ?? [];
  if (certificates.length > 0 || process.platform === 'win32') return certificates;
  for (const path of systemBundles) {
    const bundle = usable(path);
    if (bundle.length > 0) return bundle;
  }
  return [];
}

const variables = ['SSL_CERT_FILE', 'NODE_EXTRA_CA_CERTS'];

/** Why files with certificates that the environment names are not used. */
export function certificateWarnings(env: NodeJS.ProcessEnv = process.env): readonly Message[] {
  return variables.flatMap((variable) => {
    const path = env[variable] ?? '';
    if (path === '') return [];
    const params = { variable, path: quotePath(path) };
    try {
      const hasSome = usableIn(readFileSync(path, 'utf8')).length > 0;
      return hasSome ? [] : [message('network.certificatesNone', params)];
    } catch (error) {
      const code = codeOf(error) || String(error);
      return [message('network.certificatesUnreadable', { ...params, code })];
    }
  });
}

/** What is usable of a PEM file of the machine; a missing file has no certificates. */
function usable(path: string): readonly string[] {
  return usableIn(textOf(path));
}

function usableIn(text: string): readonly string[] {
  const blocks = text.match(block) ?? [];
  return blocks.filter((each) => {
    try {
      return new X509Certificate(each).raw.length > 0;
    } catch {
      return false;
    }
  });
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
