import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Database, SqlValue } from './database.js';
import type {
  Account,
  AccountChange,
  AccountRepository,
  AuthorizedAccount,
  CreditedAccount,
  KeyLimitsChange,
  ListedKey,
} from './service-store.js';

const accountColumns = `a.id, a.name, a.credits::float8 as credits, a.rate, a.concurrency,
  a.bucket_prefix as "bucketPrefix", a.webhook_secret is not null as "hasWebhookSecret"`;

const limitsJson = `json_build_object('credits', k.credits, 'rate', k.rate, 'concurrency', k.concurrency, 'mode', k.mode)`;

const listedKeyColumns = `k.id, a.name as account,
  floor(extract(epoch from k.created) * 1000)::float8 as created,
  floor(extract(epoch from k.revoked) * 1000)::float8 as revoked, ${limitsJson} as limits`;

/** Column and type of each setting. */
type Columns<Change> = { readonly [Setting in keyof Required<Change>]: readonly [string, string] };

const accountSettings: Columns<AccountChange> = {
  rate: ['rate', 'integer'],
  concurrency: ['concurrency', 'integer'],
  bucketPrefix: ['bucket_prefix', 'text'],
  webhookSecret: ['webhook_secret', 'text'],
};

const keySettings: Columns<KeyLimitsChange> = {
  credits: ['credits', 'bigint'],
  rate: ['rate', 'integer'],
  concurrency: ['concurrency', 'integer'],
  mode: ['mode', 'text'],
};

/** @param values of the query, to which those of the settings are added */
function assignments<Setting extends string>(
  columns: Readonly<Record<Setting, readonly [string, string]>>,
  change: Readonly<Partial<Record<Setting, SqlValue | undefined>>>,
  values: SqlValue[],
): readonly string[] {
  return Object.entries<readonly [string, string]>(columns).flatMap(([setting, [column, type]]) => {
    // The cast is safe: the names are those of `columns`.
    const value = change[setting as Setting];
    return value === undefined ? [] : [`${column} = $${values.push(value)}::${type}`];
  });
}

/**
 * Returns parts of a `with` that return the credits of tasks to their keys and accounts. Keys come
 * before accounts, which is the order in which an admission locks them.
 * @param tasks name of the part that returns `account`, `costs`, `api_key` and `key_costs`
 */
export function refundOf(tasks: string): string {
  return `refunded_keys as (
    update platen.api_key k set credits = k.credits + held.costs
    from (select api_key, sum(key_costs) as costs from ${tasks} group by api_key) held
    where k.id = held.api_key and held.costs > 0 and k.credits is not null returning k.id
  ), refunded as (
    update platen.account a set credits = a.credits + held.costs
    from (select account, sum(costs) as costs from ${tasks} group by account) held,
      (select count(*) from refunded_keys) locked_before
    where a.id = held.account and held.costs > 0 returning a.id
  )`;
}

export class SqlAccountRepository implements AccountRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async addKey(account: string): Promise<{ readonly id: string; readonly key: string }> {
    const { id, key, salt, hash } = newKey();
    await this.#database.transaction(async (tx) => {
      await tx.query('insert into platen.account (name) values ($1) on conflict do nothing', [
        account,
      ]);
      await tx.query(
        'insert into platen.api_key (id, account, salt, hash) select $1, id, $2, $3 from platen.account where name = $4',
        [id, salt, hash, account],
      );
    });
    return { id, key };
  }

  async accounts(): Promise<readonly Account[]> {
    return this.#database.query<Account>(
      `select ${accountColumns} from platen.account a order by a.name`,
    );
  }

  async keys(): Promise<readonly ListedKey[]> {
    return this.#database.query<ListedKey>(
      `select ${listedKeyColumns}
      from platen.api_key k join platen.account a on a.id = k.account order by a.name, k.created, k.id`,
    );
  }

  async revokeKey(id: string): Promise<boolean> {
    const rows = await this.#database.query(
      'update platen.api_key set revoked = coalesce(revoked, now()) where id = $1 returning id',
      [id],
    );
    return rows.length > 0;
  }

  async addCredits(account: string, credits: number): Promise<CreditedAccount | null> {
    // Locked before it is read, so that concurrent requests do not change the difference.
    const [row] = await this.#database.query<CreditedAccount>(
      `with before as (select id, credits from platen.account where name = $1 for update)
      update platen.account a set credits = greatest(before.credits + $2::bigint, 0)
      from before where a.id = before.id
      returning ${accountColumns}, (a.credits - before.credits)::float8 as added`,
      [account, credits],
    );
    return row ?? null;
  }

  async change(account: string, change: AccountChange): Promise<Account | null> {
    const values: SqlValue[] = [account];
    const columns = assignments(accountSettings, change, values);
    const [row] = await this.#database.query<Account>(
      `update platen.account a set ${['name = a.name', ...columns].join(', ')}
      where a.name = $1 returning ${accountColumns}`,
      values,
    );
    return row ?? null;
  }

  async changeKey(id: string, change: KeyLimitsChange): Promise<ListedKey | null> {
    const values: SqlValue[] = [id];
    const columns = assignments(keySettings, change, values);
    const [row] = await this.#database.query<ListedKey>(
      `with k as (
        update platen.api_key set ${['id = id', ...columns].join(', ')} where id = $1 returning *
      )
      select ${listedKeyColumns} from k join platen.account a on a.id = k.account`,
      values,
    );
    return row ?? null;
  }

  /** @param id of the account */
  async webhookSecretOf(id: string): Promise<string | null> {
    const [row] = await this.#database.query<{ readonly secret: string | null }>(
      'select webhook_secret as secret from platen.account where id = $1',
      [id],
    );
    return row?.secret ?? null;
  }

  /** Returns null if the key is unknown or revoked. */
  async accountOfKey(key: string): Promise<AuthorizedAccount | null> {
    const id = keyIdOf(key);
    if (id === null) return null;
    const [row] = await this.#database.query<KeyRow>(
      `select ${accountColumns}, k.salt, k.hash, ${limitsJson} as limits
      from platen.api_key k join platen.account a on a.id = k.account where k.id = $1 and k.revoked is null`,
      [id],
    );
    if (row === undefined) return null;
    const { salt, hash, limits, ...account } = row;
    return isKey(key, salt, hash) ? { ...account, apiKey: { id, ...limits } } : null;
  }
}

interface KeyRow extends Account, Pick<ListedKey, 'limits'> {
  readonly salt: Uint8Array;
  readonly hash: Uint8Array;
}

interface NewKey {
  /** Identifies the key; not secret. */
  readonly id: string;
  readonly key: string;
  readonly salt: Buffer;
  readonly hash: Buffer;
}

/** Creates a key of 256 random bits. Its prefix makes a leaked key recognizable. */
function newKey(): NewKey {
  const id = randomBytes(6).toString('hex');
  const key = `platen_${id}_${randomBytes(32).toString('base64url')}`;
  const salt = randomBytes(16);
  return { id, key, salt, hash: hashOf(key, salt) };
}

function keyIdOf(key: string): string | null {
  return /^platen_([0-9a-f]{12})_[\w-]{43}$/.exec(key)?.[1] ?? null;
}

function isKey(key: string, salt: Uint8Array, hash: Uint8Array): boolean {
  return timingSafeEqual(hashOf(key, salt), hash);
}

/** A fast hash is enough: unlike a password, a key of 256 random bits cannot be guessed. */
function hashOf(key: string, salt: Uint8Array): Buffer {
  return createHash('sha256').update(salt).update(key).digest();
}
