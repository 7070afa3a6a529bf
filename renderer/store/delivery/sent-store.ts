import { create } from 'zustand';

/** An upload of the form's PDF, as the window remembers it. */
export interface SentPdf {
  readonly artifactId: string;
  /** The name that was asked for. */
  readonly name: string;
  /** Ids of its deliveries. */
  readonly ids: readonly string[];
}

interface SentState {
  /** What was last uploaded of each PDF in this window, by `pdfKey`; it is gone once that PDF is saved, as the last result counts. */
  readonly sent: ReadonlyMap<string, SentPdf>;
  /** An upload is being handed over. */
  readonly sending: boolean;
}

/** What has been uploaded from the preview since the window was opened. */
export const useSent = create<SentState>(() => ({ sent: new Map(), sending: false }));

export function rememberSent(key: string, sent: SentPdf): void {
  useSent.setState((state) => ({ sent: new Map(state.sent).set(key, sent) }));
}

/** Gives the line beside the buttons to something else. The uploads go on, and are in the list. */
export function hideSent(key: string): void {
  useSent.setState(({ sent }) => ({
    sent: new Map([...sent].filter(([each]) => each !== key)),
  }));
}
