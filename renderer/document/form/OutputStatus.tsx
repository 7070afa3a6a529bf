import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { UploadStatus, useShownUploads } from '../../queue/UploadStatus.js';
import { touchFields, useDraft } from '../draft/draft-store.js';
import { fieldLabel, fieldsAfterPreview } from '../../ui/fields.js';
import { fileNameOf, fileVersion, pdfKey, renderNow, useFormContent } from '../preview/preview.js';
import { type ShownPdf, usePreview } from '../draft/preview-store.js';
import { useFormService } from '../draft/services.js';
import { openSaved, savePdf, showInFolder, useSaving } from './saving.js';
import { fieldsOf, useIssues } from '../draft/reading.js';
import { focusField } from '../../ui/ui-store.js';
import { ReceiptLine } from '../preview/outcome.js';
import { ReceiptButton } from './ReceiptButton.js';
import { isolated, lastPart } from '../../i18n/format.js';
import { t } from '../../i18n/t.js';

/** Where the PDF was saved or uploaded, and why it wasn't; without space if there is nothing. */
export function OutputStatus() {
  return (
    <div className="status-line">
      <div className="status-text" role="status" data-keeps-focus="">
        <Status />
      </div>
      <ReceiptButton />
    </div>
  );
}

function Status() {
  const phase = usePreview((state) => state.phase);
  const service = useFormService();
  const tab = useDraft(({ draft }) => draft.tab);
  const content = useFormContent();
  const existing = useSaving((state) => state.existing);
  const hasUploads = useShownUploads().rows.length > 0;
  const touched = useDraft((state) => state.touched);
  const wrong = fieldsOf(useIssues()).find(
    (field) => !fieldsAfterPreview.has(field) && touched.has(field),
  );

  if (content.kind === 'unfetched') return <ReceiptLine receipt={content.receipt} />;
  if (content.kind !== 'pdf') return null;
  if (wrong) {
    return (
      <Line text={wrongText(fieldLabel(wrong, tab), service !== null)}>
        <Button
          variant="default"
          size="compact-sm"
          onClick={() => {
            touchFields([wrong]);
            focusField(wrong);
          }}
        >
          {t('preview.goToField')}
        </Button>
      </Line>
    );
  }
  if (phase === 'canceled') {
    return (
      <Line text={t('preview.showingPreviousVersion')}>
        {!service && (
          <Button variant="default" size="compact-sm" onClick={renderNow}>
            {t('preview.refresh')}
          </Button>
        )}
      </Line>
    );
  }
  if (existing)
    return <ExistingLine path={existing.path} isSkipped={existing.status === 'skipped'} />;
  if (service && phase === 'working') return null;
  if (service && content.isOutdated)
    return <Line text={notConvertedText(service.name, content.shown)} />;
  return <Outcome shown={content.shown} hasUploads={hasUploads} />;
}

interface OutcomeProps {
  readonly shown: ShownPdf;
  readonly hasUploads: boolean;
}

/** Where the PDF went last, otherwise who converted it. */
function Outcome({ shown, hasUploads }: OutcomeProps) {
  const typed = useDraft(({ draft }) => draft.filename);
  const isSaved = useSaving(({ saved }) =>
    saved.has(pdfKey(shown.source, fileNameOf(shown, typed))),
  );
  if (hasUploads) return <UploadStatus />;
  if (isSaved || !shown.receipt) return <SavedLine shown={shown} />;
  return <ReceiptLine receipt={shown.receipt} />;
}

/** A file of that name exists, and is not replaced without asking. */
function ExistingLine({ path, isSkipped }: { readonly path: string; readonly isSkipped: boolean }) {
  const name = isolated(lastPart(path));
  return (
    <>
      <span className="cut" title={path}>
        {isSkipped ? t('form.skippedExisting', { name }) : t('form.alreadyExists', { name })}
      </span>
      <Button variant="default" size="compact-sm" onClick={() => void savePdf(false, 'overwrite')}>
        {t('uploads.replace')}
      </Button>
      <Button variant="default" size="compact-sm" onClick={() => void savePdf(false, 'number')}>
        {t('uploads.keepBoth')}
      </Button>
    </>
  );
}

/** Where the PDF was saved, with actions. */
function SavedLine({ shown }: { readonly shown: ShownPdf }) {
  const draft = useDraft((state) => state.draft);
  const saved = useSaving((state) => state.saved);
  const file = saved.get(pdfKey(shown.source, fileNameOf(shown, draft.filename)));
  if (!file) return null;
  const isCurrent = file.version === fileVersion(shown, draft);
  return (
    <>
      {isCurrent ? (
        <PathEnd text={t('window.savedTo', { path: pathSlot })} path={file.path} />
      ) : (
        <span className="status-message" title={file.path}>
          {t('preview.changedSinceSaved')}
        </span>
      )}
      <Button variant="subtle" size="compact-sm" onClick={() => void openSaved(file.path)}>
        {t('window.open')}
      </Button>
      <Button variant="subtle" size="compact-sm" onClick={() => void showInFolder(file.path)}>
        {t('window.showInFolder')}
      </Button>
    </>
  );
}

function wrongText(field: string, isOnService: boolean): string {
  return isOnService ? t('preview.fixToConvert', { field }) : t('preview.fixToUpdate', { field });
}

/** Returns why the pages on screen aren't those of the service. */
function notConvertedText(service: string, { receipt }: ShownPdf): string {
  if (!receipt) return t('preview.showingLocal', { service });
  return t('preview.changedSinceConverted', { service: receipt.name });
}

function Line({ text, children }: { readonly text: string; readonly children?: ReactNode }) {
  return (
    <>
      <span className="status-message">{text}</span>
      {children}
    </>
  );
}

/** Stands for the path in a text, as a character that no text contains. */
const pathSlot = '\u{fffc}';

interface PathEndProps {
  /** A text with {@link pathSlot} where the path goes. */
  readonly text: string;
  readonly path: string;
}

/** Shows a path truncated at its start, so that the file name stays visible. */
function PathEnd({ text, path }: PathEndProps) {
  const [before = '', after = ''] = text.split(pathSlot);
  return (
    <span className="saved-path" title={path}>
      {before}
      <span className="saved-path-end">
        <bdi dir="ltr">{path}</bdi>
      </span>
      {after}
    </span>
  );
}
