import './compare.css';
import { ActionIcon, Button, Menu, SegmentedControl, VisuallyHidden } from '@mantine/core';
import {
  ChevronDown,
  ChevronUp,
  CircleAlert,
  FileDiff,
  FolderOpen,
  ListTree,
  X,
} from 'lucide-react';
import {
  type KeyboardEvent,
  type ReactElement,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useStore } from 'zustand';
import { keysOf } from '../../commands/commands.js';
import { formatNumber } from '../../i18n/format.js';
import { t, textOf } from '../../i18n/t.js';
import { useSettings } from '../../settings/settings-store.js';
import { EmptyNotice, IconButton } from '../../ui/parts.js';
import { useRowsInView } from '../../ui/use-rows-in-view.js';
import { ZoomGroup } from '../preview/ViewerToolbar.js';
import { type PageSize, type ZoomMode, maxScale, minScale } from '../preview/pdf-view.js';
import type { ShownPdf } from '../preview/preview-store.js';
import type { Change, Mark } from './changes.js';
import {
  Comparison,
  type ComparedPdfs,
  type Side,
  drawOf,
  pixelsOf,
  scaleFor,
  sizeOf,
} from './comparison.js';
import { differenceOf } from './difference.js';
import type { PagePair } from './align.js';
import {
  type Version,
  choiceOf,
  chosenVersion,
  compareWithFile,
  isPrivate,
  stopComparing,
  toggleComparing,
  useCompare,
  versionLabel,
  versionsOf,
} from './versions.js';

/** Starts the comparison; without an earlier version, offers to choose a file. */
export function CompareButton({ shown }: { readonly shown: ShownPdf }) {
  const button = useRef<HTMLDivElement>(null);
  const version = useCompare((state) => chosenVersion(state, shown));
  useEffect(() => {
    if (!useCompare.getState().returnsFocus) return;
    useCompare.setState({ returnsFocus: false });
    button.current?.querySelector('button')?.focus({ preventScroll: true });
  }, []);
  return (
    <div ref={button} className="toolbar-group">
      {version ? (
        <IconButton
          icon={FileDiff}
          label={t('compare.compare')}
          keys={keysOf('compare')}
          onClick={toggleComparing}
        />
      ) : (
        <VersionMenu shown={shown}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={32}
            aria-label={t('compare.compare')}
            title={t('compare.compare')}
          >
            <FileDiff size={18} aria-hidden />
          </ActionIcon>
        </VersionMenu>
      )}
    </div>
  );
}

interface VersionMenuProps {
  readonly shown: ShownPdf;
  /** The button that opens it. */
  readonly children: ReactElement;
}

