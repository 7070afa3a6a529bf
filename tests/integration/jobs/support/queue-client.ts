import type { Page } from '@playwright/test';
import type {
  BridgeChannel,
  BridgeInput,
  BridgeOutput,
} from '../../../../electron/shared/bridge.js';
import { publicError } from '../../../../electron/shared/messages/errors.js';
import type { Result } from '../../../../electron/shared/result.js';
import type { JobList } from '../../../../electron/shared/jobs.js';

/** Calls the bridge from the window's page. @throws Error with the message of a failed result */
export async function call<C extends BridgeChannel>(
  page: Page,
  channel: C,
  input: BridgeInput<C>,
): Promise<BridgeOutput<C>> {
  const args = (input === undefined ? [channel] : [channel, input]).map((value) =>
    JSON.stringify(value),
  );
  const result = await page.evaluate<Result<BridgeOutput<C>>>(`window.platen.call(${args.join()})`);
  if (result.ok) return result.value;
  throw new Error(`${channel}: ${JSON.stringify(publicError(result.error))}`);
}

export async function listOf(page: Page): Promise<JobList> {
  return call(page, 'jobs:list', undefined);
}

/** Adds files of a folder to the queue. */
export async function addFiles(
  page: Page,
  folder: string,
  paths: readonly string[],
  out: string,
): Promise<readonly string[]> {
  const sources = paths.map((path) => ({ kind: 'file' as const, path, folder }));
  const output = { folder: out, existing: 'number' as const };
  const { ids } = await call(page, 'jobs:add', { sources, options: { request: {}, output } });
  return ids;
}

/** Waits until so many jobs are completed. @throws Error as soon as a job fails */
export async function untilCompleted(page: Page, count: number): Promise<void> {
  await page.evaluate(
    async (wanted) =>
      new Promise<void>((done, fail) => {
        const look = ({ rows, summary }: Pick<JobList, 'rows' | 'summary'>) => {
          const failed = rows.find(({ status }) => status === 'failed');
          if (failed) fail(new Error(`A job failed: ${JSON.stringify(failed)}`));
          if (summary.counts.completed >= wanted) done();
        };
        window.platen.on('jobs:changed', look);
        void window.platen.call('jobs:list', undefined).then((list) => {
          if (list.ok) look(list.value);
          else fail(new Error(JSON.stringify(list.error)));
        });
      }),
    count,
  );
}
