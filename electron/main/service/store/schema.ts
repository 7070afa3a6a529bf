import { AppError } from '../../../shared/errors.js';
import { message } from '../../../shared/messages/message.js';
import type { Database } from './database.js';

/**
 * Changes to the tables, in order; each is a list of statements that runs once. Only ever append:
 * servers of two versions may share a database.
 *
 * A credit is in `account.credits`, or held by a task that has not ended (`costs`), or spent by a
 * task that ended with a PDF.
 */
const migrations: readonly (readonly string[])[] = [
  [
    `create table platen.account (
      id uuid primary key default gen_random_uuid(),
      name text not null unique,
      credits bigint not null default 0 check (credits >= 0),
      rate integer check (rate > 0),
      created timestamptz not null default now()
    )`,
    `create table platen.api_key (
      id text primary key,
      account uuid not null references platen.account,
      salt bytea not null,
      hash bytea not null,
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
      -- The server that runs it; null while it waits and after it has ended.
      server uuid,
      status text not null check (status in ('queued', 'running', 'ended')),
      is_asynchronous boolean not null,
      test_mode boolean not null,
      costs integer not null check (costs >= 0),
      -- How often a server has started it.
      attempts integer not null default 0,
      -- Of an asynchronous task until it ends.
      request jsonb,
      outcome jsonb,
      -- The server that posts its webhook.
      poster uuid,
      admitted timestamptz not null default now(),
      ended timestamptz
    )`,
    'create index task_of_server on platen.task (server) where server is not null',
    'create index task_of_poster on platen.task (poster) where poster is not null',
    'create index task_ended on platen.task (ended) where ended is not null',
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
      name text not null,
      size bigint not null,
      expires timestamptz not null
    )`,
    'create index stored_pdf_expires on platen.stored_pdf (expires)',
  ],
  [
    `alter table platen.task
      -- Size of an asynchronous task's request as JSON.
      add column request_bytes integer not null default 0,
      -- When its outcome may be deleted; null until it has ended.
      add column kept_until timestamptz`,
    `create index task_queued on platen.task (request_bytes) where status = 'queued'`,
  ],
  [
    `-- One row: identifies this database in a results folder that several databases share.
    create table platen.identity (id uuid not null default gen_random_uuid())`,
    'insert into platen.identity default values',
    `-- The service's base URL as the client of an asynchronous task knows it. Earlier versions leave it empty.
    alter table platen.task add column base text not null default ''`,
  ],
  [
    `alter table platen.account
      -- How many of its pages are converted in parallel; null for the default.
      add column concurrency integer check (concurrency > 0),
      -- s3://bucket/path/ that its uploads must be below; null for any place.
      add column bucket_prefix text,
      -- Signs its webhooks instead of the service's secret; null without one.
      add column webhook_secret text`,
  ],
  [
    `alter table platen.api_key
      -- How many of its account's credits it may still spend; null for all of them.
      add column credits bigint check (credits >= 0),
      add column rate integer check (rate > 0),
      add column concurrency integer check (concurrency > 0),
      add column mode text check (mode in ('test', 'live'))`,
    `alter table platen.task
      -- The key of the request; null if an earlier version admitted it.
      add column api_key text,
      -- How many credits of the key it holds.
      add column key_costs integer not null default 0`,
  ],
  [
    `-- Whoever may delete it; null if an earlier version stored it.
    alter table platen.stored_pdf add column account uuid`,
  ],
];

/**
 * Id of the advisory lock under which one server at a time changes the tables; any number that no
 * other lock uses.
 */
const migrationLock = 770_013_001;

/**
 * Migrates the tables to this version. If several servers start at once, one migrates and the
 * others wait.
 * @throws AppError `internal` if a later version of Platen has changed the database
 */
export async function migrate(database: Database): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.query('select pg_advisory_xact_lock($1)', [migrationLock]);
    await tx.query('create schema if not exists platen');
    await tx.query('create table if not exists platen.version (version integer not null)');
    const [row] = await tx.query<{ version: number }>('select version from platen.version');
    const version = row?.version ?? 0;
    if (version > migrations.length) {
      const versions = { version: String(version), known: String(migrations.length) };
      throw new AppError('internal', message('service.databaseNewer', versions));
    }
    if (version === migrations.length) return;
    for (const statement of migrations.slice(version).flat()) {
      await tx.query(statement);
    }
    await tx.query('delete from platen.version');
    await tx.query('insert into platen.version values ($1)', [migrations.length]);
  });
}
