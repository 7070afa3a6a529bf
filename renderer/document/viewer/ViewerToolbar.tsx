import { Button, Menu, Tooltip } from '@mantine/core';
import {
  ChevronDown,
  ChevronLeft,
  ChevronRight,
  ChevronUp,
  ExternalLink,
  GripVertical,
  Minus,
  PanelLeft,
  Plus,
  Printer,
  Search,
  X,
} from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type StoreApi, useStore } from 'zustand';
import type { Artifact } from '@shared/artifact.js';
import { keysOf } from '../../ui/commands.js';
import { formatBytes, formatNumber, formatPages, formatPercent } from '../../i18n/format.js';
import { t } from '../../i18n/t.js';
import { useSettings } from '../../settings/settings-store.js';
import { IconButton } from '../../ui/parts.js';
import { TextInput } from '../../ui/inputs.js';
import { type PageSize, type ZoomMode, maxScale, minScale } from './pdf-view.js';
import type { PdfViewerController } from './viewer-controller.js';
import {
  type PageFormat,
  formatSizeText,
  namedPageFormat,
  pageFormatNames,
} from '@shared/request/paper.js';
import type { LengthUnit } from '@shared/request/paper.js';

/** The thumbnails and bookmarks beside the pages. */
export interface SidePanelProps {
  readonly isOpen: boolean;
  readonly onToggle: (isOpen: boolean) => void;
}

interface ToolbarProps {
  readonly viewer: PdfViewerController;
  readonly artifact: Artifact;
  readonly sidePanel: SidePanelProps | undefined;
  /** The right end. */
  readonly children: ReactNode;
}

/** The toolbar of a viewer: side panel, pages, zoom, search. */
export function ViewerToolbar({ viewer, artifact, sidePanel, children }: ToolbarProps) {
  const isLoaded = useStore(viewer.store, ({ pageCount }) => pageCount > 0);
  const isFinding = useStore(viewer.store, ({ find }) => find !== null);
  return (
    <div className="viewer-toolbar" role="toolbar" aria-label={t('preview.preview')}>
      <div className="viewer-toolbar-start">
        {sidePanel && (
          <div className="toolbar-group">
            <IconButton
              icon={PanelLeft}
              label={t('preview.thumbnails')}
              pressed={sidePanel.isOpen}
              onClick={() => sidePanel.onToggle(!sidePanel.isOpen)}
            />
          </div>
        )}
        <PdfFacts viewer={viewer} artifact={artifact} />
      </div>
      <div
        className="viewer-toolbar-middle"
        style={{ visibility: isLoaded ? 'visible' : 'hidden' }}
      >
        <PageGroup viewer={viewer} />
        <ZoomGroup viewer={viewer} />
        <div className="toolbar-group">
          <IconButton
            icon={Search}
            label={t('preview.find')}
            keys={keysOf('find')}
            pressed={isFinding}
            onClick={() => (isFinding ? viewer.closeFind() : viewer.openFind())}
          />
          <div className="toolbar-outside">
            <IconButton
              icon={Printer}
              label={t('preview.print')}
              keys={keysOf('print')}
              onClick={() => void viewer.print()}
            />
            <IconButton
              icon={ExternalLink}
              label={t('preview.openPdf')}
              onClick={() => void viewer.openOutside()}
            />
            <DragHandle viewer={viewer} />
          </div>
        </div>
      </div>
      <div className="viewer-toolbar-end">{children}</div>
      {isFinding && <FindBar viewer={viewer} />}
    </div>
  );
}

interface ViewerProps {
  readonly viewer: PdfViewerController;
}

/** Drags the PDF to a folder or another application. */
function DragHandle({ viewer }: ViewerProps) {
  return (
    <Tooltip label={t('preview.dragPdf')}>
      <span
        className="drag-handle"
        role="img"
        aria-label={t('preview.dragPdf')}
        draggable
        onDragStart={(event) => {
          // The system drags the file instead (Electron: webContents.startDrag).
          event.preventDefault();
          void viewer.dragOut();
        }}
      >
        <GripVertical size={16} aria-hidden />
      </span>
    </Tooltip>
  );
}

