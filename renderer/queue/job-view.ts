import { create } from 'zustand';
import type { AppErrorData } from '@shared/errors.js';
import type { JobDetails } from '@shared/jobs.js';
import type { OpenedPdf } from '../document/preview/preview-store.js';

interface JobViewState {
  /** The job shown instead of the form's preview; null for the form's. */
  readonly id: string | null;
  readonly details: JobDetails | null;
  readonly shown: OpenedPdf | null;
  /** Why its PDF can't be shown. */
  readonly error: AppErrorData | null;
}

const nothing: JobViewState = { id: null, details: null, shown: null, error: null };

/** The job in the preview area. */
export const useJobView = create<JobViewState>(() => nothing);

/** Shows the form's preview again. */
export function leaveJob(): void {
  useJobView.setState(nothing);
}

export { hasPdf } from './job-details.js';
