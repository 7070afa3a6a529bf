import { join } from 'node:path';
import type { Database } from '../../../../../electron/main/service/store/database.js';
import { openEmbedded } from '../../../../../electron/main/service/store/embedded.js';
import { createTables } from '../../../../../electron/main/service/store/schema.js';
import { createAccountsFolder } from '../../../../support/embedded-database.js';
import { temporaryFolder } from '../../../support/temporary-folder.js';

/** Opens an embedded database with empty tables, which is removed when it is closed. */
export async function openFresh(): Promise<Database> {
  const folder = temporaryFolder();
  await createAccountsFolder(folder.path);
  const database = await openEmbedded(join(folder.path, 'database'));
  await createTables(database);
  return {
    ...database,
    close: async () => {
      await database.close();
      folder.remove();
    },
  };
}