/** Paper size of the page in view, page count and file size. */
function PdfFacts({ viewer, artifact }: ViewerProps & { readonly artifact: Artifact }) {
  const paper = useStore(viewer.store, (state) => state.paper);
  const pageCount = useStore(viewer.store, (state) => state.pageCount);
  const unit = useSettings(({ lengthUnit }) => lengthUnit);
  if (!paper) return <span className="pdf-facts" />;
  const facts = [paperName(paper, unit), formatPages(pageCount), formatBytes(artifact.size)];
  return (
    <span className="pdf-facts cut" title={facts.join(' · ')}>
      {facts.join(' · ')}
    </span>
  );
}

function PageGroup({ viewer }: ViewerProps) {
  const page = useStore(viewer.store, (state) => state.page);
  const count = useStore(viewer.store, (state) => state.pageCount);
  return (
    <div className="toolbar-group">
      <IconButton
        icon={ChevronLeft}
        label={t('preview.previousPage')}
        disabled={page <= 0}
        onClick={() => viewer.goToPage(page - 1)}
      />
      <PageNumberField page={page} count={count} onGo={(number) => viewer.goToPage(number)} />
      <IconButton
        icon={ChevronRight}
        label={t('preview.nextPage')}
        disabled={page >= count - 1}
        onClick={() => viewer.goToPage(page + 1)}
      />
    </div>
  );
}

interface PageNumberFieldProps {
  /** From 0. */
  readonly page: number;
  readonly count: number;
  readonly onGo: (page: number) => void;
}

/** The number of the current page; Enter goes to another one. */
function PageNumberField({ page, count, onGo }: PageNumberFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);

  function go(): void {
    const number = Number(typed);
    if (typed?.trim() && Number.isInteger(number) && count > 0) {
      onGo(Math.min(Math.max(number, 1), count) - 1);
    }
    setTyped(null);
  }

  return (
    <span className="page-number">
      <TextInput
        inputMode="numeric"
        aria-label={t('preview.page')}
        style={{ width: `${String(count).length + 2}ch` }}
        value={typed ?? String(Math.min(page + 1, count))}
        onFocus={(event) => event.currentTarget.select()}
        onChange={setTyped}
        onBlur={() => setTyped(null)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') go();
          if (event.key === 'Escape') setTyped(null);
        }}
      />
      <span className="quiet">{t('preview.ofPages', { count })}</span>
    </span>
  );
}

/** Percentages in the zoom menu. */
const zoomChoices = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 4] as const;

/** What can be zoomed: a viewer or a comparison. */
interface Zoomable {
  readonly store: Pick<StoreApi<ZoomState>, 'getState' | 'getInitialState' | 'subscribe'>;
  setZoom(zoom: ZoomMode): void;
  zoomBy(direction: 'up' | 'down'): void;
}

interface ZoomState {
  readonly zoom: ZoomMode;
  readonly scale: number;
}

