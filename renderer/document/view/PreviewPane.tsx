import './preview.css';
import { Button, VisuallyHidden } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import {
  CircleAlert,
  CircleSlash,
  CloudOff,
  Files,
  type LucideIcon,
  PencilLine,
  Server,
} from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import type { AppErrorData } from '@shared/messages/errors.js';
import { message } from '@shared/messages/message.js';
import { minMergedParts } from '@shared/request/source.js';
import { t, textOf } from '../../i18n/t.js';
import { UploadBanner } from '../../queue/UploadStatus.js';
import { changeSettings, useSettings } from '../../settings/settings-store.js';
import { Banner, EmptyNotice } from '../../ui/parts.js';
import { focusField } from '../../ui/ui-store.js';
import { allowFolder, countSources, touchFields, useDraft } from '../draft/draft-store.js';
import { fieldLabel } from '../../ui/fields.js';
import { pdfAloneIssue } from '../draft/merging.js';
import { primaryActionSelector } from '../form/primary-action.js';
import { fieldsOf, useIssues } from '../draft/reading.js';
import { chooseFiles, mergeSources } from '../form/sources.js';
import { retryRender } from '../preview/convert.js';
import {
  type RemoteProgress,
  remoteStageText,
  renderedByLabel,
  useFormService,
} from '../draft/services.js';
import { CompareButton, CompareView } from '../compare/CompareView.js';
import { chosenVersion, useCompare } from '../compare/versions.js';
import { ErrorActions, ReceiptButtons } from '../preview/outcome.js';
import type { ZoomMode } from '../viewer/pdf-view.js';
import { PdfViewer } from '../viewer/PdfViewer.js';
import { usePreview } from '../draft/preview-store.js';
import { type FormContent, cancelPreview, fileNameOf, useFormContent } from '../preview/preview.js';
import { StartScreen } from './StartScreen.js';
import { Warnings } from '../preview/Warnings.js';

interface PreviewPaneProps {
  readonly hasRoomForThumbnails: boolean;
}

/** The preview area: the PDF, or why it is missing, and what is being waited for. */
export function PreviewPane({ hasRoomForThumbnails }: PreviewPaneProps) {
  const content = useFormContent();
  const isWorking = usePreview(({ phase }) => phase === 'working');
  const isWaiting = usePreview(({ waiting }) => waiting);
  const showsWork = useDelayed(isWorking, 200);
  const hasError = usePreview(({ error }) => error !== null);

  return (
    <section
      className="preview"
      aria-label={t('preview.preview')}
      aria-busy={isWaiting || isWorking}
    >
      <div className="progress-track" data-running={showsWork || undefined} />
      <div className="preview-desk" data-keeps-focus={primaryActionSelector}>
        {content.kind === 'pdf' ? (
          <ShownPdfPane
            content={content}
            isBusy={isWaiting || isWorking}
            hasRoomForThumbnails={hasRoomForThumbnails}
          />
        ) : (
          <NoPdf content={content} />
        )}
        <WorkStatus />
        {content.kind === 'pdf' && !showsWork && (hasError ? <ErrorBanner /> : <UploadBanner />)}
      </div>
    </section>
  );
}

interface ShownPdfProps extends PreviewPaneProps {
  readonly content: Extract<FormContent, { kind: 'pdf' }>;
  readonly isBusy: boolean;
}

/** The PDF in the viewer, or beside an earlier version. */
function ShownPdfPane(props: ShownPdfProps) {
  const { shown, isOutdated } = props.content;
  const state = useCompare();
  const version = state.comparing === shown.source ? chosenVersion(state, shown) : null;
  if (version === null) return <ShownPdfViewer {...props} />;
  return <CompareView shown={shown} version={version} isOutdated={isOutdated} />;
}

function ShownPdfViewer({ content, isBusy, hasRoomForThumbnails }: ShownPdfProps) {
  const { shown, isOutdated } = content;
  const thumbnails = useSettings((settings) => settings.thumbnails);
  const typedName = useDraft(({ draft }) => draft.filename);
  const zoom = useSettings((settings) => settings.zoom);
  const keepZoom = useDebouncedCallback((mode: ZoomMode) => void changeSettings({ zoom: mode }), {
    delay: 200,
    flushOnUnmount: true,
  });
  return (
    <PdfViewer
      artifact={shown.artifact}
      documentKey={shown.source}
      fileName={fileNameOf(shown, typedName)}
      initialZoom={zoom}
      onZoomChange={keepZoom}
      isOutdated={isOutdated}
      isBusy={isBusy}
      {...(hasRoomForThumbnails && {
        sidePanel: {
          isOpen: thumbnails,
          onToggle: (isOpen) => void changeSettings({ thumbnails: isOpen }),
        },
      })}
    >
      <Warnings shown={shown} />
      <CompareButton shown={shown} />
    </PdfViewer>
  );
}

/** How long a conversion takes before its status is shown, in milliseconds. */
const statusDelayMs = 400;

/** What is being waited for, with Cancel; without space if that takes only a moment. */
function WorkStatus() {
  const progress = usePreview((state) => state.progress);
  const isSlow = useDelayed(
    usePreview(({ phase }) => phase === 'working'),
    statusDelayMs,
  );
  const isScanning = useDelayed(
    useDraft(({ inspecting }) => inspecting),
    200,
  );
  const found = useDraft((state) => state.found);
  const service = useFormService();
  const name = service?.name ?? t('preview.theService');
  const text = isScanning ? scanningText(found) : isSlow ? stageText(progress, name) : null;
  // Without counts, which would be announced several times a second.
  const spokenStage = () => stageText({ ...progress, bytes: undefined }, name);
  const spoken = isScanning ? scanningText(0) : isSlow ? spokenStage() : null;
  return (
    <div className="work-status" data-open={text !== null || undefined}>
      <VisuallyHidden role="status">{spoken}</VisuallyHidden>
      <span className="cut" aria-hidden title={text ?? undefined}>
        {text}
      </span>
      {isSlow && !isScanning && (
        <Button variant="default" size="compact-sm" onClick={cancelPreview}>
          {t('window.cancel')}
        </Button>
      )}
    </div>
  );
}

