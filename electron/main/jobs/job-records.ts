import type { QueueSummary } from '../../shared/jobs.js';
import { BatchProgress } from './batch-progress.js';
import { outcomeOf } from './batch.js';
import { type EndState, type Job, type JobState, isEnded } from './job.js';
import { JobDeliveries } from './job-deliveries.js';
import { JobList } from './job-list.js';
import { type PersistedJob, persistedJob } from './job-store.js';
import { withoutPdf } from './retained-pdf.js';
import { isForgotten } from './private-jobs.js';
import { QueueEvents } from './queue-events.js';
import type { QueueParts } from './queue-parts.js';
import { SharedOptions } from './shared-options.js';

const stillThere = 'What was kept of a job is still there.';

/** What is known of the jobs: whatever changes here changes in the list, in the memory, in the batch and in the news. */
export class JobRecords {
  readonly list: JobList;
  readonly options = new SharedOptions();
  readonly news: QueueEvents;
  readonly deliveries: JobDeliveries;
  readonly batch = new BatchProgress(() => this.news.feed.touch());
  readonly #parts: Pick<QueueParts, 'work' | 'memory'>;

  /** @param summary the queue as a whole, for the news */
  constructor(parts: QueueParts, summary: () => QueueSummary) {
    this.#parts = parts;
    this.list = new JobList(parts.missingKey);
    this.news = new QueueEvents(parts, this.list, summary);
    this.deliveries = new JobDeliveries(parts.work, parts.memory, this.news);
  }

  /** Adds a job at the end, which the memory has already or is told of by the caller. */
  enter({ core, options, state }: PersistedJob): Job {
    const own = { options: this.options.of(options), state };
    const job: Job = { ...core, ...own, progress: null, isMissingCredential: null };
    this.list.add(job);
    this.#parts.work.expect(job);
    if (!isEnded(state)) this.batch.join(job.id);
    return job;
  }

  setState(job: Job, state: JobState): void {
    const { memory } = this.#parts;
    const wasForgotten = isForgotten(job);
    this.list.setState(job, state);
    memory.note({ kind: 'state', id: job.id, state: persistedJob(job).state });
    if (wasForgotten || isForgotten(job)) memory.renew();
    this.news.feed.changed(job.id);
  }

  /** @param ranMs how long it ran, if that says something about the others */
  end(job: Job, state: EndState, ranMs: number | null = null): void {
    this.setState(job, state);
    void this.deliveries.send(state);
    this.batch.end(job.id, outcomeOf(state), ranMs);
    this.news.jobEnded(job);
  }

  /** Forgets jobs, with what was kept of them. */
  removeFromList(jobs: readonly Job[]): void {
    if (jobs.length === 0) return;
    const { work, memory } = this.#parts;
    for (const job of jobs) {
      this.batch.leave(job.id);
      this.news.feed.removed(job.id);
      this.news.whenFailed(stillThere, work.discard(job));
    }
    this.list.remove(new Set(jobs));
    memory.note({ kind: 'removed', ids: jobs.map(({ id }) => id) });
  }

  /** Has a job that is not completed made anew: what it has of a PDF is another one than it asks for by now. */
  dropPdf(job: Job): void {
    const { state } = job;
    if (state.status === 'completed' || !(state.kept ?? state.deliveries ?? state.sent)) return;
    this.setState(job, withoutPdf(state));
    if (state.kept) this.news.whenFailed(stillThere, this.#parts.work.dropPdf(job));
  }
}
