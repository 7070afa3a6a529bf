import { VisuallyHidden } from '@mantine/core';
import { useEffect, useState } from 'react';
import { batchEndText } from './job-wording.js';
import { useJobs } from './jobs-store.js';

/**
 * Announces the end of a batch to screen readers. Always mounted, because live regions announce
 * changes only.
 */
export function BatchAnnouncement() {
  const [text, setText] = useState('');

  useEffect(
    () =>
      useJobs.subscribe(({ summary: { batch } }, { summary: { batch: before } }) => {
        if (before && !batch) setText(batchEndText(before));
        if (batch && !before) setText('');
      }),
    [],
  );

  return <VisuallyHidden role="status">{text}</VisuallyHidden>;
}
