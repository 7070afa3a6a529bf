import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { rootCertificates } from 'node:tls';

const block = /-----BEGIN CERTIFICATE-----.*?-----END CERTIFICATE-----/gs;

/**
 * Reads the certificates of a PEM file; an empty list if it contains none.
 * @param path full path
 * @throws Node's error if the file or one of its certificates cannot be read: Node's TLS would
 * silently skip such a certificate, and the connection would only be reported as untrusted
 */
export async function readCertificates(path: string): Promise<readonly string[]> {
  const found = (await readFile(path, 'utf8')).match(block) ?? [];
  for (const certificate of found) new X509Certificate(certificate);
  return found;
}

/** Returns TLS options that trust certificates (PEM) in addition to Node's own. */
export function trusting(certificates: readonly string[] | undefined): { ca?: string[] } {
  return certificates === undefined ? {} : { ca: [...rootCertificates, ...certificates] };
}
