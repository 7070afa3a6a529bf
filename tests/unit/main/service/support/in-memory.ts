import type { InMemoryStore } from '../../../../../electron/main/service/store/in-memory-store.js';
import type {
  Outcome,
  TaskSubmission,
} from '../../../../../electron/main/service/store/service-store.js';

export const submission: TaskSubmission = {
  account: 'run',
  apiKey: 'run',
  request: { source: '<p>x' },
  testMode: false,
  base: 'http://127.0.0.1',
  isAsynchronous: false,
};

export const made: Outcome = {
  kind: 'made',
  response: {
    url: 'http://127.0.0.1/v1/files/x.pdf',
    file: { name: 'x.pdf', size: 4 },
    compliance: { hipaa: false, gdpr: false },
  },
};

/** Admits a request. @throws Error if it was not admitted */
export async function admitted(
  store: InMemoryStore,
  more: Partial<TaskSubmission> = {},
): Promise<string> {
  const admission = await store.admit({ ...submission, ...more });
  if (admission.kind !== 'admitted') throw new Error(admission.kind);
  return admission.task;
}
