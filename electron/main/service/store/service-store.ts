import { posix } from 'node:path';
import {
  type AppErrorCode,
  type AppErrorData,
  appErrorCodes,
  publicError,
} from '../../../shared/messages/errors.js';
import { leavesRoom } from '../../util/fair-slots.js';
import { tokenIn, type StoredTokens } from './results.js';
import type { WireRequest } from '../../../shared/request/wire.js';

export interface Account {
  readonly id: string;
  readonly name: string;
  /** One credit pays for one PDF. */
  readonly credits: number;
  /** Maximum requests per minute; null for the default. */
  readonly rate: number | null;
  /** How many of its pages are converted in parallel; null for the default. */
  readonly concurrency: number | null;
  /** `s3://bucket/` or `s3://bucket/path/` that its uploads must be below; null for any place. */
  readonly bucketPrefix: string | null;
  /** Whether its webhooks are signed with its own secret. */
  readonly hasWebhookSecret: boolean;
}

/** Requests in test mode only, or none of them. */
export type KeyMode = 'test' | 'live';

/** What an API key may do of what its account may; null for all of it. */
export interface KeyLimits {
  /** How many of the account's credits it may still spend. */
  readonly credits: number | null;
  /** Maximum requests per minute. */
  readonly rate: number | null;
  /** How many of its pages are converted in parallel. */
  readonly concurrency: number | null;
  readonly mode: KeyMode | null;
}

/** The limits of a new key. */
export const noKeyLimits: KeyLimits = { credits: null, rate: null, concurrency: null, mode: null };

/** Limits of a key to change; null removes one. */
export type KeyLimitsChange = {
  readonly [Limit in keyof KeyLimits]?: KeyLimits[Limit] | undefined;
};

/** The account of a request, with the API key that it was sent with. */
export interface AuthorizedAccount extends Account {
  readonly apiKey: KeyLimits & { readonly id: string };
}

/** Settings of an account to change; null removes one. */
export interface AccountChange {
  readonly rate?: number | null | undefined;
  readonly concurrency?: number | null | undefined;
  readonly bucketPrefix?: string | null | undefined;
  readonly webhookSecret?: string | null | undefined;
}

/** An API key without its secret; only a salted hash of that is stored. */
export interface ListedKey {
  readonly id: string;
  /** The account's name. */
  readonly account: string;
  /** In milliseconds since the epoch. */
  readonly created: number;
  readonly revoked: number | null;
  readonly limits: KeyLimits;
}

/** The response of the API's section 2.5, and the same for the service's own storage. */
export interface ServiceResponse {
  /** Absent if the PDF was the response itself, and is not stored. */
  readonly url?: string;
  /**
   * Path of a PDF in the service's own storage, as the base URL may differ when the response is
   * repeated. Never sent.
   */
  readonly path?: string;
  readonly file: { readonly name: string; readonly size: number };
  readonly compliance: { readonly hipaa: boolean; readonly gdpr: boolean };
}

/**
 * The outcome of a request: its response, also when it is repeated or polled, and the content of
 * its webhook.
 */
export type Outcome =
  | { readonly kind: 'made'; readonly response: ServiceResponse }
  | { readonly kind: 'failed'; readonly status: number; readonly error: ServiceError };

/** The body of an error is `{ error: ServiceError }`. */
export interface ServiceError {
  readonly code: string;
  readonly message: string;
  readonly fields: readonly { readonly field: string; readonly message: string }[];
}

/** A valid request for a PDF. */
export interface TaskSubmission {
  readonly account: string;
  /** ID of the key that it was sent with. */
  readonly apiKey: string;
  /** The body. Stored for an asynchronous request only, and deleted when it has ended. */
  readonly request: WireRequest;
  readonly testMode: boolean;
  /** The service's base URL as the client knows it. Stored for an asynchronous request only. */
  readonly base: string;
  /**
   * The header `Idempotency-Key` and a digest of the body, which every request with the key must
   * match.
   */
  readonly idempotency?: { readonly key: string; readonly digest: string };
  /** Whether any server may run it later; else the server with the connection runs it now. */
  readonly isAsynchronous: boolean;
}

/** How many asynchronous tasks may wait for any server, or do. */
export interface QueueRoom {
  readonly tasks: number;
  /** Total size of their requests as JSON. */
  readonly bytes: number;
}

/**
 * About how many, as JSON. The text of the source is not serialized for that: the service answers
 * nobody while it serializes megabytes.
 */
