import { Button, Tooltip } from '@mantine/core';
import {
  ChevronLeft,
  ChevronRight,
  Maximize,
  Minus,
  MoveHorizontal,
  PanelLeft,
  Plus,
} from 'lucide-react';
import { IconButton } from '../../ui/IconButton.js';
import { maxScale, minScale } from './page-layout.js';
import { changeSettings, useSettings } from '../../settings/settings-store.js';
import { keysOf } from '../../commands/shortcuts.js';
import { goToPage, setZoomMode, useView, zoomView } from './view-store.js';
import { PageNumberField } from './PageNumberField.js';
import { PdfFacts } from './PdfFacts.js';
import type { OpenedPdf } from './preview-store.js';
import { t } from '../../i18n/t.js';
import { formatPercent } from '../../i18n/format.js';

interface PreviewToolbarProps {
  readonly shown: OpenedPdf;
  readonly hasRoomForThumbnails: boolean;
}

/** Page navigation, zoom and facts about the PDF. */
export function PreviewToolbar({ shown, hasRoomForThumbnails }: PreviewToolbarProps) {
  return (
    <div className="preview-toolbar" role="toolbar" aria-label={t('preview.preview')}>
      {hasRoomForThumbnails && <ThumbnailsButton />}
      <PageButtons count={shown.pdf.pages.length} />
      <ZoomButtons />
      <PdfFacts shown={shown} />
    </div>
  );
}

function ThumbnailsButton() {
  const isOn = useSettings(({ thumbnails }) => thumbnails);
  return (
    <IconButton
      icon={PanelLeft}
      label={t('preview.thumbnails')}
      pressed={isOn}
      onClick={() => void changeSettings({ thumbnails: !isOn })}
    />
  );
}

function PageButtons({ count }: { readonly count: number }) {
  const page = useView((view) => view.page);
  return (
    <div className="toolbar-group">
      <IconButton
        icon={ChevronLeft}
        label={t('preview.previousPage')}
        disabled={page <= 0}
        onClick={() => goToPage(page - 1)}
      />
      <PageNumberField page={page} count={count} />
      <IconButton
        icon={ChevronRight}
        label={t('preview.nextPage')}
        disabled={page >= count - 1}
        onClick={() => goToPage(page + 1)}
      />
    </div>
  );
}

function ZoomButtons() {
  const mode = useView((view) => view.mode);
  const scale = useView((view) => view.scale);
  return (
    <div className="toolbar-group">
      <IconButton
        icon={Minus}
        label={t('preview.zoomOut')}
        keys={keysOf('zoom-out')}
        disabled={scale <= minScale}
        onClick={() => zoomView('down')}
      />
      <Tooltip label={t('preview.actualSize')}>
        <Button
          className="zoom-percent"
          variant="subtle"
          color="gray"
          aria-label={t('preview.resetZoom', { zoom: formatPercent(scale) })}
          onClick={() => setZoomMode(1)}
        >
          {formatPercent(scale)}
        </Button>
      </Tooltip>
      <IconButton
        icon={Plus}
        label={t('preview.zoomIn')}
        keys={keysOf('zoom-in')}
        disabled={scale >= maxScale}
        onClick={() => zoomView('up')}
      />
      <IconButton
        icon={MoveHorizontal}
        label={t('preview.fitWidth')}
        keys={keysOf('fit-width')}
        pressed={mode === 'fit-width'}
        onClick={() => setZoomMode('fit-width')}
      />
      <IconButton
        icon={Maximize}
        label={t('preview.fitPage')}
        pressed={mode === 'fit-page'}
        onClick={() => setZoomMode('fit-page')}
      />
    </div>
  );
}
