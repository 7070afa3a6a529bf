import { create } from 'zustand';
import { checkFilenamePattern } from '@shared/request/filename.js';
import type { ExistingPolicy } from '@shared/output.js';
import { partsOf } from '@shared/request/source.js';
import type { Result } from '@shared/result.js';
import { call } from '../../bridge/bridge.js';
import { hideSent } from '../../queue/deliveries-store.js';
import { convertAll } from '../preview/convert.js';
import { changeDraft, touchFields, useDraft } from '../draft/draft-store.js';
import { countPdfs } from '../draft/merging.js';
import { folderIssues, folderOf } from '../draft/output.js';
import { isSplitting } from '../draft/splitting.js';
import { selectSourceKey } from '../draft/reading.js';
import { typedPath } from '../../ui/home-folder.js';
import { focusField } from '../../ui/ui-store.js';
import { reportResult } from '../../ui/notices.js';
import type { ShownPdf } from '../draft/preview-store.js';
import { securityOf } from '../draft/passwords.js';
import { fileNameOf, fileVersion, pdfKey, readyPdf } from '../preview/preview.js';
import { t } from '../../i18n/t.js';
import { forgetVersions, recordVersion } from '../compare/versions.js';
import { lastPart } from '../../i18n/format.js';

interface SavedFile {
  readonly path: string;
  /** See {@link fileVersion}. */
  readonly version: string;
  /** The output folder of the form when it was saved. */
  readonly folder: string;
}

/** A file that was not written because one of its name exists. */
interface ExistingFile {
  readonly key: string;
  readonly path: string;
  readonly status: 'exists' | 'skipped';
}

interface SavingState {
  /** Where each PDF was saved in this window, by {@link pdfKey}. */
  readonly saved: ReadonlyMap<string, SavedFile>;
  /** What kept the last PDF from being saved. */
  readonly existing: ExistingFile | null;
  readonly saving: boolean;
}

/** PDFs saved since the window was opened. */
export const useSaving = create<SavingState>(() => ({
  saved: new Map(),
  existing: null,
  saving: false,
}));

/**
 * Saves the PDF of the form to the output folder, waiting for the preview. A file that this window
 * saved for the same document is replaced. The queue saves one that is split.
 * @param ask true asks for a path, as does a form that saves nothing
 * @param existing what to do if the file exists; by default, what the form says
 */
export async function savePdf(ask: boolean, existing?: ExistingPolicy): Promise<boolean> {
  if (useSaving.getState().saving) return false;
  if (!ask && isSplitting(useDraft.getState().draft)) {
    await convertAll();
    return false;
  }
  useSaving.setState({ saving: true, existing: null });
  try {
    const shown = await readyPdf(t('preview.nothingSaved'));
    if (!shown) return false;
    const { draft } = useDraft.getState();
    const isAsked = ask || !draft.save;
    if (!isAsked && folderIssues(draft.outputFolder).length > 0) {
      touchFields(['output.folder']);
      focusField('output.folder');
      return false;
    }
    return await (isAsked ? saveAs(shown) : save(shown, existing));
  } finally {
    useSaving.setState({ saving: false });
  }
}

/**
 * Forgets where a source was saved, so that the next save does not replace it, because its content
 * is a different one.
 */
export function forgetSaved(source: string): void {
  forgetVersions(source);
  useSaving.setState(({ saved }) => ({
    saved: new Map([...saved].filter(([key]) => !key.endsWith(`\n${source}`))),
  }));
}

/** The file that the next save replaces; null for none. */
export function savedFile(
  { saved }: Pick<SavingState, 'saved'>,
  shown: ShownPdf,
  { filename, outputFolder }: { readonly filename: string; readonly outputFolder: string },
): SavedFile | null {
  const file = saved.get(pdfKey(shown.source, fileNameOf(shown, filename)));
  return file?.folder === outputFolder ? file : null;
}

export async function showInFolder(path: string): Promise<void> {
  const result = await call('delivery:show-in-folder', { path });
  reportResult(t('window.openFolderFailed'), result);
}

/** In its default application. */
export async function openSaved(path: string): Promise<void> {
  const result = await call('delivery:open', { path });
  reportResult(t('window.openPdfFailed'), result);
}

async function save(shown: ShownPdf, existing?: ExistingPolicy): Promise<boolean> {
  const { draft } = useDraft.getState();
  const artifactId = shown.artifact.id;
  const security = securityOf(draft);
  const version = fileVersion(shown, draft);
  const before = existing === undefined ? savedFile(useSaving.getState(), shown, draft) : null;
  const name = fileNameOf(shown, draft.filename);
  const key = pdfKey(shown.source, name);
  if (before) {
    const { path } = before;
    const again = await call('delivery:save-again', { artifactId, path, security });
    if (!reportSave(again)) return false;
    remember(key, { path, version, folder: draft.outputFolder });
    recordVersion(shown, path);
    return true;
  }
  const files = partsOf(shown.request.source)
    .filter((part) => part.kind === 'file')
    .map(({ path, folder }) => ({ path, folder }));
  const result = await call('delivery:save', {
    artifactId,
    name,
    folder: typedPath(draft.outputFolder) || null,
    files,
    existing: existing ?? draft.existing,
    security,
  });
  if (!reportSave(result)) return false;
  const { status, path } = result.value;
  if (status === 'saved') {
    remember(key, { path, version, folder: draft.outputFolder });
    recordVersion(shown, path);
  } else useSaving.setState({ existing: { key, path, status } });
  return status === 'saved';
}

/** Asks where to save. The form then says the same: its folder, and for one document its name. */
async function saveAs(shown: ShownPdf): Promise<boolean> {
  const artifactId = shown.artifact.id;
  const before = useDraft.getState().draft;
  const name = fileNameOf(shown, before.filename);
  const security = securityOf(before);
  const version = fileVersion(shown, before);
  const result = await call('delivery:save-as', { artifactId, name, security });
  if (!reportSave(result) || !result.value) return false;
  const { path } = result.value;
  recordVersion(shown, path);
  const [folder, chosen] = [folderOf(path), lastPart(path)];
  const { draft } = useDraft.getState();
  if (countPdfs(draft) > 1) {
    remember(pdfKey(shown.source, name), { path, version, folder: draft.outputFolder });
    return true;
  }
  const isRenamed = chosen !== name && checkFilenamePattern(chosen) === null;
  changeDraft({ save: true, outputFolder: folder, ...(isRenamed && { filename: chosen }) });
  remember(pdfKey(shown.source, isRenamed ? chosen : name), { path, version, folder });
  if (isRenamed) adopted = { name: chosen, source: shown.source };
  return true;
}

/**
 * With a way to save elsewhere.
 * @returns true on success
 */
function reportSave<T>(result: Result<T>): result is Extract<Result<T>, { ok: true }> {
  const elsewhere = { label: t('preview.saveAs'), run: () => void savePdf(true) };
  return reportResult(t('window.saveFailed'), result, elsewhere);
}

/** The name that the last "Save as" entered into the form, and its source. */
let adopted: { readonly name: string; readonly source: string } | null = null;

/** Clears a name that "Save as" entered when another document is opened. */
export function followSource(): void {
  useDraft.subscribe((state) => {
    if (!adopted || adopted.source === selectSourceKey(state)) return;
    const { name } = adopted;
    adopted = null;
    if (state.draft.filename === name) changeDraft({ filename: '' });
  });
}

function remember(key: string, file: SavedFile): void {
  useSaving.setState(({ saved }) => ({ saved: new Map(saved).set(key, file) }));
  hideSent(key);
}
