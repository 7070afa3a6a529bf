import { useElementSize } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { type AppErrorData, errorData } from '@shared/errors.js';
import type { JobRow } from '@shared/jobs.js';
import { call } from '../bridge.js';
import { pixelsPerPoint } from '../document/preview/page-layout.js';
import { type PdfFile, openPdf } from '../document/preview/pdf-file.js';
import { useDrawing } from '../document/preview/use-drawing.js';
import { t, textOf } from '../i18n/t.js';
import '../document/preview/pages.css';

/** Delay before the PDF of a selected job is opened, in milliseconds. */
const pauseMs = 120;

/** Space around the page, in CSS pixels. */
const padding = 18;

/** The first page of a job's PDF. */
export function JobPdf({ row }: { readonly row: JobRow }) {
  const { pdf, error } = useJobPdf(row);
  const { ref, width, height } = useElementSize();
  return (
    <div className="queue-pdf" ref={ref}>
      {pdf && width > 0 && <FirstPage pdf={pdf} room={{ width, height }} />}
      {error && <p className="quiet">{textOf(error.message)}</p>}
    </div>
  );
}

interface FirstPageProps {
  readonly pdf: PdfFile;
  readonly room: { readonly width: number; readonly height: number };
}

function FirstPage({ pdf, room }: FirstPageProps) {
  const page = pdf.pages[0] ?? { width: 1, height: 1 };
  const across = (room.width - 2 * padding) / (page.width * pixelsPerPoint);
  const down = (room.height - 2 * padding) / (page.height * pixelsPerPoint);
  const scale = Math.max(0.01, Math.min(across, down, 1));
  const { host } = useDrawing(pdf, { index: 0, scale, withText: true, active: true });
  const width = page.width * pixelsPerPoint * scale;
  const height = page.height * pixelsPerPoint * scale;
  return (
    <div
      className="pdf-page"
      role="img"
      aria-label={t('queue.firstPage')}
      style={{ position: 'relative', width, height }}
      ref={host}
    />
  );
}

interface JobPdfState {
  readonly pdf: PdfFile | null;
  /** Why the PDF can't be shown. */
  readonly error: AppErrorData | null;
}

function useJobPdf({ id, status, path, size }: JobRow): JobPdfState {
  const [state, setState] = useState<JobPdfState>({ pdf: null, error: null });
  useEffect(() => {
    const canceled = new AbortController();
    const open = async (): Promise<void> => {
      const artifact = await call('jobs:artifact', { id });
      if (canceled.signal.aborted) return;
      if (!artifact.ok) {
        setState({ pdf: null, error: artifact.error });
        return;
      }
      const pdf = await openPdf(artifact.value.address);
      if (closeAfter(canceled.signal, pdf)) setState({ pdf, error: null });
    };
    const timer = setTimeout(() => {
      open().catch((thrown: unknown) => {
        if (!canceled.signal.aborted) setState({ pdf: null, error: errorData(thrown) });
      });
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      canceled.abort();
    };
  }, [id, status, path, size]);
  return state;
}

/** Closes a PDF as soon as it is no longer shown. Returns false if that is the case already. */
function closeAfter(signal: AbortSignal, pdf: PdfFile): boolean {
  const close = (): void => void pdf.close();
  if (signal.aborted) close();
  else signal.addEventListener('abort', close);
  return !signal.aborted;
}
