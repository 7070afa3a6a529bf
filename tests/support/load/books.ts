import { join } from 'node:path';
import type { Database } from '../../../electron/main/service/store/database.js';
import { openEmbedded } from '../../../electron/main/service/store/embedded.js';
import type { StorePlace } from '../../../electron/main/service/store/open-store.js';
import { openPostgres } from '../../../electron/main/service/store/postgres.js';
import type { Outcome } from '../../../electron/main/service/store/service-store.js';

interface BookedTask {
  readonly id: string;
  readonly status: string;
  readonly isAsynchronous: boolean;
  readonly testMode: boolean;
  readonly costs: number;
  readonly outcome: Outcome | null;
}

/** The contents of the database of a service, read directly. */
export interface Books {
  readonly credits: number;
  readonly tasks: readonly BookedTask[];
  readonly stored: readonly { readonly token: string; readonly size: number }[];
  /** The number of jobs in the queues. */
  readonly waiting: number;
}

/** An embedded database must not be open elsewhere. */
export async function readBooks(place: StorePlace, account: string): Promise<Books> {
  const database = await openBooks(place);
  try {
    const [row] = await database.query<{ credits: number }>(
      'select credits::float8 as credits from platen.account where name = $1',
      [account],
    );
    const [queued] = await database.query<{ waiting: number }>(
      "select count(*)::int as waiting from platen_queue.job where name in ('tasks', 'webhooks') and state < 'completed'",
    );
    return {
      credits: row?.credits ?? NaN,
      waiting: queued?.waiting ?? NaN,
      tasks: await database.query<BookedTask>(
        `select t.id, t.status, t.is_asynchronous as "isAsynchronous", t.test_mode as "testMode", t.costs, t.outcome
        from platen.task t join platen.account a on a.id = t.account where a.name = $1`,
        [account],
      ),
      stored: await database.query('select token, size::float8 as size from platen.stored_pdf'),
    };
  } finally {
    await database.close();
  }
}

function openBooks(place: StorePlace): Promise<Database> {
  if (place.kind === 'database') return openPostgres(place.address, () => undefined);
  return openEmbedded(join(place.folder, 'database'));
}