function stageText(progress: RemoteProgress, service: string): string {
  const { stage, waitingFor } = progress;
  if (waitingFor !== undefined) return t('preview.waitingFor', { resource: waitingFor });
  if (stage === 'printing') return t('preview.printing');
  if (stage === 'writing') return t('preview.writingPdf');
  return remoteStageText(progress, service) ?? t('preview.loadingPage');
}

function scanningText(found: number): string {
  return found === 0 ? t('preview.scanning') : t('preview.scanningFound', { count: found });
}

/** An error over the last successful preview. */
function ErrorBanner() {
  const error = usePreview((state) => state.error);
  if (!error) return null;
  return (
    <Banner message={textOf(error.message)} rest={t('preview.showingLastVersion')}>
      <PreviewErrorActions error={error} />
    </Banner>
  );
}

function PreviewErrorActions({ error }: { readonly error: AppErrorData }) {
  const renderOn = useDraft(({ draft }) => draft.renderOn);
  const { folder } = error;
  return (
    <>
      {folder !== undefined && (
        <Button variant="default" maw="100%" title={folder} onClick={() => allowFolder(folder)}>
          {t('preview.allowAccess', { folder })}
        </Button>
      )}
      <ErrorActions error={error} retry={retryRender} renderOn={renderOn} />
    </>
  );
}

/** Says why there is no PDF, and what to do. */
function NoPdf({ content }: { readonly content: Exclude<FormContent, { kind: 'pdf' }> }) {
  const service = useFormService();
  switch (content.kind) {
    case 'no-source':
      return <StartScreen />;
    case 'wrong-field':
      return <NotPossible />;
    case 'failed':
      if (!content.error) return <WrongField />;
      return (
        <Notice
          role="alert"
          icon={CircleAlert}
          title={t('preview.unavailable')}
          actions={<PreviewErrorActions error={content.error} />}
        >
          {textOf(content.error.message)}
        </Notice>
      );
    case 'canceled':
      return (
        <Notice
          icon={CircleSlash}
          title={t('preview.canceled')}
          actions={
            <Button variant="default" onClick={retryRender}>
              {service ? t('preview.convertAgain') : t('preview.refresh')}
            </Button>
          }
        >
          {canceledText(service)}
        </Notice>
      );
    case 'unsent':
      return (
        service && (
          <Notice icon={Server} title={t('preview.notConverted')}>
            {service.testMode
              ? t('preview.clickConvertTest', { service: service.name })
              : t('preview.clickConvert', { service: service.name })}
          </Notice>
        )
      );
    case 'unfetched':
      return (
        <Notice
          icon={CloudOff}
          title={t('preview.downloadFailed')}
          actions={<ReceiptButtons url={content.receipt.url} />}
        >
          {textOf(
            content.receipt.notFetched ??
              message('preview.convertedBySentence', { label: renderedByLabel(content.receipt) }),
          )}
        </Notice>
      );
    case 'first':
      return (
        <div className="preview-empty">
          <div className="sheet-outline" />
        </div>
      );
  }
}

interface NoticeProps {
  readonly role?: 'alert';
  readonly icon: LucideIcon;
  readonly title: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

function Notice({ role, ...notice }: NoticeProps) {
  return (
    <div role={role} className="preview-empty">
      <EmptyNotice {...notice} />
    </div>
  );
}

function canceledText(service: ReturnType<typeof useFormService>): string {
  if (!service) return t('preview.wasCanceled');
  return service.testMode ? t('preview.mayFinish') : t('preview.mayFinishAndCharge');
}

/** Says which field to fix, or what a PDF is good for. */
function NotPossible() {
  const draft = useDraft((state) => state.draft);
  const issue = pdfAloneIssue(draft);
  const hasOthers = countSources(draft) >= minMergedParts;
  if (issue === null) return <WrongField />;
  return (
    <Notice
      icon={Files}
      title={t('preview.isPdf')}
      actions={
        hasOthers ? (
          <Button variant="default" onClick={mergeSources}>
            {t('form.merge')}
          </Button>
        ) : (
          <Button variant="default" onClick={() => void chooseFiles()}>
            {t('form.addFiles')}
          </Button>
        )
      }
    >
      {textOf(issue)}
    </Notice>
  );
}

function WrongField() {
  const [field = 'source'] = fieldsOf(useIssues());
  const tab = useDraft(({ draft }) => draft.tab);
  return (
    <Notice
      icon={PencilLine}
      title={t('preview.noPreview')}
      actions={
        <Button
          variant="default"
          onClick={() => {
            touchFields([field]);
            focusField(field);
          }}
        >
          {t('preview.goToField')}
        </Button>
      }
    >
      {t('preview.fixField', { field: fieldLabel(field, tab) })}
    </Notice>
  );
}

/** True once the flag has been true for the delay, in milliseconds; false as soon as it isn't. */
function useDelayed(flag: boolean, delay: number): boolean {
  const [isDue, setIsDue] = useState(false);
  useEffect(() => {
    if (!flag) return;
    const timer = setTimeout(() => setIsDue(true), delay);
    return () => {
      clearTimeout(timer);
      setIsDue(false);
    };
  }, [flag, delay]);
  return flag && isDue;
}
