import { PartialObject } from '../not-implemented.js';

/** The page that a main frame belongs to. */
export interface FrameOwner {
  readonly isDestroyed: () => boolean;
  readonly url: () => string;
}

type ImplementedMembers = Pick<
  Electron.WebFrameMain,
  'url' | 'parent' | 'routingId' | 'processId' | 'isDestroyed'
>;

/** `webContents.mainFrame`. Frames inside it are not implemented (docs/api/web-frame-main.md). */
export class WebFrameMain extends PartialObject implements ImplementedMembers {
  readonly #owner: FrameOwner;
  readonly #id: number;
  readonly parent = null;

  /** @param id of the frame and its process, which DevTools does not report */
  constructor(id: number, owner: FrameOwner) {
    super();
    this.#id = id;
    this.#owner = owner;
  }

  get url(): string {
    this.#refuseDisposed();
    return this.#owner.url();
  }

  get routingId(): number {
    this.#refuseDisposed();
    return this.#id;
  }

  get processId(): number {
    this.#refuseDisposed();
    return this.#id;
  }

  isDestroyed(): boolean {
    return this.#owner.isDestroyed();
  }

  /** Throws like Electron (shell/browser/api/electron_api_web_frame_main.cc, CheckRenderFrame). */
  #refuseDisposed(): void {
    if (!this.isDestroyed()) return;
    throw new Error('Render frame was disposed before WebFrameMain could be accessed');
  }
}
