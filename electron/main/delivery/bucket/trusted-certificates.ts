import { readFile } from 'node:fs/promises';
import { X509Certificate } from 'node:crypto';
import { rootCertificates } from 'node:tls';
import { TransportFault } from './transport-fault.js';

const block = /-----BEGIN CERTIFICATE-----.*?-----END CERTIFICATE-----/gs;

/**
 * The usual certificates and those of a file of the person's.
 * @param caFile full path of a PEM file; null: none, and undefined is given for "as usual"
 * @throws TransportFault `certificates` where the file cannot be read or holds none
 */
export async function trustedCertificates(
  caFile: string | null,
): Promise<readonly string[] | undefined> {
  if (caFile === null) return undefined;
  try {
    const found = (await readFile(caFile, 'utf8')).match(block) ?? [];
    // Node passes over what it cannot read, and the connection would only be said not to be trusted.
    for (const certificate of found) new X509Certificate(certificate);
    if (found.length > 0) return [...rootCertificates, ...found];
  } catch (cause) {
    throw new TransportFault('certificates', { subject: caFile, cause });
  }
  throw new TransportFault('certificates', { subject: caFile });
}
