import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Answer = (response: ServerResponse, request: IncomingMessage) => void;

export interface WebServer {
  /** `http://127.0.0.1:PORT` */
  readonly origin: string;
  readonly close: () => Promise<void>;
}

/** Starts a local server with a response per path; others get 404. */
export async function startWebServer(
  answers: Readonly<Record<string, Answer>>,
): Promise<WebServer> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const answer = answers[pathname];
    if (answer) answer(response, request);
    else response.writeHead(404).end('There is nothing here');
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

/** Responds with a page. */
export function page(html: string, status = 200): Answer {
  return (response) => {
    response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(html);
  };
}