export function ZoomGroup({ viewer }: { readonly viewer: Zoomable }) {
  const zoom = useStore(viewer.store, (state) => state.zoom);
  const scale = useStore(viewer.store, (state) => state.scale);
  const label = zoomText(zoom);
  return (
    <div className="toolbar-group">
      <IconButton
        icon={Minus}
        label={t('preview.zoomOut')}
        keys={keysOf('zoom-out')}
        disabled={scale <= minScale}
        onClick={() => viewer.zoomBy('down')}
      />
      <Menu shadow="md" position="bottom" withinPortal={false}>
        <Menu.Target>
          <Button
            className="zoom-mode"
            variant="subtle"
            color="gray"
            aria-label={t('preview.zoomMode', { mode: label, zoom: formatPercent(scale) })}
          >
            {label}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {(['fit-page', 'fit-width'] as const).map((mode) => (
            <Menu.Item
              key={mode}
              rightSection={<span className="quiet small">{keysOf(mode)}</span>}
              onClick={() => viewer.setZoom(mode)}
            >
              {zoomText(mode)}
            </Menu.Item>
          ))}
          <Menu.Item
            rightSection={<span className="quiet small">{keysOf('actual-size')}</span>}
            onClick={() => viewer.setZoom(1)}
          >
            {t('preview.actualSize')}
          </Menu.Item>
          <Menu.Divider />
          {zoomChoices.map((choice) => (
            <Menu.Item key={choice} onClick={() => viewer.setZoom(choice)}>
              {formatPercent(choice)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <IconButton
        icon={Plus}
        label={t('preview.zoomIn')}
        keys={keysOf('zoom-in')}
        disabled={scale >= maxScale}
        onClick={() => viewer.zoomBy('up')}
      />
    </div>
  );
}

function zoomText(zoom: ZoomMode): string {
  if (zoom === 'fit-page') return t('preview.fitPage');
  return zoom === 'fit-width' ? t('preview.fitWidth') : formatPercent(zoom);
}

/** Searches the PDF while typing; Enter and Shift+Enter move between the matches. */
function FindBar({ viewer }: ViewerProps) {
  const find = useStore(viewer.store, (state) => state.find);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), [find?.focusTick]);
  if (!find) return null;
  const { query, matches } = find;
  const hasMatches = matches !== null && matches.total > 0;
  return (
    <search className="find-bar">
      <TextInput
        ref={field}
        autoFocus
        aria-label={t('preview.findText')}
        placeholder={t('preview.findText')}
        value={query}
        onChange={(text) => viewer.find(text)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') {
            event.preventDefault();
            viewer.closeFind();
          }
          if (event.key !== 'Enter' || query === '') return;
          event.preventDefault();
          viewer.find(query, event.shiftKey ? 'previous' : 'next');
        }}
      />
      <span className="find-count quiet" role="status">
        {query === '' || matches === null
          ? ''
          : hasMatches
            ? t('preview.matchOf', {
                current: formatNumber(matches.current),
                total: formatNumber(matches.total),
              })
            : t('preview.noMatches')}
      </span>
      <IconButton
        icon={ChevronUp}
        label={t('preview.previousMatch')}
        disabled={!hasMatches}
        onClick={() => viewer.find(query, 'previous')}
      />
      <IconButton
        icon={ChevronDown}
        label={t('preview.nextMatch')}
        disabled={!hasMatches}
        onClick={() => viewer.find(query, 'next')}
      />
      <IconButton icon={X} label={t('preview.closeFind')} onClick={() => viewer.closeFind()} />
    </search>
  );
}

const pointsPerInch = 72;

/**
 * Chromium rounds pages to device units; two points cover that and are below the difference of any
 * two named formats.
 */
const tolerancePoints = 2;

/**
 * `A4`, `A4 landscape`, or its dimensions, as in `100 × 150 mm`. Ledger is landscape by definition.
 */
export function paperName(size: PageSize, unit: LengthUnit): string {
  for (const name of pageFormatNames) {
    const format = namedPageFormat(name);
    if (isSame(size, format)) return format.label;
  }
  for (const name of pageFormatNames) {
    const format = namedPageFormat(name);
    if (isSame({ width: size.height, height: size.width }, format)) {
      return size.width > size.height
        ? t('preview.landscapePaper', { paper: format.label })
        : t('preview.portraitPaper', { paper: format.label });
    }
  }
  return formatSizeText(
    { widthInches: sideInches(size.width, unit), heightInches: sideInches(size.height, unit) },
    unit,
  );
}

/** Rounded to a millimeter for metric units, because Chromium rounds the sides of a PDF. */
function sideInches(points: number, unit: LengthUnit): number {
  const inches = points / pointsPerInch;
  const isMetric = unit === 'mm' || unit === 'cm';
  return isMetric ? Math.round(inches * 25.4) / 25.4 : inches;
}

function isSame(size: PageSize, format: PageFormat): boolean {
  return (
    Math.abs(size.width - format.widthInches * pointsPerInch) <= tolerancePoints &&
    Math.abs(size.height - format.heightInches * pointsPerInch) <= tolerancePoints
  );
}
