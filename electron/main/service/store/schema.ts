/**
 * What is done to a database, in this order, each once; one is a list of statements. Only ever added to: servers of two versions may be up at the same time.
 *
 * A credit is in `account.credits`, or held by a task that has not ended (`costs`), or spent by one that ended as made.
 */
export const migrations: readonly (readonly string[])[] = [
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
    `-- A server is alive until then, by the database's clock.
    create table platen.server (
      id uuid primary key,
      expires timestamptz not null
    )`,
    `create table platen.task (
      id uuid primary key,
      account uuid not null references platen.account,
      -- Who carries it out; null while it waits, and when it has ended.
      server uuid,
      status text not null check (status in ('queued', 'running', 'ended')),
      is_asynchronous boolean not null,
      test_mode boolean not null,
      costs integer not null check (costs >= 0),
      -- How often it was taken.
      attempts integer not null default 0,
      -- Of an asynchronous one that has not ended.
      request jsonb,
      outcome jsonb,
      -- Who is posting its webhook.
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
      -- Of the request of an asynchronous one, as JSON, in bytes.
      add column request_bytes integer not null default 0,
      -- Until when it is known what became of it; null until it has ended.
      add column kept_until timestamptz`,
    `create index task_queued on platen.task (request_bytes) where status = 'queued'`,
  ],
  [
    `-- One row: which database this is, among those whose servers share a folder.
    create table platen.identity (id uuid not null default gen_random_uuid())`,
    'insert into platen.identity default values',
    `-- The service's base address as the client of an asynchronous one knows it. Servers of an earlier version do not know it.
    alter table platen.task add column base text not null default ''`,
  ],
];
