import { type FileHandle, open, readFile } from 'node:fs/promises';
import { extname, join, normalize, sep } from 'node:path';
import { Readable } from 'node:stream';
import { protocol, session } from 'electron';
import { type ArtifactStore, type ReadableBytes, artifactFolder } from './artifact-store.js';

const scheme = 'platen';

export const windowAddress = `${scheme}://app/index.html`;

/** Allows only the application's files, and inline styles, which the component library sets. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * Gives the schemes of the window and of local pages the privileges of https. Call it once, before
 * the application is ready (Electron: protocol.registerSchemesAsPrivileged).
 */
export function registerSchemes(localScheme: string): void {
  const privileges = { standard: true, secure: true, supportFetchAPI: true, corsEnabled: true };
  protocol.registerSchemesAsPrivileged([
    // The window's scripts are compiled once, and pages that are converted leave nothing behind.
    { scheme, privileges: { ...privileges, codeCache: true } },
    { scheme: localScheme, privileges },
  ]);
}

/**
 * Serves the window's page and its previews on the application's protocol.
 * @param pageFolder the built page
 * @param devServer origin of a development server that serves the page instead, with hot reload
 */
export function serveApp(pageFolder: string, artifacts: ArtifactStore, devServer?: string): void {
  session.defaultSession.protocol.handle(scheme, async (request) => {
    const { pathname, host } = new URL(request.url);
    if (host !== 'app') return notFound();
    const artifact = new RegExp(`^/${artifactFolder}/([0-9a-f-]{36})\\.pdf$`).exec(pathname)?.[1];
    if (artifact !== undefined) return pdfResponse(artifacts, artifact);
    if (devServer !== undefined) return fromDevServer(devServer, request);
    return pageResponse(pageFolder, pathname);
  });
}

/** Streams the bytes, because a PDF may be too large for the memory; an encrypted one is read. */
async function pdfResponse(artifacts: ArtifactStore, id: string): Promise<Response> {
  const readable = artifacts.readableOf(id);
  if (readable !== undefined) return readableResponse(readable);
  const file = await openArtifact(artifacts, id);
  if (file === null) return notFound();
  const { size } = await file.stat();
  // Node's stream and the browser's are one class with two declarations.
  const body = Readable.toWeb(file.createReadStream()) as ReadableStream<Uint8Array>;
  return new Response(body, {
    headers: { 'content-type': 'application/pdf', 'content-length': String(size) },
  });
}

async function readableResponse(readable: ReadableBytes): Promise<Response> {
  const parts = await readable().catch(() => null);
  if (parts === null) return notFound();
  const body = parts.map((part) => new Uint8Array(part));
  return new Response(new Blob(body), { headers: { 'content-type': 'application/pdf' } });
}

/** Null if the artifact or its file was removed. */
async function openArtifact(artifacts: ArtifactStore, id: string): Promise<FileHandle | null> {
  try {
    return await open(artifacts.pathOf(id));
  } catch {
    return null;
  }
}

async function pageResponse(folder: string, pathname: string): Promise<Response> {
  const path = normalize(join(folder, decodeURIComponent(pathname)));
  if (!path.startsWith(folder + sep)) return notFound();
  const bytes = await readFile(path).catch(() => null);
  if (bytes === null) return notFound();
  return new Response(new Uint8Array(bytes), {
    headers: {
      'content-type': contentTypes[extname(path)] ?? 'application/octet-stream',
      'content-security-policy': contentSecurityPolicy,
      'x-content-type-options': 'nosniff',
      // Their names contain a hash of their content, so a reload need not read them again.
      ...(pathname.startsWith('/assets/') && { 'cache-control': 'max-age=31536000, immutable' }),
    },
  });
}

async function fromDevServer(devServer: string, request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const response = await fetch(`${devServer}${pathname}${search}`, { headers: request.headers });
  return new Response(await response.arrayBuffer(), {
    status: response.status,
    headers: { 'content-type': response.headers.get('content-type') ?? '' },
  });
}

function notFound(): Response {
  return new Response(null, { status: 404 });
}

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};
