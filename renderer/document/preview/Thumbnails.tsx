import { useIntersection } from '@mantine/hooks';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { pixelsPerPoint } from './page-layout.js';
import type { PdfFile } from './pdf-file.js';
import { goToPage, useView } from './view-store.js';
import { useDrawing } from './use-drawing.js';
import { t } from '../../i18n/t.js';

const thumbnailWidth = 88;

/** Page thumbnails with one tab stop; arrow keys move between pages. */
export function Thumbnails({ pdf }: { readonly pdf: PdfFile }) {
  const page = useView((view) => view.page);
  const list = useRef<HTMLOListElement>(null);

  useEffect(() => {
    list.current?.children[page]?.scrollIntoView({ block: 'nearest' });
  }, [page]);

  function goByKey(event: KeyboardEvent): void {
    const target = {
      ArrowDown: page + 1,
      ArrowUp: page - 1,
      Home: 0,
      End: pdf.pages.length - 1,
    }[event.key];
    if (target === undefined || !pdf.pages[target]) return;
    event.preventDefault();
    goToPage(target);
    list.current?.children[target]?.querySelector('button')?.focus();
  }

  return (
    <nav className="thumbnails" aria-label={t('preview.thumbnails')}>
      <ol ref={list} onKeyDown={goByKey}>
        {pdf.pages.map((_, index) => (
          <Thumbnail key={index} pdf={pdf} index={index} isCurrent={index === page} />
        ))}
      </ol>
    </nav>
  );
}

interface ThumbnailProps {
  readonly pdf: PdfFile;
  readonly index: number;
  readonly isCurrent: boolean;
}

function Thumbnail({ pdf, index, isCurrent }: ThumbnailProps) {
  const { ref, entry } = useIntersection<HTMLLIElement>({ rootMargin: '200px 0px' });
  const { width, height } = pdf.pages[index] ?? { width: 1, height: 1 };
  const { host, isStale } = useDrawing(pdf, {
    index,
    scale: thumbnailWidth / (width * pixelsPerPoint),
    withText: false,
    active: entry?.isIntersecting === true,
  });
  return (
    <li ref={ref}>
      <button
        type="button"
        className="thumbnail"
        aria-label={t('preview.pageNumber', { number: index + 1 })}
        aria-current={isCurrent ? 'page' : undefined}
        tabIndex={isCurrent ? 0 : -1}
        data-stale={isStale || undefined}
        onClick={() => goToPage(index)}
      >
        <div
          ref={host}
          className="thumbnail-sheet"
          style={{ width: thumbnailWidth, height: Math.round((thumbnailWidth * height) / width) }}
        />
        <span aria-hidden>{index + 1}</span>
      </button>
    </li>
  );
}
