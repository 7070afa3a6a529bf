import { AppError } from '../../../shared/messages/errors.js';
import { message } from '../../../shared/messages/message.js';
import type { Database } from './database.js';

/** Goes up with each change of the statements below. */
const schemaVersion = 1;

/**
 * A credit is in `account.credits`, or held by a task that has not ended (`costs`), or spent by a
 * task that ended with a PDF.
 */
const statements: readonly string[] = [
  `-- One row: identifies this database in a results folder that several databases share.
  create table platen.identity (id uuid not null default gen_random_uuid())`,
  'insert into platen.identity default values',
  `create table platen.account (
    id uuid primary key default gen_random_uuid(),
    name text not null unique,
    credits bigint not null default 0 check (credits >= 0),
    rate integer check (rate > 0),
    -- How many of its pages are converted in parallel; null for the default.
    concurrency integer check (concurrency > 0),
    -- s3://bucket/path/ that its uploads must be below; null for any place.
    bucket_prefix text,
    -- Signs its webhooks instead of the service's secret; null without one.
    webhook_secret text,
    created timestamptz not null default now()
  )`,
  `create table platen.api_key (
    id text primary key,
    account uuid not null references platen.account,
    salt bytea not null,
    hash bytea not null,
    -- How many of its account's credits it may still spend; null for all of them.
    credits bigint check (credits >= 0),
    rate integer check (rate > 0),
    concurrency integer check (concurrency > 0),
    mode text check (mode in ('test', 'live')),
    created timestamptz not null default now(),
    revoked timestamptz
  )`,
  `-- A server is alive until its lease expires, by the database's clock.
  create table platen.server (
    id uuid primary key,
    expires timestamptz not null
  )`,
  `create table platen.task (
    id uuid primary key,
    account uuid not null references platen.account,
    -- The key of the request.
    api_key text not null,
    -- The server that runs it; null while it waits and after it has ended.
    server uuid,
    status text not null check (status in ('queued', 'running', 'ended')),
    is_asynchronous boolean not null,
    test_mode boolean not null,
    costs integer not null check (costs >= 0),
    -- How many credits of the key it holds.
    key_costs integer not null,
    -- How often a server has started it.
    attempts integer not null default 0,
    -- Of an asynchronous task until it ends.
    request jsonb,
    -- Size of an asynchronous task's request as JSON.
    request_bytes integer not null,
    -- The service's base URL as the client of an asynchronous task knows it.
    base text not null,
    outcome jsonb,
    -- The server that posts its webhook.
    poster uuid,
    admitted timestamptz not null default now(),
    ended timestamptz,
    -- When its outcome may be deleted; null until it has ended.
    kept_until timestamptz
  )`,
  'create index task_of_server on platen.task (server) where server is not null',
  'create index task_of_poster on platen.task (poster) where poster is not null',
  'create index task_kept_until on platen.task (kept_until) where kept_until is not null',
  `create index task_queued on platen.task (request_bytes) where status = 'queued'`,
  `create table platen.idempotency (
    account uuid not null,
    key text not null,
    digest text not null,
    task uuid not null references platen.task on delete cascade deferrable initially deferred,
    created timestamptz not null default now(),
    primary key (account, key)
  )`,
  'create index idempotency_task on platen.idempotency (task)',
  `create table platen.stored_pdf (
    token text primary key,
    -- Whoever may delete it.
    account uuid not null,
    name text not null,
    size bigint not null,
    expires timestamptz not null
  )`,
  'create index stored_pdf_expires on platen.stored_pdf (expires)',
];

/**
 * Id of the advisory lock under which one server at a time creates the tables; any number that no
 * other lock uses.
 */
const creationLock = 770_013_001;

/**
 * Creates the tables in an empty database. If several servers start at once, one creates them and
 * the others wait.
 * @throws AppError `internal` if the tables are those of another version
 */
export async function createTables(database: Database): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.query('select pg_advisory_xact_lock($1)', [creationLock]);
    await tx.query('create schema if not exists platen');
    await tx.query('create table if not exists platen.version (version integer not null)');
    const [row] = await tx.query<{ version: number }>('select version from platen.version');
    if (row === undefined) {
      for (const statement of statements) await tx.query(statement);
      await tx.query('insert into platen.version values ($1)', [schemaVersion]);
    } else if (row.version !== schemaVersion) {
      const versions = { version: String(row.version), needed: String(schemaVersion) };
      throw new AppError('internal', message('service.databaseOtherVersion', versions));
    }
  });
}