export function requestBytes(request: WireRequest): number {
  const rest = JSON.stringify({ ...request, source: '' });
  return Buffer.byteLength(request.source) + Buffer.byteLength(rest);
}

/**
 * Whether one more asynchronous task may wait. An empty queue accepts any size.
 * @param load the waiting tasks
 * @param own those of its account, if accounts share the queue
 */
export function fits(
  bytes: number,
  load: QueueRoom,
  room: QueueRoom | undefined,
  own?: QueueRoom,
): boolean {
  if (room === undefined || load.tasks === 0) return true;
  if (own === undefined) return load.tasks < room.tasks && load.bytes + bytes <= room.bytes;
  return (
    leavesRoom(1, { total: room.tasks, used: load.tasks, own: own.tasks }) &&
    leavesRoom(bytes, { total: room.bytes, used: load.bytes, own: own.bytes })
  );
}

export type Admission =
  /** To be run: a credit is reserved for it, except in test mode. */
  | { readonly kind: 'admitted'; readonly task: string }
  /** The account has no credits left, or its key may not spend more of them. */
  | { readonly kind: 'no-credits'; readonly of: 'account' | 'key' }
  | { readonly kind: 'queue-full' }
  /** The first request with this key has ended. */
  | { readonly kind: 'answered'; readonly task: string; readonly outcome: Outcome }
  /** The first request with this key waits or runs. */
  | { readonly kind: 'under-way'; readonly task: string; readonly isAsynchronous: boolean }
  /** The key was used with another body. */
  | { readonly kind: 'key-reused' };

/** The first request with an `Idempotency-Key`. */
export interface FirstTask {
  readonly task: string;
  readonly digest: string;
  readonly isAsynchronous: boolean;
  /** Null until it has ended. */
  readonly outcome: Outcome | null;
}

/** For a request that repeats an `Idempotency-Key`. */
export function repeatedAdmission(
  { task, digest, isAsynchronous, outcome }: FirstTask,
  { idempotency }: TaskSubmission,
): Admission {
  if (digest !== idempotency?.digest) return { kind: 'key-reused' };
  if (outcome !== null) return { kind: 'answered', task, outcome };
  return { kind: 'under-way', task, isAsynchronous };
}

/** A PDF in the service's own storage, in the file `<token>.pdf`. */
export interface StoredPdf {
  readonly token: string;
  readonly name: string;
  readonly size: number;
  /** In milliseconds since the epoch. */
  readonly expires: number;
}

/** A webhook to be posted until it is delivered or given up. */
export interface WebhookTask {
  readonly address: string;
  /** Message ID, the same for each attempt (Standard Webhooks). */
  readonly id: string;
  /** IDs of the request and of its account. */
  readonly task: string;
  readonly account: string;
  /** When the request ended, in milliseconds since the epoch. */
  readonly timestamp: number;
  /** The `Idempotency-Key` of the request; absent without one. */
  readonly idempotencyKey?: string;
  readonly outcome: Outcome;
  /** What was converted, as in the message; absent for text and private requests. */
  readonly source?: string | undefined;
  /** The bucket and key that the PDF was to be uploaded to, as an `s3://` URI. */
  readonly destination?: string | undefined;
  readonly isTest?: boolean;
  /** Part of the message; hipaa requires an encrypted connection. */
  readonly compliance: { readonly hipaa: boolean; readonly gdpr: boolean };
}

/** The end of a task. All of it is saved, or nothing. */
export interface Settlement {
  readonly outcome: Outcome;
  readonly stored?: StoredPdf;
  readonly webhook?: WebhookTask;
  /**
   * Whether the same `Idempotency-Key` may be used again, because the request did not cause the
   * failure.
   */
  readonly isTransient?: boolean;
}

export interface TaskState {
  readonly status: 'queued' | 'running' | 'ended';
  /** Present once it has ended. */
  readonly outcome?: Outcome;
}

/** Null if the outcome stored no PDF. */
export function tokenOf(outcome: Outcome): string | null {
  if (outcome.kind !== 'made') return null;
  return tokenIn(posix.basename(outcome.response.path ?? ''));
}

/** What is left of a deleted task. */
export interface RemovedTask {
  /** Of its PDF, whose file the caller deletes; null without one. */
  readonly token: string | null;
}

/** An asynchronous task that this server runs. */
export interface ClaimedTask {
  readonly task: string;
  readonly account: string;
  readonly request: WireRequest;
  readonly testMode: boolean;
  readonly base: string;
  readonly idempotency?: TaskSubmission['idempotency'];
  /** From 1. The servers of earlier attempts died or failed. */
  readonly attempt: number;
  /** How many pages of its account are converted in parallel; null for the default. */
  readonly concurrency: number | null;
  /** ID of the key that it was sent with. */
  readonly apiKey: string;
  /** How many pages of its key are converted in parallel; null for those of the account. */
  readonly keyConcurrency: number | null;
}

