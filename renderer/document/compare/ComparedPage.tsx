import { type CSSProperties, useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { formatNumber } from '../../i18n/format.js';
import { t } from '../../i18n/t.js';
import { type PageSize, cssPixelsPerPoint } from '../viewer/pdf-view.js';
import type { Change, Mark } from './changes.js';
import {
  type Comparison,
  type ComparedPdfs,
  type Side,
  addTextOf,
  drawOf,
  pixelsOf,
  scaleFor,
  sizeOf,
} from './comparison.js';
import { differenceOf } from './difference.js';
import type { PagePair } from './align.js';
import { changeText } from './ChangeBar.js';

/** What a column shows: one version, or the difference of both. */
export type ColumnSide = 'before' | 'after' | 'both';

interface ComparedPageProps {
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
export function ComparedPage({
  comparison,
  compared,
  side,
  row,
  pair,
  top,
  scale,
}: ComparedPageProps) {
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
          <Words compared={compared} side={side} pair={pair} factor={factor} />
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

interface WordsProps {
  readonly compared: ComparedPdfs;
  readonly side: ColumnSide;
  readonly pair: PagePair;
  /** CSS pixels per point. */
  readonly factor: number;
}

/** The text of a page, to select it; of a difference that of the current version. */
function Words({ compared, side, pair, factor }: WordsProps) {
  const host = useRef<HTMLDivElement>(null);
  const isBefore = side === 'before' || (side === 'both' && pair.after === null);
  const page = isBefore ? pair.before : pair.after;
  const of = isBefore ? compared.before : compared.after;

  useEffect(() => {
    const { current } = host;
    if (current === null || page === null) return;
    const canceled = new AbortController();
    // Without its text a page is still a picture.
    addTextOf(of, page, factor, current, canceled.signal).catch(() => undefined);
    return () => {
      canceled.abort();
      current.replaceChildren();
    };
  }, [of, page, factor]);

  // The cast is safe: React passes custom properties on.
  const style = { '--total-scale-factor': factor } as CSSProperties;
  return <div ref={host} className="compare-words" style={style} />;
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
