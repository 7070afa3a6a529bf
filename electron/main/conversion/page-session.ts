import { type Session, session } from 'electron';
import type { ConversionSource } from '../../shared/request/source.js';
import { accessRule } from './access-rules.js';
import type { Findings } from './findings.js';
import { LoadTracker } from './load-tracker.js';
import { type LocalFiles, serveLocalFiles } from './local-files.js';
import { localScheme, readableFolder } from './page-address.js';
import { refusedPermission, refusedProgram } from './refusals.js';

/** The session of one untrusted page, and what follows its requests. */
export interface PageSession {
  readonly session: Session;
  readonly tracker: LoadTracker;
}

/**
 * Makes a session in memory that is never used again, under the rules for untrusted pages (design, 6): permissions and downloads
 * refused, files and addresses only as far as the source allows.
 * @param address where the source will be opened
 */
export function openPageSession(
  source: ConversionSource,
  address: string,
  id: string,
  findings: Findings,
): PageSession {
  const own = session.fromPartition(`conversion-${id}`);
  const rule = accessRule(source, async (host) => resolveHost(own, host));
  const tracker = new LoadTracker(own.webRequest, rule, findings);
  own.setPermissionRequestHandler((_contents, permission, decide, details) => {
    const address = 'externalURL' in details ? details.externalURL : undefined;
    findings.add('refused', address ? refusedProgram(address) : refusedPermission(permission));
    decide(false);
  });
  own.setPermissionCheckHandler(() => false);
  own.on('will-download', (event, item) => {
    event.preventDefault();
    tracker.refuseDownload(item.getURL(), item.getMimeType());
  });
  own.protocol.handle(localScheme, serveLocalFiles(localFiles(source, address, findings)));
  own.protocol.handle('file', () => Response.error());
  return { session: own, tracker };
}

function localFiles(source: ConversionSource, address: string, findings: Findings): LocalFiles {
  return {
    folder: readableFolder(source),
    ...(source.kind === 'file' && { main: source.path }),
    ...(source.kind === 'html' && { document: { address, html: source.html } }),
    onMissing: (sentence) => findings.add('resources', sentence),
    onRefused: (sentence) => findings.add('refused', sentence),
  };
}

async function resolveHost(own: Session, host: string): Promise<readonly string[]> {
  const resolved = await own.resolveHost(host).catch(() => null);
  return resolved?.endpoints.map((endpoint) => endpoint.address) ?? [];
}
