import { create } from 'zustand';
import { call } from '../../bridge.js';
import { hideSent } from '../../queue/uploads/sent-store.js';
import { useDraft } from './draft-store.js';
import { reportResult } from '../../ui/notices.js';
import type { ShownPdf } from '../preview/preview-store.js';
import { fileNameOf, pdfKey, readyPdf } from '../preview/ready-pdf.js';
import { t } from '../../i18n/t.js';

interface SavedFile {
  readonly path: string;
  readonly artifactId: string;
}

interface SavingState {
  /** Where each PDF was saved in this window, by {@link pdfKey}. */
  readonly saved: ReadonlyMap<string, SavedFile>;
  readonly saving: boolean;
}

/** PDFs saved since the window was opened. */
export const useSaving = create<SavingState>(() => ({ saved: new Map(), saving: false }));

/**
 * Saves the PDF of the form, waiting for the preview.
 * @param ask true asks for a path even if this PDF was saved before
 */
export async function savePdf(ask: boolean): Promise<void> {
  if (useSaving.getState().saving) return;
  useSaving.setState({ saving: true });
  try {
    const shown = await readyPdf(t('preview.nothingSaved'));
    if (shown) await save(shown, ask);
  } finally {
    useSaving.setState({ saving: false });
  }
}

/**
 * Forgets where a source was saved, so that the next save asks, because its content is a different
 * one.
 */
export function forgetSaved(source: string): void {
  useSaving.setState(({ saved }) => ({
    saved: new Map([...saved].filter(([key]) => !key.endsWith(`\n${source}`))),
  }));
}

/** Shows a saved PDF in the file manager. */
export async function showInFolder(path: string): Promise<void> {
  const result = await call('delivery:show-in-folder', { path });
  reportResult(t('window.openFolderFailed'), result);
}

/** Opens a saved PDF in its default application. */
export async function openSaved(path: string): Promise<void> {
  const result = await call('delivery:open', { path });
  reportResult(t('window.openPdfFailed'), result);
}

async function save(shown: ShownPdf, ask: boolean): Promise<void> {
  const artifactId = shown.artifact.id;
  const name = fileNameOf(shown, useDraft.getState().draft.filename);
  const key = pdfKey(shown.source, name);
  const before = useSaving.getState().saved.get(key);
  const result =
    before && !ask
      ? await call('delivery:save-again', { artifactId, path: before.path })
      : await call('delivery:save-as', { artifactId, name });
  if (!reportResult(t('window.saveFailed'), result)) {
    return;
  }
  if (!result.value) return;
  const file = { path: result.value.path, artifactId };
  useSaving.setState(({ saved }) => ({ saved: new Map(saved).set(key, file) }));
  hideSent(key);
}
