import { Button } from '@mantine/core';
import { CircleAlert, CircleSlash, FilePlus, Globe, PencilLine, Server } from 'lucide-react';
import { EmptyNotice } from '../../ui/EmptyNotice.js';
import { touchFields, useDraft } from '../form/draft-store.js';
import { fieldLabel } from '../form/fields.js';
import { fieldsOf, useIssues } from '../form/reading.js';
import { retryRender } from '../batch/convert.js';
import { useFormService } from '../remote/services.js';
import { sampleDocument } from '../form/sample-document.js';
import { chooseFiles, replaceHtml } from '../form/sources.js';
import { focusField } from '../../ui/ui-store.js';
import { ErrorActions } from './ErrorActions.js';
import { DownloadFailed } from './DownloadFailed.js';
import type { FormContent } from './preview-content.js';
import { t, textOf } from '../../i18n/t.js';

interface EmptyPreviewProps {
  readonly content: Exclude<FormContent, { kind: 'pdf' }>;
}

/** The preview area without a PDF: says why and what to do. */
export function EmptyPreview({ content }: EmptyPreviewProps) {
  const renderOn = useDraft(({ draft }) => draft.renderOn);
  const isOnService = renderOn !== null;
  switch (content.kind) {
    case 'no-source':
      return <NoSource />;
    case 'wrong-field':
      return <WrongField />;
    case 'failed':
      if (!content.error) return <WrongField />;
      return (
        <div role="alert" className="preview-empty">
          <EmptyNotice
            icon={CircleAlert}
            title={t('preview.unavailable')}
            actions={<ErrorActions error={content.error} retry={retryRender} renderOn={renderOn} />}
          >
            {textOf(content.error.message)}
          </EmptyNotice>
        </div>
      );
    case 'canceled':
      return (
        <div className="preview-empty">
          <EmptyNotice
            icon={CircleSlash}
            title={t('preview.canceled')}
            actions={
              <Button variant="default" onClick={retryRender}>
                {isOnService ? t('preview.convertAgain') : t('preview.refresh')}
              </Button>
            }
          >
            <CanceledText />
          </EmptyNotice>
        </div>
      );
    case 'unsent':
      return <Unsent />;
    case 'unfetched':
      return (
        <div className="preview-empty">
          <DownloadFailed receipt={content.receipt} />
        </div>
      );
    case 'first':
      return (
        <div className="preview-empty">
          <div className="sheet-outline" />
        </div>
      );
  }
}

function CanceledText() {
  const service = useFormService();
  if (!service) return t('preview.wasCanceled');
  return service.testMode ? t('preview.mayFinish') : t('preview.mayFinishAndCharge');
}

function Unsent() {
  const service = useFormService();
  if (!service) return null;
  const { name, testMode } = service;
  return (
    <div className="preview-empty">
      <EmptyNotice icon={Server} title={t('preview.notConverted')}>
        {testMode
          ? t('preview.clickConvertTest', { service: name })
          : t('preview.clickConvert', { service: name })}
      </EmptyNotice>
    </div>
  );
}

function NoSource() {
  const tab = useDraft(({ draft }) => draft.tab);
  return <div className="preview-empty">{noSourceNotices[tab]()}</div>;
}

const noSourceNotices = {
  files: () => (
    <EmptyNotice
      icon={FilePlus}
      title={t('preview.dropFiles')}
      actions={
        <Button variant="default" onClick={() => void chooseFiles()}>
          {t('form.chooseFiles')}
        </Button>
      }
    >
      {t('preview.dropFolders')}
    </EmptyNotice>
  ),
  url: () => (
    <EmptyNotice
      icon={Globe}
      title={t('preview.enterUrl')}
      actions={
        <Button variant="default" onClick={() => focusField('source')}>
          {t('preview.goToField')}
        </Button>
      }
    >
      {t('preview.pasteUrl')}
    </EmptyNotice>
  ),
  html: () => (
    <EmptyNotice
      icon={PencilLine}
      title={t('preview.writeHtml')}
      actions={
        <Button variant="default" onClick={() => replaceHtml(sampleDocument)}>
          {t('preview.loadSample')}
        </Button>
      }
    >
      {t('preview.updatesAsYouType')}
    </EmptyNotice>
  ),
} as const;

function WrongField() {
  const [field = 'source'] = fieldsOf(useIssues());
  const tab = useDraft(({ draft }) => draft.tab);

  return (
    <div className="preview-empty">
      <EmptyNotice
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
      </EmptyNotice>
    </div>
  );
}
