// @module-tag core

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readJournal } from '../../../electron/main/jobs/journal-format.js';
import { windowTests } from '../window/support/start-platen.js';
import { addFiles, listOf } from './support/queue-client.js';

const { startPlaten, temporary } = windowTests();

const names = Array.from({ length: 20 }, (_, index) => `page-${index}.html`);

test(
  'jobs that run when Platen quits are queued again; none fails, and none starts',
  { timeout: 240_000 },
  async () => {
    const pages = temporary.with(
      Object.fromEntries(names.map((name) => [name, '<p>x</p><script>for (;;);</script>'])),
    );
    const userData = temporary.with({});
    const platen = await startPlaten(userData);
    const paths = names.map((name) => join(pages, name));
    await addFiles(platen.page, pages, paths, temporary.with({}));
    const running = (await listOf(platen.page)).summary.counts.running;
    expect(running).toBeGreaterThan(0);
    await platen.close();
    const journal = readFileSync(join(userData, 'queue', 'jobs.jsonl'));
    const { jobs } = readJournal(journal).queue;
    expect(jobs.map(({ state }) => state)).toEqual(names.map(() => ({ status: 'queued' })));
    const started = journal.toString().match(/"state":\{"status":"running"/g) ?? [];
    expect(started.length).toBeLessThanOrEqual(running);
  },
);