/** The versions that can be compared with. */
function VersionMenu({ shown, children }: VersionMenuProps) {
  const state = useCompare();
  const versions = versionsOf(state, shown);
  const chosen = chosenVersion(state, shown);
  return (
    <Menu shadow="md" position="bottom-start">
      <Menu.Target>{children}</Menu.Target>
      <Menu.Dropdown>
        {versions.map((version) => (
          <Menu.Item
            key={version.key}
            aria-current={version.key === chosen?.key || undefined}
            rightSection={
              version.kind === 'saved' && <span className="quiet small">{version.name}</span>
            }
            onClick={() =>
              useCompare.setState({ choice: choiceOf(version), comparing: shown.source })
            }
          >
            {versionLabel(version)}
          </Menu.Item>
        ))}
        {versions.length === 0 && (
          <Menu.Label>{t(isPrivate(shown) ? 'compare.notKept' : 'compare.noVersion')}</Menu.Label>
        )}
        <Menu.Divider />
        <Menu.Item
          leftSection={<FolderOpen size={14} aria-hidden />}
          onClick={() => void compareWithFile()}
        >
          {t('compare.chooseFile')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

interface CompareViewProps {
  readonly shown: ShownPdf;
  readonly version: Version;
  /** Dims the pages: the next preview is being rendered. */
  readonly isOutdated: boolean;
}

/** Shows the preview beside an earlier version, or what is different. */
export function CompareView({ shown, version, isOutdated }: CompareViewProps) {
  const zoom = useSettings((settings) => settings.zoom);
  const [comparison] = useState(() => new Comparison(zoom));
  const error = useStore(comparison.store, (state) => state.error);
  const compared = useStore(comparison.store, (state) => state.compared);
  const isListOpen = useCompare((state) => state.isListOpen);
  const label = versionLabel(version);
  const { address, name } = version;
  const current = shown.artifact.address;

  useEffect(() => comparison.mount(), [comparison]);
  useEffect(() => {
    comparison.show({ address, name }, { address: current, name: t('compare.current') });
  }, [comparison, address, name, current]);

  return (
    <div className="viewer compare" data-outdated={isOutdated || undefined}>
      <CompareToolbar comparison={comparison} shown={shown} label={label} />
      <ChangeBar comparison={comparison} />
      <div className="viewer-body">
        {isListOpen && compared && <ChangeList comparison={comparison} />}
        {compared && <Pages comparison={comparison} compared={compared} label={label} />}
        {error && (
          <div role="alert" className="viewer-error">
            <EmptyNotice icon={CircleAlert} title={t('compare.failed')}>
              {textOf(error.message)}
            </EmptyNotice>
          </div>
        )}
      </div>
    </div>
  );
}

interface CompareToolbarProps {
  readonly comparison: Comparison;
  readonly shown: ShownPdf;
  /** What the earlier version is called. */
  readonly label: string;
}

function CompareToolbar({ comparison, shown, label }: CompareToolbarProps) {
  const mode = useCompare((state) => state.mode);
  return (
    <div className="viewer-toolbar" role="toolbar" aria-label={t('compare.title')}>
      <div className="compare-start">
        <VersionMenu shown={shown}>
          <Button
            variant="default"
            aria-label={t('compare.withVersion', { version: label })}
            rightSection={<ChevronDown size={14} aria-hidden />}
          >
            <span className="cut">{label}</span>
          </Button>
        </VersionMenu>
      </div>
      <div className="viewer-toolbar-middle">
        <SegmentedControl
          size="xs"
          aria-label={t('compare.mode')}
          value={mode}
          onChange={(value) => useCompare.setState({ mode: value })}
          data={[
            { value: 'side-by-side', label: t('compare.sideBySide') },
            { value: 'difference', label: t('compare.difference') },
          ]}
        />
        <ZoomGroup viewer={comparison} />
      </div>
      <div className="viewer-toolbar-end">
        <div className="toolbar-group">
          <IconButton icon={X} label={t('compare.stop')} keys="Esc" onClick={stopComparing} />
        </div>
      </div>
    </div>
  );
}

/** How many changes there are, and the way from one to the next. */
function ChangeBar({ comparison }: { readonly comparison: Comparison }) {
  const state = useStore(comparison.store);
  const isListOpen = useCompare((compare) => compare.isListOpen);
  const { changes, current, compared, isRunning } = state;
  const change = current === null ? undefined : changes[current];
  const summary = summaryOf(state);
  return (
    <div className="compare-bar">
      <IconButton
        icon={ListTree}
        label={t('compare.changes')}
        pressed={isListOpen}
        onClick={() => useCompare.setState({ isListOpen: !isListOpen })}
      />
      <span className="compare-summary cut" title={summary}>
        {summary}
      </span>
      {/* Without the progress, which would be announced several times a second. */}
      <VisuallyHidden role="status">
        {change && compared
          ? `${placeOf(change, compared.rows)}: ${changeText(change)}`
          : isRunning
            ? t('compare.reading')
            : summary}
      </VisuallyHidden>
      <span className="compare-position quiet">
        {current !== null && t('compare.position', { current: current + 1, total: changes.length })}
      </span>
      <IconButton
        icon={ChevronUp}
        label={t('compare.previousChange')}
        keys={keysOf('previous-change')}
        disabled={changes.length === 0}
        onClick={() => comparison.step(-1)}
      />
      <IconButton
        icon={ChevronDown}
        label={t('compare.next')}
        keys={keysOf('next-change')}
        disabled={changes.length === 0}
        onClick={() => comparison.step(1)}
      />
    </div>
  );
}

type State = ReturnType<Comparison['store']['getState']>;

function summaryOf({ compared, changes, movedRows, done, isRunning, error }: State): string {
  if (error) return '';
  if (!compared) return t('compare.reading');
  const counted = changes.filter(({ kind }) => kind !== 'moved');
  const pages = new Set(counted.map(({ row }) => row)).size;
  const count = t('compare.count', { changes: counted.length, pages });
  if (isRunning) {
    const progress = t('compare.progress', { done: done + 1, total: compared.rows.length });
    return counted.length > 0 ? `${count} · ${progress}` : progress;
  }
  if (counted.length > 0) return count;
  return movedRows.size > 0 ? t('compare.onlyMoved', { pages: movedRows.size }) : t('compare.none');
}

/** Returns the page of a change, in the newer version if it has one. */
function placeOf({ row }: Change, rows: readonly PagePair[]): string {
  const { after = null, before = null } = rows[row] ?? {};
  return t('preview.pageNumber', { number: (after ?? before ?? 0) + 1 });
}

function changeText({ kind, before, after }: Change): string {
  switch (kind) {
    case 'page-added':
      return t('compare.pageAdded');
    case 'page-removed':
      return t('compare.pageRemoved');
    case 'moved':
      return t('compare.moved');
    case 'look':
      return after === '' ? t('compare.picture') : t('compare.looks', { text: shortened(after) });
    case 'text':
      if (before === '') return t('compare.textAdded', { text: shortened(after) });
      if (after === '') return t('compare.textRemoved', { text: shortened(before) });
      return t('compare.textReplaced', { before: shortened(before), after: shortened(after) });
  }
}

/** The longest text of a change that is shown; the paper has the rest. */
const maxText = 160;

function shortened(text: string): string {
  return text.length > maxText ? `${text.slice(0, maxText)}…` : text;
}

const itemHeight = 46;

/** The changes with one tab stop; arrow keys move between them. */
function ChangeList({ comparison }: { readonly comparison: Comparison }) {
  const changes = useStore(comparison.store, (state) => state.changes);
  const current = useStore(comparison.store, (state) => state.current);
  const rows = useStore(comparison.store, (state) => state.compared?.rows) ?? [];
  const scroller = useRef<HTMLElement>(null);
  const { from, to } = useRowsInView(scroller, changes.length, itemHeight);

  useEffect(() => {
    const element = scroller.current;
    if (!element || current === null) return;
    const lowest = (current + 1) * itemHeight - element.clientHeight;
    element.scrollTop = Math.max(lowest, Math.min(element.scrollTop, current * itemHeight));
  }, [current]);

  function goByKey(event: KeyboardEvent): void {
    const at = current ?? 0;
    const last = changes.length - 1;
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: last }[event.key];
    if (next === undefined || next < 0 || next > last) return;
    event.preventDefault();
    comparison.goTo(next);
  }

  return (
    <nav ref={scroller} className="compare-list" aria-label={t('compare.changes')}>
      <ol style={{ height: changes.length * itemHeight }} onKeyDown={goByKey}>
        {changes.slice(from, to).map((change, offset) => (
          <ChangeItem
            key={from + offset}
            change={change}
            place={placeOf(change, rows)}
            top={(from + offset) * itemHeight}
            isCurrent={from + offset === current}
            isTabStop={from + offset === (current ?? 0)}
            onGo={() => comparison.goTo(from + offset)}
          />
        ))}
      </ol>
    </nav>
  );
}

interface ChangeItemProps {
  readonly change: Change;
  readonly place: string;
  /** In CSS pixels. */
  readonly top: number;
  readonly isCurrent: boolean;
  readonly isTabStop: boolean;
  readonly onGo: () => void;
}

function ChangeItem({ change, place, top, isCurrent, isTabStop, onGo }: ChangeItemProps) {
  const button = useRef<HTMLButtonElement>(null);
  const text = changeText(change);

  // The focus follows the change that the keyboard went to.
  useEffect(() => {
    const list = button.current?.closest('ol');
    if (isCurrent && list?.contains(document.activeElement)) button.current?.focus();
  }, [isCurrent]);

  return (
    <li style={{ top, height: itemHeight }}>
      <button
        ref={button}
        type="button"
        aria-current={isCurrent || undefined}
        tabIndex={isTabStop ? 0 : -1}
        title={text}
        onClick={onGo}
      >
        <span className="quiet small">{place}</span>
        <span className="cut">{text}</span>
      </button>
    </li>
  );
}

interface PagesProps {
  readonly comparison: Comparison;
  readonly compared: ComparedPdfs;
  readonly label: string;
}

const cssPixelsPerPoint = 96 / 72;

/** Space in a column, in CSS pixels; the same as in compare.css. */
const room = { side: 16, caption: 28, bottom: 16 } as const;

/** The columns of pages, which scroll together. */
function Pages({ comparison, compared, label }: PagesProps) {
  const mode = useCompare((state) => state.mode);
  const columns = useRef<HTMLDivElement>(null);
  const size = useSize(columns);
  const zoom = useStore(comparison.store, (state) => state.zoom);
  const sides = mode === 'difference' ? (['both'] as const) : (['before', 'after'] as const);
  const scale = scaleOf(zoom, compared, { ...size, width: size.width / sides.length });
  const layout = useMemo(() => layoutOf(compared, scale), [compared, scale]);
  const { inView, onScroll } = useScrolling(columns, layout, size.height, sides.length);

  useEffect(() => comparison.setScale(scale), [comparison, scale]);
  useGoing(comparison, columns, layout);
  // The keyboard scrolls the pages at once.
  useEffect(() => columnsIn(columns).at(-1)?.focus({ preventScroll: true }), []);

  return (
    <div ref={columns} className="compare-columns">
      {sides.map((side) => (
        <section key={side}>
          <ColumnHead side={side} label={label} />
          <div
            className="compare-column"
            role="region"
            aria-label={headText(side, label)}
            tabIndex={0}
            onScroll={(event) => onScroll(event.currentTarget)}
          >
            <div
              className="compare-rows"
              style={{ height: layout.height, width: layout.width, minWidth: '100%' }}
            >
              {compared.rows.slice(inView.from, inView.to).map((pair, offset) => (
                <Row
                  key={inView.from + offset}
                  comparison={comparison}
                  compared={compared}
                  side={side}
                  row={inView.from + offset}
                  pair={pair}
                  top={layout.tops[inView.from + offset] ?? 0}
                  scale={scale}
                />
              ))}
            </div>
          </div>
        </section>
      ))}
    </div>
  );
}

type ColumnSide = 'before' | 'after' | 'both';

function headText(side: ColumnSide, label: string): string {
  if (side === 'both') return t('compare.difference');
  return side === 'before' ? label : t('compare.current');
}

/** What a column shows, and the meaning of its colors. */
function ColumnHead({ side, label }: { readonly side: ColumnSide; readonly label: string }) {
  return (
    <div className="compare-head">
      {side !== 'both' && <span className="cut">{headText(side, label)}</span>}
      {side !== 'after' && (
        <span className="compare-key" data-side="before">
          {t('compare.removed')}
        </span>
      )}
      {side !== 'before' && (
        <span className="compare-key" data-side="after">
          {t('compare.added')}
        </span>
      )}
    </div>
  );
}

interface Layout {
  readonly rows: readonly PagePair[];
  /** Where each row begins, in CSS pixels. */
  readonly tops: readonly number[];
  readonly height: number;
  readonly width: number;
  /** CSS pixels per point. */
  readonly factor: number;
}

function layoutOf(compared: ComparedPdfs, scale: number): Layout {
  const factor = scale * cssPixelsPerPoint;
  const tops: number[] = [];
  let height = 0;
  let width = 0;
  for (const pair of compared.rows) {
    const size = sizeOf(compared, pair);
    tops.push(height);
    height += room.caption + size.height * factor + room.bottom;
    width = Math.max(width, size.width * factor + 2 * room.side);
  }
  return { rows: compared.rows, tops, height, width, factor };
}

/** Returns the scale of a zoom mode for the largest page and a column of a size. */
function scaleOf(zoom: ZoomMode, compared: ComparedPdfs, column: PageSize): number {
  if (typeof zoom === 'number') return zoom;
  const sizes = compared.rows.map((pair) => sizeOf(compared, pair));
  const widest = Math.max(...sizes.map(({ width }) => width)) * cssPixelsPerPoint;
  const highest = Math.max(...sizes.map(({ height }) => height)) * cssPixelsPerPoint;
  const byWidth = (column.width - 2 * room.side - scrollbar) / widest;
  const byHeight = (column.height - headHeight - room.caption - room.bottom) / highest;
  const fitting = zoom === 'fit-width' ? byWidth : Math.min(byWidth, byHeight);
  return Math.min(maxScale, Math.max(minScale, fitting));
}

const scrollbar = 12;
const headHeight = 28;

function useSize(element: RefObject<HTMLElement | null>): PageSize {
  const [size, setSize] = useState<PageSize>({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return;
    const update = () => setSize({ width: current.clientWidth, height: current.clientHeight });
    const observer = new ResizeObserver(update);
    observer.observe(current);
    update();
    return () => observer.disconnect();
  }, [element]);
  return size;
}

function columnsIn(host: RefObject<HTMLElement | null>): readonly HTMLElement[] {
  return [...(host.current?.querySelectorAll<HTMLElement>('.compare-column') ?? [])];
}

/**
 * Scrolls the columns together, says which rows are in view, and keeps the place when the layout
 * changes: the same page of the preview, after a zoom or a new preview.
 */
function useScrolling(
  host: RefObject<HTMLElement | null>,
  layout: Layout,
  height: number,
  columnCount: number,
) {
  const [top, setTop] = useState(0);
  const place = useRef<{ readonly pair: PagePair; readonly offset: number } | null>(null);
  /** Where columns were scrolled to because another one was. */
  const followed = useRef(new WeakMap<HTMLElement, string>());
  const { tops, rows } = layout;
  const heightOf = (row: number) => (tops[row + 1] ?? layout.height) - (tops[row] ?? 0);
  const rowAt = (at: number) =>
    Math.max(
      0,
      tops.findLastIndex((each) => each <= at),
    );

  // The columns report where they scrolled to.
  useLayoutEffect(() => {
    const { pair, offset } = place.current ?? { pair: null, offset: 0 };
    const row = pair ? rowOf(rows, pair) : 0;
    const wanted = (tops[row] ?? 0) + offset * heightOf(row);
    for (const column of columnsIn(host)) column.scrollTop = wanted;
    // eslint-disable-next-line react-hooks/exhaustive-deps -- only a new layout moves the columns
  }, [layout, height, columnCount]);

  const onScroll = (scrolled: HTMLElement) => {
    const { scrollTop, scrollLeft } = scrolled;
    // One that follows reports it later, and must not hold back the one that leads.
    const isFollowing = followed.current.get(scrolled) === `${scrollTop} ${scrollLeft}`;
    for (const column of isFollowing ? [] : columnsIn(host)) {
      if (column === scrolled) continue;
      column.scrollTo(scrollLeft, scrollTop);
      followed.current.set(column, `${column.scrollTop} ${column.scrollLeft}`);
    }
    if (isFollowing) return;
    const row = rowAt(scrolled.scrollTop);
    const pair = rows[row];
    const offset = (scrolled.scrollTop - (tops[row] ?? 0)) / heightOf(row);
    if (pair) place.current = { pair, offset };
    setTop(scrolled.scrollTop);
  };
  return { inView: { from: rowAt(top), to: rowAt(top + height) + 1 }, onScroll };
}

/** Returns the row of the same page; pages of the preview may be other ones now. */
function rowOf(rows: readonly PagePair[], { before, after }: PagePair): number {
  const exact = rows.findIndex((row) =>
    after === null ? row.before === before : row.after === after,
  );
  return exact >= 0 ? exact : Math.max(0, rows.length - 1);
}

/** Scrolls to the change that was gone to. */
function useGoing(
  comparison: Comparison,
  host: RefObject<HTMLElement | null>,
  layout: Layout,
): void {
  const goTick = useStore(comparison.store, (state) => state.goTick);
  useEffect(() => {
    const { current, changes } = comparison.store.getState();
    const change = current === null ? undefined : changes[current];
    if (!change) return;
    const place = (layout.tops[change.row] ?? 0) + change.top * layout.factor;
    const [mark] = [...change.marksAfter, ...change.marksBefore];
    for (const column of columnsIn(host)) {
      const isRowInView = layout.height <= column.clientHeight;
      const isPageWhole = change.top === 0;
      column.scrollTop = isRowInView ? 0 : place - (isPageWhole ? 0 : column.clientHeight / 3);
      if (mark && column.scrollWidth > column.clientWidth) {
        column.scrollLeft = mark.box.x * layout.factor - column.clientWidth / 3;
      }
    }
    // eslint-disable-next-line react-hooks/exhaustive-deps -- only when a change is gone to
  }, [goTick]);
}

interface RowProps {
  readonly comparison: Comparison;
  readonly compared: ComparedPdfs;
  readonly side: ColumnSide;
  readonly row: number;
  readonly pair: PagePair;
  /** In CSS pixels. */
  readonly top: number;
  readonly scale: number;
}

/** A page of a column, with its number and the marks of its changes. */
function Row({ comparison, compared, side, row, pair, top, scale }: RowProps) {
  const changes = useStore(comparison.store, (state) => state.changes);
  const current = useStore(comparison.store, (state) => state.current);
  const isMoved = useStore(comparison.store, (state) => state.movedRows.has(row));
  const size = sizeOf(compared, pair);
  const factor = scale * cssPixelsPerPoint;
  const style = { width: size.width * factor, height: size.height * factor };
  const ofRow = changes.flatMap((change, index) =>
    change.row === row ? [{ change, isCurrent: index === current }] : [],
  );
  const page = side === 'both' ? (pair.after ?? pair.before) : pair[side];
  return (
    <div className="compare-row" style={{ top, width: '100%' }}>
      <div className="compare-caption" style={{ width: style.width }}>
        {page !== null && <span>{numberText(side, pair)}</span>}
        <span className="quiet">
          {rowText(
            ofRow.map(({ change }) => change),
            isMoved,
          )}
        </span>
      </div>
      {page === null ? (
        <div className="compare-no-page" style={style}>
          {t('compare.noPage')}
        </div>
      ) : (
        <div
          className="compare-page"
          style={style}
          data-current={isPageCurrent(ofRow) || undefined}
        >
          <Picture compared={compared} side={side} pair={pair} size={size} scale={scale} />
          {ofRow.map(({ change, isCurrent }, index) => (
            <Marks key={index} change={change} side={side} size={size} isCurrent={isCurrent} />
          ))}
        </div>
      )}
    </div>
  );
}

function isPageCurrent(
  changes: readonly { readonly change: Change; readonly isCurrent: boolean }[],
): boolean {
  return changes.some(
    ({ change, isCurrent }) =>
      isCurrent && change.marksBefore.length + change.marksAfter.length === 0,
  );
}

function numberText(side: ColumnSide, { before, after }: PagePair): string {
  const text = (page: number | null) => formatNumber((page ?? 0) + 1);
  if (side === 'both' && before !== null && after !== null && before !== after) {
    return `${t('preview.pageNumber', { number: before + 1 })} → ${text(after)}`;
  }
  const page = side === 'both' ? (after ?? before) : side === 'before' ? before : after;
  return t('preview.pageNumber', { number: (page ?? 0) + 1 });
}

function rowText(changes: readonly Change[], isMoved: boolean): string {
  const [first] = changes;
  if (first && (first.kind === 'page-added' || first.kind === 'page-removed')) {
    return changeText(first);
  }
  const count = changes.filter(({ kind }) => kind !== 'moved').length;
  if (count > 0) return t('compare.changesOnPage', { count });
  return isMoved ? t('compare.moved') : '';
}

interface MarksProps {
  readonly change: Change;
  readonly side: ColumnSide;
  readonly size: PageSize;
  readonly isCurrent: boolean;
}

/** The frames around a change. Screen readers have the list. */
function Marks({ change, side, size, isCurrent }: MarksProps) {
  const place = ({ box }: Mark) => ({
    left: `${(100 * box.x) / size.width}%`,
    top: `${(100 * box.y) / size.height}%`,
    width: `${(100 * box.width) / size.width}%`,
    height: `${(100 * box.height) / size.height}%`,
  });
  const frames = (marks: readonly Mark[], ofSide: 'before' | 'after') =>
    marks.map((mark, index) => (
      <div
        key={`${ofSide}${index}`}
        className="compare-mark"
        data-side={ofSide}
        data-current={isCurrent || undefined}
        style={place(mark)}
      />
    ));
  return (
    <div aria-hidden>
      {side !== 'after' && frames(change.marksBefore, 'before')}
      {side !== 'before' && frames(change.marksAfter, 'after')}
    </div>
  );
}

interface PictureProps {
  readonly compared: ComparedPdfs;
  readonly side: ColumnSide;
  readonly pair: PagePair;
  /** Of the row, in points. */
  readonly size: PageSize;
  readonly scale: number;
}

/** The largest picture on screen, in pixels; larger ones are drawn at a lower resolution. */
const maxPixels = { one: 8_000_000, both: 4_000_000 } as const;

function Picture({ compared, side, pair, size, scale }: PictureProps) {
  const host = useRef<HTMLDivElement>(null);
  const { before, after } = pair;
  const { width, height } = size;

  useEffect(() => {
    const canceled = new AbortController();
    const { signal } = canceled;
    const wanted = scale * cssPixelsPerPoint * window.devicePixelRatio;
    const limit = side === 'both' ? maxPixels.both : maxPixels.one;
    const pixels = Math.min(wanted, scaleFor({ width, height }, limit));
    const draw = (of: Side, page: number) => drawOf(of, page, pixels, { width, height }, signal);
    drawPicture(side, compared, { before, after }, draw).then(
      (canvas) => {
        if (canvas && !signal.aborted) host.current?.replaceChildren(canvas);
      },
      // A page that can't be drawn stays empty, as it does in the viewer.
      () => {
        if (!signal.aborted) host.current?.replaceChildren();
      },
    );
    return () => canceled.abort();
  }, [compared, side, before, after, width, height, scale]);

  return <div ref={host} className="compare-picture" aria-hidden />;
}

type Draw = (side: Side, page: number) => Promise<HTMLCanvasElement>;

async function drawPicture(
  side: ColumnSide,
  compared: ComparedPdfs,
  { before, after }: PagePair,
  draw: Draw,
): Promise<HTMLCanvasElement | null> {
  if (side !== 'both') {
    const page = side === 'before' ? before : after;
    return page === null ? null : draw(compared[side], page);
  }
  const old = before === null ? null : await draw(compared.before, before);
  const now = after === null ? null : await draw(compared.after, after);
  const canvas = old ?? now;
  const context = canvas?.getContext('2d');
  if (!canvas || !context) return null;
  const blank = () => {
    const empty = new ImageData(canvas.width, canvas.height);
    empty.data.fill(255);
    return empty;
  };
  const drawn = differenceOf(old ? pixelsOf(old) : blank(), now ? pixelsOf(now) : blank());
  context.putImageData(new ImageData(drawn, canvas.width), 0, 0);
  return canvas;
}
