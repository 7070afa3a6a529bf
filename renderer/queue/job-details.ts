import { useEffect, useState } from 'react';
import type { JobDetails, JobRow } from '@shared/jobs.js';
import { call } from '../bridge.js';

/** Delay before a selected job is read, in milliseconds: the selection may move on. */
const pauseMs = 120;

/** Returns the details of a job; null until they are read. */
export function useJobDetails({ id, status, path, size }: JobRow): JobDetails | null {
  const [details, setDetails] = useState<JobDetails | null>(null);
  useEffect(() => {
    let isCurrent = true;
    const read = async (): Promise<void> => {
      const result = await call('jobs:details', { id });
      // A removed job leaves the list at the same time.
      if (isCurrent && result.ok) setDetails(result.value);
    };
    const timer = setTimeout(() => void read(), pauseMs);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [id, status, path, size]);
  return details;
}

/** Returns true if there is a PDF to show: a saved one, or one waiting to be saved. */
export function hasPdf({ status, skipped, kept, remote }: JobRow): boolean {
  const isHere = skipped !== true && remote?.notFetched === undefined;
  return (status === 'completed' && isHere) || kept === true;
}
