import { create } from 'zustand';

/** An upload of the form's PDF. */
export interface SentPdf {
  readonly artifactId: string;
  /** The requested name. */
  readonly name: string;
  /** Ids of its deliveries. */
  readonly ids: readonly string[];
}

interface SentState {
  /**
   * The last upload of each PDF by `pdfKey`. Cleared when that PDF is saved, because the status
   * line shows the last result.
   */
  readonly sent: ReadonlyMap<string, SentPdf>;
  /** True while an upload is being submitted. */
  readonly sending: boolean;
}

/** Uploads from the preview since the window was opened. */
export const useSent = create<SentState>(() => ({ sent: new Map(), sending: false }));

export function rememberSent(key: string, sent: SentPdf): void {
  useSent.setState((state) => ({ sent: new Map(state.sent).set(key, sent) }));
}

/** Removes an upload from the status line. It continues and stays in the list. */
export function hideSent(key: string): void {
  useSent.setState(({ sent }) => ({
    sent: new Map([...sent].filter(([each]) => each !== key)),
  }));
}
