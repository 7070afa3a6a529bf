import { EventEmitter, once } from 'node:events';
import { type AddressInfo, type Socket, createServer } from 'node:net';
import { testPdf } from './test-pdf.js';

/** What a hostile service does to its clients. */
export type Hostility =
  /** Accepts the connection and does not read. */
  | 'ignore'
  /** Breaks the connection off before it reads anything. */
  | 'reset-unread'
  /** Breaks it off after the first bytes of a body. */
  | 'reset-while-reading'
  /** Reads everything, and never responds. */
  | 'hang'
  /** Reads everything, and breaks off. */
  | 'reset-read'
  /** Reads everything, and closes the connection without a response. */
  | 'close-read'
  | 'half-head'
  | 'half-json'
  | 'half-pdf'
  /** Declares more bytes than it sends, and keeps the connection open. */
  | 'stuck-pdf'
  | 'half-chunked'
  /** A truncated PDF in a complete response. */
  | 'cut-pdf'
  /** Sends before it is asked, and not in HTTP. */
  | 'no-http'
  /** 100 MB of JSON, as an error message. */
  | 'huge-json'
  | 'huge-error'
  /** HTML declared as a PDF. */
  | 'false-pdf'
  /** A page instead of a response, like a captive portal. */
  | 'portal'
  /** A byte now and then, without end. */
  | 'slow-head'
  | 'slow-pdf';

const megabyte = Buffer.alloc(1024 ** 2, 'a');
const pdf = testPdf({ pages: 1, title: 'x', padding: 20_000 });

/** A server on 127.0.0.1 that violates HTTP in every way. */
export class HostileService {
  readonly #hostility: Hostility;
  readonly #server = createServer({ pauseOnConnect: true }, (socket) => this.#handle(socket));
  readonly #sockets = new Set<Socket>();
  readonly #events = new EventEmitter();
  #connections = 0;
  #posts = 0;
  #written = 0;

  private constructor(hostility: Hostility) {
    this.#hostility = hostility;
  }

  static async start(hostility: Hostility): Promise<HostileService> {
    const service = new HostileService(hostility);
    service.#server.listen(0, '127.0.0.1');
    await once(service.#server, 'listening');
    return service;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The number of connections so far: one for each attempt. */
  get connections(): number {
    return this.#connections;
  }

  /** The number of connections on which it began to read a request to create something. */
  get posts(): number {
    return this.#posts;
  }

  /** The bytes it could send. */
  get written(): number {
    return this.#written;
  }

  async connected(): Promise<void> {
    if (this.#connections === 0) await once(this.#events, 'connection');
  }

  /** Waits until all connections are closed. */
  async disconnected(): Promise<void> {
    while (this.#sockets.size > 0) await once(this.#events, 'closed');
  }

  async close(): Promise<void> {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
    await once(this.#server, 'close');
  }

  #handle(socket: Socket): void {
    this.#connections += 1;
    this.#sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      this.#sockets.delete(socket);
      this.#events.emit('closed');
    });
    this.#events.emit('connection');
    if (this.#hostility === 'ignore') return;
    if (this.#hostility === 'reset-unread') {
      socket.resetAndDestroy();
      return;
    }
    if (this.#hostility === 'no-http') socket.end('220 mail.example.org ESMTP\r\n');
    let request = '';
    socket.on('data', (chunk: Buffer) => {
      if (request === '' && chunk.toString('latin1').startsWith('POST ')) this.#posts += 1;
      request += chunk.toString('latin1');
      if (this.#hostility === 'reset-while-reading') socket.resetAndDestroy();
      else if (isWhole(request)) this.#answer(socket);
    });
    socket.resume();
  }

  #answer(socket: Socket): void {
    const head = (status: string, ...headers: readonly string[]) =>
      `HTTP/1.1 ${status}\r\n${headers.map((header) => `${header}\r\n`).join('')}\r\n`;
    const pdfHead = head(
      '200 OK',
      'content-type: application/pdf',
      `content-length: ${pdf.length}`,
    );
    const half = pdf.subarray(0, pdf.length / 2);
    switch (this.#hostility) {
      case 'ignore':
      case 'reset-unread':
      case 'reset-while-reading':
      case 'hang':
      case 'no-http':
        return;
      case 'reset-read':
        socket.resetAndDestroy();
        return;
      case 'close-read':
        socket.end();
        return;
      case 'half-head':
        socket.end('HTTP/1.1 200 O');
        return;
      case 'half-json':
        socket.end(`${head('200 OK', 'content-type: application/json', 'content-length: 99')}{"ur`);
        return;
      case 'half-pdf':
        socket.write(pdfHead);
        socket.end(half);
        return;
      case 'stuck-pdf':
        socket.write(pdfHead);
        socket.write(half);
        return;
      case 'half-chunked':
        socket.write(head('200 OK', 'content-type: application/pdf', 'transfer-encoding: chunked'));
        socket.end(`${half.length.toString(16)}\r\n${half.toString('latin1')}\r\n`);
        return;
      case 'cut-pdf':
        socket.write(head('200 OK', 'content-type: application/pdf', 'connection: close'));
        socket.end(half);
        return;
      case 'huge-json':
        socket.write(head('200 OK', 'content-type: application/json', 'connection: close'));
        this.#pour(socket, 100);
        return;
      case 'huge-error':
        socket.write(head('500 No', 'content-type: text/plain', 'connection: close'));
        this.#pour(socket, 100);
        return;
      case 'false-pdf':
        socket.write(head('200 OK', 'content-type: application/pdf', 'connection: close'));
        socket.end('<h1>Sorry</h1>');
        return;
      case 'portal':
        socket.write(head('200 OK', 'content-type: text/html; charset=utf-8', 'connection: close'));
        socket.end('<!doctype html><title>Log in</title><p>Accept the terms of the hotel.</p>');
        return;
      case 'slow-head':
        this.#drip(socket, 'HTTP/1.1 200 OK\r\nx: ');
        return;
      case 'slow-pdf':
        this.#drip(socket, `${head('200 OK', 'content-type: application/pdf')}%PDF-1.4\n`);
    }
  }

  /** Sends so many megabytes, as fast as they are read. */
  #pour(socket: Socket, count: number): void {
    if (count === 0) {
      socket.end();
      return;
    }
    socket.write(megabyte, (error) => {
      if (error) return;
      this.#written += megabyte.length;
      this.#pour(socket, count - 1);
    });
  }

  #drip(socket: Socket, start: string): void {
    socket.write(start);
    const timer = setInterval(() => socket.write('a'), 50);
    socket.on('close', () => clearInterval(timer));
  }
}

function isWhole(request: string): boolean {
  const end = request.indexOf('\r\n\r\n');
  const length = /^content-length: (\d+)/im.exec(request)?.[1];
  return end !== -1 && request.length >= end + 4 + Number(length ?? 0);
}
