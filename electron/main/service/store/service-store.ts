import {
  type AppErrorCode,
  type AppErrorData,
  appErrorCodes,
  publicError,
} from '../../../shared/errors.js';
import type { WireRequest } from '../../../shared/request/wire.js';

/** Who may send requests. */
export interface Account {
  readonly id: string;
  readonly name: string;
  /** How many more PDFs may be made: one credit each. */
  readonly credits: number;
  /** Requests a minute at most; null: any number. */
  readonly rate: number | null;
}

/** An API key as it is listed: of the key itself only a salted hash is kept. */
export interface ListedKey {
  readonly id: string;
  readonly account: string;
  /** In milliseconds since the epoch. */
  readonly created: number;
  readonly revoked: number | null;
}

/** The response of the interface's section 2.5, and the same for the service's own storage. */
export interface ServiceResponse {
  readonly url: string;
  /** Of a PDF in the service's own storage: where it is below the base address, as that may be another when the answer is given again. Never sent. */
  readonly path?: string;
  readonly file: { readonly name: string; readonly size: number };
  readonly compliance: { readonly hipaa: boolean; readonly gdpr: boolean };
}

/** How a request ended, as it is answered and told to its webhook: again for the same `Idempotency-Key`, and to who asks for an asynchronous one. */
export type Outcome =
  | { readonly kind: 'made'; readonly response: ServiceResponse }
  | { readonly kind: 'failed'; readonly status: number; readonly error: ServiceError };

/** The body of an error is `{ error: ServiceError }`. */
export interface ServiceError {
  readonly code: string;
  readonly message: string;
  readonly fields: readonly { readonly field: string; readonly message: string }[];
}

/** A request that asks to be carried out. */
export interface TaskSubmission {
  readonly account: string;
  /** The body as it came, checked; kept for an asynchronous request only, and forgotten when it has ended. */
  readonly request: WireRequest;
  readonly testMode: boolean;
  /** The service's base address as the client knows it; kept for an asynchronous request, which has no connection to learn it from. */
  readonly base: string;
  /** The header of that name, with a digest of the body, which must be the same in every request with it. */
  readonly idempotency?: { readonly key: string; readonly digest: string };
  /** Whether any server may carry it out later; else the one that holds the connection does at once. */
  readonly isAsynchronous: boolean;
}

/** How many asynchronous tasks may wait, whichever server they wait for. */
export interface QueueRoom {
  readonly tasks: number;
  /** Of their requests together, as JSON. */
  readonly bytes: number;
}

export type Admission =
  /** To be carried out: a credit is held for it, unless it is in test mode. */
  | { readonly kind: 'admitted'; readonly task: string }
  | { readonly kind: 'no-credits' }
  /** An asynchronous one, and as many wait as may. */
  | { readonly kind: 'queue-full' }
  /** The first request with this key has ended so. */
  | { readonly kind: 'answered'; readonly task: string; readonly outcome: Outcome }
  /** The first request with this key is being carried out. */
  | { readonly kind: 'under-way'; readonly task: string; readonly isAsynchronous: boolean }
  /** The key was used with another body. */
  | { readonly kind: 'key-reused' };

/** A PDF in the service's own storage. The bytes lie in a file of the name `<token>.pdf`. */
export interface StoredPdf {
  readonly token: string;
  readonly name: string;
  readonly size: number;
  /** In milliseconds since the epoch. */
  readonly expires: number;
}

/** A message that is to be posted, again and again until it is taken. */
export interface WebhookTask {
  readonly address: string;
  /** Id of the message, a fixed part of it (Standard Webhooks). */
  readonly id: string;
  /** Ids of the request that it tells of, and of the account that has sent that. */
  readonly task: string;
  readonly account: string;
  /** When what it tells came about, in milliseconds since the epoch. */
  readonly timestamp: number;
  readonly outcome: Outcome;
  /** The request's flags: they are part of the message, and hipaa keeps it on encrypted connections. */
  readonly compliance: { readonly hipaa: boolean; readonly gdpr: boolean };
}

/** How a task ends. All of it comes true together, or nothing. */
export interface Settlement {
  readonly outcome: Outcome;
  /** The PDF in the service's own storage. */
  readonly stored?: StoredPdf;
  readonly webhook?: WebhookTask;
  /** Whether the same `Idempotency-Key` may try anew: for what is no fault of the request, such as a full queue. */
  readonly isPassing?: boolean;
}

