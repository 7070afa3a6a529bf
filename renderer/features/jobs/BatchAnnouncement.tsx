import { VisuallyHidden } from '@mantine/core';
import { useEffect, useState } from 'react';
import { batchEndText } from '../../store/jobs/job-wording.js';
import { useJobs } from '../../store/jobs/jobs-store.js';

/** Says to screen readers that a batch has ended, and how. It is always there, as only then what it says is read out. */
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