/** What waits for any server. */
export interface StoreFigures {
  /** Asynchronous tasks. */
  readonly queuedTasks: number;
  readonly waitingWebhooks: number;
}

/**
 * What servers share: accounts, credits, outcomes, asynchronous tasks, webhooks. Everything that a
 * resolved promise has confirmed survives a kill. A credit is reserved at admission and spent or
 * returned by the settlement, each in one transaction. When a server dies, its credits are
 * returned, its asynchronous tasks and webhooks go to other servers, and its other tasks are
 * deleted, because their clients got no response.
 */
export interface ServiceStore extends StoredTokens {
  /** Null if the key is unknown or revoked. */
  accountOfKey(key: string): Promise<AuthorizedAccount | null>;
  /**
   * @param room for asynchronous tasks, which concurrent admissions may exceed; absent for no limit
   */
  admit(submission: TaskSubmission, room?: QueueRoom): Promise<Admission>;
  /** Rejects or hangs if the database does not answer. */
  ping(): Promise<void>;
  figures(): Promise<StoreFigures>;
  /** @returns false if the task no longer belongs to this server; nothing is changed then */
  settle(task: string, settlement: Settlement): Promise<boolean>;
  /**
   * Undoes a task, because the server stops or its client has disconnected. An asynchronous one
   * waits for another server.
   */
  requeue(task: string): Promise<void>;
  /** Returns null if the account has no such task, or it was deleted. */
  stateOf(task: string, account: string): Promise<TaskState | null>;
  /** Returns null if there is no such PDF, or it has expired. */
  storedPdf(token: string): Promise<StoredPdf | null>;
  /** Deletes a PDF from the store. @returns false if the account has none with this token */
  removePdf(token: string, account: string): Promise<boolean>;
  /**
   * Deletes a task of an account: with its PDF and its `Idempotency-Key` if it has ended, else its
   * credit is returned. Whichever server runs it, its settlement is refused from then on.
   * @returns null if the account has no such task
   */
  removeTask(task: string, account: string): Promise<RemovedTask | null>;
  /** Runs asynchronous tasks of all servers. One that the work does not settle is retried. */
  execute(work: (claimed: ClaimedTask) => Promise<void>, concurrency: number): void;
  /**
   * Posts webhooks of all servers. An interrupted one is retried for 18 minutes.
   * @param onGivenUp called with each one that will not be retried
   */
  postWebhooks(
    post: (webhook: WebhookTask) => Promise<void>,
    onGivenUp?: (webhook: WebhookTask) => void,
  ): void;
  /** Null if the service's own secret signs the webhooks of the account. */
  webhookSecretOf(account: string): Promise<string | null>;
  /** Claims no more tasks, nor webhooks that another server can post. */
  stopClaiming(): Promise<void>;
  /** Closes the database. Webhooks that no other server can post are tried once more. */
  close(): Promise<void>;
}

export interface CreditedAccount extends Account {
  /** How much the credits changed; negative if some were removed. */
  readonly added: number;
}

/** The accounts and keys that `serve keys` manages. */
export interface AccountRepository {
  /**
   * Creates a key, and its account if it does not exist. The key is returned once and not stored.
   */
  addKey(account: string): Promise<{ readonly id: string; readonly key: string }>;
  accounts(): Promise<readonly Account[]>;
  keys(): Promise<readonly ListedKey[]>;
  /** @returns false if there is no such key */
  revokeKey(id: string): Promise<boolean>;
  /** Adds credits, or removes them down to zero. @returns null if there is no such account */
  addCredits(account: string, credits: number): Promise<CreditedAccount | null>;
  /** @returns null if there is no such account */
  change(account: string, change: AccountChange): Promise<Account | null>;
  /** @returns null if there is no such key */
  changeKey(id: string, change: KeyLimitsChange): Promise<ListedKey | null>;
}

/** In the form of a response. */
export function serviceError(error: AppErrorData): ServiceError {
  const { code, message, fields } = publicError(error);
  return { code, message, fields: fields ?? [] };
}

/** Returns the application's code of a response's error. */
export function codeIn({ code }: Pick<ServiceError, 'code'>): AppErrorCode {
  return appErrorCodes.find((known) => known === code) ?? 'internal';
}