export interface TaskState {
  readonly status: 'queued' | 'running' | 'ended';
  /** Once it has ended. */
  readonly outcome?: Outcome;
}

/** A task that a server has taken to carry out. */
export interface TakenTask {
  readonly task: string;
  readonly account: string;
  readonly request: WireRequest;
  readonly testMode: boolean;
  /** As it was applied for; empty for a request that a Platen took in which did not keep it: what begins with it is a path then. */
  readonly base: string;
  /** As it was applied for. */
  readonly idempotency?: TaskSubmission['idempotency'];
  /** From 1: how often it has been taken. The servers that took it before died over it, or failed: who takes it gives it up after some. */
  readonly attempt: number;
}

/**
 * What servers share: accounts, credits, answers, asynchronous tasks, webhooks. Everything that a promise has resolved for survives a kill. Credits are
 * held with the admission and spent or given back with the settlement, each in one transaction; those of a server that died come back by themselves, its
 * asynchronous tasks and webhooks go on elsewhere, and its other tasks are gone, as who asked for them got no answer.
 */
export interface ServiceStore {
  /** Whose key it is; null if nobody's, or if it was revoked. */
  accountOfKey(key: string): Promise<Account | null>;
  /** @param room for asynchronous tasks, which those that are admitted at the very same time may exceed; absent: any number waits */
  admit(application: TaskSubmission, room?: QueueRoom): Promise<Admission>;
  /** Resolves when the database answers; rejects, or takes long, where it does not. */
  ping(): Promise<void>;
  /** How many asynchronous tasks wait, whichever server they wait for. */
  queuedTasks(): Promise<number>;
  /** @returns false if the task is not this server's any more: nothing has come true then */
  settle(task: string, settlement: Settlement): Promise<boolean>;
  /** Ends a task as if it had never been: the server stops, or the queue is full. An asynchronous one waits for another server. */
  requeue(task: string): Promise<void>;
  /** Null if the account has no such task (any more). */
  stateOf(task: string, account: string): Promise<TaskState | null>;
  storedPdf(token: string): Promise<StoredPdf | null>;
  /** Those of the tokens that no task has settled with, or whose PDFs it has forgotten. */
  unknownTokens(tokens: readonly string[]): Promise<readonly string[]>;
  /** Forgets the PDFs whose time has passed and gives their tokens, so that their files are removed. */
  takeExpired(now: number): Promise<readonly string[]>;
  /** Carries out asynchronous tasks, so many at a time, whichever server has admitted them. */
  execute(work: (taken: TakenTask) => Promise<void>, concurrency: number): void;
  /** Posts messages. What is interrupted is tried again with back-off for some 18 minutes, also by another server, and anything else given up; who posts has told of it. */
  postWebhooks(post: (task: WebhookTask) => Promise<void>): void;
  /** Takes no more tasks, nor messages that may wait for another server. */
  stopTaking(): Promise<void>;
  /** Lets go of the database; messages that no other server will see are tried once more. */
  close(): Promise<void>;
}

/** An account whose credits were changed. */
export interface CreditedAccount extends Account {
  /** How many it has more than just before; below zero where some were taken. */
  readonly added: number;
}

/** What the command `serve keys` does. */
export interface AccountRepository {
  /** Makes an account with a key, or another key for an account that is there. The key is given once and kept nowhere. */
  addKey(account: string): Promise<{ readonly id: string; readonly key: string }>;
  accounts(): Promise<readonly Account[]>;
  keys(): Promise<readonly ListedKey[]>;
  /** @returns false if there is no such key */
  revokeKey(id: string): Promise<boolean>;
  /** Adds credits, or takes some for a negative number, as many as there are. Null if there is no such account. */
  addCredits(account: string, credits: number): Promise<CreditedAccount | null>;
  setRate(account: string, rate: number | null): Promise<Account | null>;
}

/** An error as a request's answer carries it. */
export function serviceError(error: AppErrorData): ServiceError {
  const { code, message, fields } = publicError(error);
  return { code, message, fields: fields ?? [] };
}

/** The answers that errors of requests become have the codes of those errors. */
export function codeIn({ code }: Pick<ServiceError, 'code'>): AppErrorCode {
  return appErrorCodes.find((known) => known === code) ?? 'internal';
}
