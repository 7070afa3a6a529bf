import type { Emit } from '../cancelable-event.js';
import type { DevToolsSession } from '../devtools/session.js';
import { toElectron } from '../network/custom-schemes.js';
import { netError, warnOfFailedLoad } from './net-errors.js';

export interface FrameFailureOptions {
  readonly emit: Emit;
  readonly isMainFrame: (frameId: string) => boolean;
  /** The error of a protocol handler for a navigation, which DevTools cannot pass on. */
  readonly handlerError: (loaderId: string) => string | undefined;
}

/** Emits `did-fail-load` for the frames inside a page. */
export class FrameFailures {
  readonly #options: FrameFailureOptions;
  /** By navigation ID. A frame that changes its site starts in one session and ends in another. */
  readonly #errors = new Map<string, string>();

  constructor(options: FrameFailureOptions) {
    this.#options = options;
  }

  /** @param session of the page and its same-site frames, or of one cross-site frame */
  follow(session: DevToolsSession): void {
    const { emit, isMainFrame, handlerError } = this.#options;
    session.on('Network.loadingFailed', ({ requestId, type, errorText }) => {
      if (type === 'Document') this.#errors.set(requestId, errorText);
    });
    session.on('Page.frameNavigated', ({ frame: { id, loaderId, unreachableUrl } }) => {
      const text = handlerError(loaderId) ?? this.#errors.get(loaderId) ?? 'net::ERR_FAILED';
      this.#errors.delete(loaderId);
      if (unreachableUrl === undefined || isMainFrame(id)) return;
      const error = netError(text);
      const url = toElectron(unreachableUrl);
      warnOfFailedLoad(error, url);
      emit('did-fail-load', {}, error.code, error.description, url, false);
    });
  }
}
