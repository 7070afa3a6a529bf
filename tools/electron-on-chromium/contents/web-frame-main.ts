import { PartialObject } from '../not-implemented.js';
import type { WebContents } from './web-contents.js';

type ImplementedMembers = Pick<
  Electron.WebFrameMain,
  | 'url'
  | 'origin'
  | 'parent'
  | 'detached'
  | 'routingId'
  | 'processId'
  | 'executeJavaScript'
  | 'send'
  | 'isDestroyed'
>;

/** `webContents.mainFrame`. The frames inside it are not implemented (docs/api/web-frame-main.md). */
export class WebFrameMain extends PartialObject implements ImplementedMembers {
  readonly #contents: WebContents;
  readonly parent = null;
  readonly routingId: number;
  readonly processId: number;

  constructor(contents: WebContents) {
    super();
    this.#contents = contents;
    this.routingId = contents.id;
    this.processId = contents.id;
  }

  get top(): this {
    return this;
  }

  get detached(): boolean {
    return this.#contents.isDestroyed();
  }

  get url(): string {
    return this.#contents.getURL();
  }

  /** The address's scheme and host, also for custom schemes, whose origin Node's URL does not know. */
  get origin(): string {
    if (!URL.canParse(this.url)) return 'null';
    const { protocol, host } = new URL(this.url);
    if (protocol === 'file:') return 'file://';
    return host === '' ? 'null' : `${protocol}//${host}`;
  }

  isDestroyed(): boolean {
    return this.detached;
  }

  async executeJavaScript(code: string, userGesture?: boolean): Promise<unknown> {
    return this.#contents.evaluate(code, userGesture);
  }

  send(channel: string, ...args: unknown[]): void {
    this.#contents.send(channel, ...args);
  }
}
