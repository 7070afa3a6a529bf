import { Button } from '@mantine/core';
import { CircleAlert, CircleSlash, FilePlus, Globe, PencilLine, Server } from 'lucide-react';
import { EmptyNotice } from '../../components/EmptyNotice.js';
import { touchFields, useDraft } from '../../store/draft-store.js';
import { fieldLabel } from '../../store/fields.js';
import { fieldsOf, useIssues } from '../../store/reading.js';
import { retryRender } from '../../store/remote/convert-on-service.js';
import { useFormService } from '../../store/remote/render-place.js';
import { sampleDocument } from '../../store/sample-document.js';
import { chooseFiles, replaceHtml } from '../../store/sources.js';
import { focusField } from '../../store/ui-store.js';
import { ErrorActions } from './ErrorActions.js';
import { DownloadFailed } from './DownloadFailed.js';
import type { FormContent } from '../../store/preview-content.js';
import { textOf } from '../../i18n/t.js';

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
            title="Preview unavailable"
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
            title="Canceled"
            actions={
              <Button variant="default" onClick={retryRender}>
                {isOnService ? 'Convert again' : 'Refresh preview'}
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
  if (!service) return 'The preview was canceled.';
  const { testMode } = service;
  return `The service may still finish${testMode ? '.' : ' and charge for it.'}`;
}

function Unsent() {
  const service = useFormService();
  return (
    <div className="preview-empty">
      <EmptyNotice icon={Server} title="Not converted yet">
        Click Convert to send it to {service?.name}.
        {service?.testMode ? ' In test mode, PDFs are free and watermarked.' : ''}
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
      title="Drop HTML files here"
      actions={
        <Button variant="default" onClick={() => void chooseFiles()}>
          Choose files
        </Button>
      }
    >
      You can also drop folders (HTML, MHTML, SVG, text).
    </EmptyNotice>
  ),
  url: () => (
    <EmptyNotice
      icon={Globe}
      title="Enter a URL"
      actions={
        <Button variant="default" onClick={() => focusField('source')}>
          Go to field
        </Button>
      }
    >
      You can also paste one anywhere in this window.
    </EmptyNotice>
  ),
  html: () => (
    <EmptyNotice
      icon={PencilLine}
      title="Write or paste HTML"
      actions={
        <Button variant="default" onClick={() => replaceHtml(sampleDocument)}>
          Load sample
        </Button>
      }
    >
      The preview updates as you type.
    </EmptyNotice>
  ),
} as const;

function WrongField() {
  const [field = 'source'] = fieldsOf(useIssues());
  const tab = useDraft(({ draft }) => draft.tab);
  const label = fieldLabel(field, tab);
  return (
    <div className="preview-empty">
      <EmptyNotice
        icon={PencilLine}
        title="No preview yet"
        actions={
          <Button
            variant="default"
            onClick={() => {
              touchFields([field]);
              focusField(field);
            }}
          >
            Go to field
          </Button>
        }
      >
        Fix {label} to update the preview.
      </EmptyNotice>
    </div>
  );
}
