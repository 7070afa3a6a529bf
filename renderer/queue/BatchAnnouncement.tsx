import { VisuallyHidden } from '@mantine/core';
import { batchEndText } from './job-wording.js';
import { useJobs } from './jobs-store.js';

/**
 * Announces the end of a batch to screen readers, once. Always mounted, because live regions
 * announce changes only.
 */
export function BatchAnnouncement() {
  const batch = useJobs(({ endedBatch }) => endedBatch);
  return <VisuallyHidden role="status">{batch ? batchEndText(batch) : ''}</VisuallyHidden>;
}
