import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { SlidersHorizontal } from 'lucide-react';
import { t } from '../../i18n/t.js';
import { changeSettings, useSettings } from '../../settings/settings-store.js';
import { Resizer } from '../../ui/Resizer.js';
import { narrowWindow, useUi } from '../../ui/ui-store.js';
import { Composer } from '../form/Composer.js';
import { OutputBlock } from '../form/OutputBlock.js';
import { PrimaryButton } from '../form/PrimaryButton.js';
import { WideEditor } from '../form/Source.js';
import { PreviewPane } from './PreviewPane.js';

/** Source, options and output at the left, the paper at the right. */
export function DocumentView() {
  const hasRoomForThumbnails = useMediaQuery('(min-width: 1100px)', undefined, inFirstRender);
  const isNarrow = useMediaQuery(narrowWindow, undefined, inFirstRender);
  return (
    <div className="document-view">
      <div className="document-body">
        {isNarrow ? <PanelSheet /> : <ResizablePanel />}
        <WideEditor />
        <PreviewPane hasRoomForThumbnails={hasRoomForThumbnails} />
      </div>
      {isNarrow && (
        <footer className="document-footer">
          <SheetButton />
          <PrimaryButton />
        </footer>
      )}
    </div>
  );
}

function ResizablePanel() {
  const width = useSettings(({ composerWidth }) => composerWidth);
  return (
    <>
      <aside className="panel-column" aria-label={t('window.options')} style={{ width }}>
        <Panel />
      </aside>
      <Resizer
        edge="right"
        label={t('window.optionsWidth')}
        size={width}
        range={widths}
        onResize={(composerWidth) => useSettings.setState({ composerWidth })}
        onResized={(composerWidth) => void changeSettings({ composerWidth })}
      />
    </>
  );
}

/** In a narrow window the panel covers the paper, and is opened by a button. */
function PanelSheet() {
  const isOpen = useUi(({ sheetOpen }) => sheetOpen);
  return (
    <aside id={sheetId} className="panel-column panel-sheet" aria-label={t('window.options')}>
      {isOpen && <Panel />}
    </aside>
  );
}

function SheetButton() {
  const isOpen = useUi(({ sheetOpen }) => sheetOpen);
  return (
    <Button
      variant="default"
      leftSection={<SlidersHorizontal size={16} aria-hidden />}
      aria-expanded={isOpen}
      aria-controls={sheetId}
      onClick={() => useUi.setState({ sheetOpen: !isOpen })}
    >
      {t('window.options')}
    </Button>
  );
}

function Panel() {
  return (
    <>
      <div className="panel-options">
        <Composer />
      </div>
      <OutputBlock />
    </>
  );
}

const widths = { smallest: 300, largest: 480 };
const sheetId = 'options-sheet';
const inFirstRender = { getInitialValueInEffect: false };
