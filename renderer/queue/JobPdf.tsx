import { useEffect, useState } from 'react';
import type { Artifact } from '@shared/artifact.js';
import type { AppErrorData } from '@shared/errors.js';
import type { JobRow } from '@shared/jobs.js';
import { call } from '../bridge.js';
import { PdfViewer } from '../document/preview/PdfViewer.js';
import { textOf } from '../i18n/t.js';

/** Delay before the PDF of a selected job is opened, in milliseconds: the selection may move on. */
const pauseMs = 120;

/** The PDF of a job. */
export function JobPdf({ row }: { readonly row: JobRow }) {
  const { artifact, error } = useJobArtifact(row);
  return (
    <div className="queue-pdf">
      {artifact && <PdfViewer artifact={artifact} documentKey={`job:${row.id}`} />}
      {error && <p className="quiet">{textOf(error.message)}</p>}
    </div>
  );
}

interface JobArtifact {
  readonly artifact: Artifact | null;
  /** Why the PDF can't be shown. */
  readonly error: AppErrorData | null;
}

function useJobArtifact({ id, status, path, size }: JobRow): JobArtifact {
  const [state, setState] = useState<JobArtifact>({ artifact: null, error: null });
  useEffect(() => {
    const canceled = new AbortController();
    const open = async (): Promise<void> => {
      const result = await call('jobs:artifact', { id });
      if (canceled.signal.aborted) return;
      setState(
        result.ok
          ? { artifact: result.value, error: null }
          : { artifact: null, error: result.error },
      );
    };
    const timer = setTimeout(() => void open(), pauseMs);
    return () => {
      clearTimeout(timer);
      canceled.abort();
    };
  }, [id, status, path, size]);
  return state;
}
