import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';

const block = /-----BEGIN CERTIFICATE-----.*?-----END CERTIFICATE-----/gs;

/**
 * The certificates in a PEM file of the person's, which are to be trusted beside the usual ones; none where it is something else.
 * @param path full path
 * @throws (rejects) where the file cannot be read, or one of them cannot: Node would pass over it, and the connection would only be said not to be trusted
 */
export async function certificatesIn(path: string): Promise<readonly string[]> {
  const found = (await readFile(path, 'utf8')).match(block) ?? [];
  for (const certificate of found) new X509Certificate(certificate);
  return found;
}
