import { type IncomingHttpHeaders, type RequestListener, createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { ServerCertificate } from '../../support/certificates.js';

/** A service that answers as the test decides and has no PDF to download. */
export interface SmallService {
  readonly address: string;
  /** The received bodies in order. */
  readonly bodies: readonly Readonly<Record<string, unknown>>[];
  readonly close: () => Promise<void>;
}

/**
 * What it does with a request: an answer, `break` to close the connection after reading the
 * request, or `none` to never answer.
 */
export type Answer = { readonly status: number; readonly json: unknown } | 'break' | 'none';

/**
 * Starts a service on 127.0.0.1.
 * @param certificate enables https
 */
export async function startSmallService(
  answer: (headers: IncomingHttpHeaders) => Answer,
  certificate?: ServerCertificate,
): Promise<SmallService> {
  const bodies: Readonly<Record<string, unknown>>[] = [];
  const listener: RequestListener = (request, response) => {
    if (request.method === 'GET') {
      response.writeHead(404).end();
      return;
    }
    let text = '';
    request.setEncoding('utf8').on('data', (part: string) => (text += part));
    request.on('end', () => {
      bodies.push(JSON.parse(text) as Readonly<Record<string, unknown>>);
      const given = answer(request.headers);
      if (given === 'break') {
        request.socket.destroy();
        return;
      }
      if (given === 'none') return;
      response.writeHead(given.status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(given.json));
    });
  };
  const server = certificate ? createSecureServer(certificate, listener) : createServer(listener);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    address: `${certificate ? 'https' : 'http'}://127.0.0.1:${port}`,
    bodies,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}
