import type { Message } from '../../../../../electron/shared/messages/message.js';
import { englishText } from '../../../../../electron/shared/messages/translator.js';
import { vi } from 'vitest';
import { nullJobStore } from '../../../../../electron/main/jobs/job-store.js';
import { JobQueue } from '../../../../../electron/main/jobs/job-queue.js';
import type { QueueParts } from '../../../../../electron/main/jobs/queue-parts.js';
import type { JobChanges } from '../../../../../electron/shared/jobs.js';
import { FakeWork, files, options } from './fake-work.js';

/** Returns the name of a job as the window shows it. */
export function nameText(name: string | Message): string {
  return typeof name === 'string' ? name : englishText(name);
}

/** Starts a queue whose jobs the test ends. */
export function startQueue(parts: Partial<QueueParts> = {}) {
  const work = new FakeWork();
  const onBatchEnd = vi.fn();
  const onChange = vi.fn<(changes: JobChanges) => void>();
  const queue = new JobQueue({
    work,
    store: nullJobStore,
    concurrency: 2,
    onBatchEnd,
    onChange,
    ...parts,
  });
  queue.start();
  const add = async (...names: string[]) => queue.add(files(...names), options);
  const states = () => queue.listed.rows.map(({ name, status }) => `${nameText(name)} ${status}`);
  return { queue, work, add, states, onBatchEnd, onChange };
}
