import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { t } from '../../i18n/t.js';
import {
  type PageSize,
  type ZoomMode,
  cssPixelsPerPoint,
  maxScale,
  minScale,
} from '../viewer/pdf-view.js';
import { type Comparison, type ComparedPdfs, sizeOf } from './comparison.js';
import type { PagePair } from './align.js';
import { useCompare } from './versions.js';
import { type ColumnSide, ComparedPage } from './ComparedPage.js';

interface ComparedPagesProps {
  readonly comparison: Comparison;
  readonly compared: ComparedPdfs;
  readonly label: string;
}

/** Space in a column, in CSS pixels; the same as in compare.css. */
const room = { side: 16, caption: 28, bottom: 16 } as const;

/** The columns of pages, which scroll together. */
export function ComparedPages({ comparison, compared, label }: ComparedPagesProps) {
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
                <ComparedPage
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

/** The modes fit the largest page. */
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

/** The row of the same page; pages of the preview may be other ones now. */
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
