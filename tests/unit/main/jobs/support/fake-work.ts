import { vi } from 'vitest';
import type { JobOptions } from '../../../../../electron/shared/jobs.js';
import type { ConversionSource } from '../../../../../electron/shared/request/source.js';
import { AppError } from '../../../../../electron/shared/messages/errors.js';
import type { EndState, Job } from '../../../../../electron/main/jobs/job.js';
import type { JobRun, JobWork } from '../../../../../electron/main/jobs/queue-parts.js';
import { literal } from '../../../../../electron/shared/messages/message.js';
import { testLimits } from '../../../../support/runner-options.js';

export const pdf = { pages: 1, size: 100, title: 'A title', preflight: [] };

/** A started job that the test ends. */
export interface StartedJob {
  readonly name: string;
  readonly job: Readonly<Job>;
  readonly run: JobRun;
  readonly end: (state: EndState) => Promise<void>;
  readonly complete: () => Promise<void>;
  readonly fail: () => Promise<void>;
}

/** Work whose jobs end when the test says so, or when they are canceled. */
export class FakeWork implements JobWork {
  readonly started: StartedJob[] = [];
  readonly reserve = vi.fn();
  readonly deletePdf = vi.fn(async () => Promise.resolve());
  readonly discard = vi.fn(async () => Promise.resolve());
  readonly release = vi.fn();
  readonly deleteDeliveries = vi.fn(async () => Promise.resolve());

  async run(job: Readonly<Job>, run: JobRun): Promise<EndState> {
    return new Promise((resolve) => {
      const end = async (state: EndState) => {
        resolve(state);
        await settled();
      };
      const name = nameOf(job);
      run.signal.addEventListener('abort', () => resolve({ status: 'canceled' }));
      this.started.push({
        name,
        job,
        run,
        end,
        complete: async () => end({ status: 'completed', path: `/out/${name}.pdf`, pdf }),
        fail: async () => end({ status: 'failed', error: failure }),
      });
    });
  }

  /** Names of all started jobs, in order. */
  get names(): readonly string[] {
    return this.started.map(({ name }) => name);
  }

  /** Returns the last started job of a name. */
  of(name: string): StartedJob {
    const found = this.started.findLast((started) => started.name === name);
    if (found) return found;
    throw new Error(`${name} was not started.`);
  }
}

const failure = new AppError('load-failed', literal('It did not load.')).toData();

/** Lets pending promises settle. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
}

/** Returns file sources by name. */
export function files(...names: readonly string[]): ConversionSource[] {
  return names.map((name) => ({ kind: 'file', path: `/in/${name}.html` }));
}

export const options: JobOptions = {
  request: { disableJavascript: false, timeoutSeconds: 30 },
  output: { folder: '/out', existing: 'number', save: true, uploads: [] },
  renderOn: null,
};

function nameOf({ source }: Readonly<Job>): string {
  return source.kind === 'file' ? source.path.slice('/in/'.length, -'.html'.length) : source.kind;
}

export async function until(condition: () => boolean): Promise<void> {
  await vi.waitUntil(condition, { timeout: testLimits.poll, interval: 5 });
}
