import { vi } from 'vitest';
import type { BucketAccess } from '../../../../../electron/main/s3/bucket-access.js';
import type { UploadHooks } from '../../../../../electron/main/uploads/upload.js';
import type { AnyOutcome, AnyUpload } from '../../../../../electron/main/outbox/uploaders.js';
import { DeliveryFailure } from '../../../../../electron/main/network/delivery-failure.js';
import type {
  DeliveryInput,
  UploadPlace,
} from '../../../../../electron/main/outbox/delivery-sink.js';
import type { DeliveryFiles } from '../../../../../electron/main/outbox/outbox-folder.js';
import { Outbox, type OutboxOptions } from '../../../../../electron/main/outbox/outbox.js';
import type { Delivery } from '../../../../../electron/main/outbox/delivery.js';
import type { WebhookPost } from '../../../../../electron/main/webhooks/webhook-post.js';
import { FakeClock, settled } from './fake-clock.js';
import { literal } from '../../../../../electron/shared/messages/message.js';

type FailureCode = ConstructorParameters<typeof DeliveryFailure>[0];

/** An operation that has started and waits for the test to end it. */
interface Started {
  readonly signal: AbortSignal;
  readonly fail: (code: FailureCode, retryAfterMs?: number) => Promise<void>;
}

interface StartedUpload extends Started {
  readonly upload: AnyUpload;
  readonly hooks: UploadHooks;
  readonly succeed: (outcome?: Partial<AnyOutcome>) => Promise<void>;
}

export interface StartedPost extends Started {
  readonly post: WebhookPost;
  readonly arrive: () => Promise<void>;
}

/** Access to a bucket with the credentials of the machine. */
export const access: BucketAccess = {
  name: 'papers',
  endpoint: null,
  region: null,
  pathStyle: false,
  acl: null,
  publicBase: null,
  caFile: null,
  credentials: { kind: 'machine', profile: null },
};

/** Files in memory that a test can inspect. */
class FakeFiles implements DeliveryFiles {
  readonly entries = new Map<string, Delivery>();
  /** The error that it throws, if set. */
  fault: Error | null = null;

  async save(delivery: Delivery): Promise<void> {
    if (this.fault) throw this.fault;
    this.entries.set(delivery.id, delivery);
    return Promise.resolve();
  }

  async delete(id: string): Promise<void> {
    if (this.fault) throw this.fault;
    this.entries.delete(id);
    return Promise.resolve();
  }
}

/** Creates an outbox whose uploads and webhooks a test ends. */
export function testOutbox(change: Partial<OutboxOptions> = {}) {
  const clock = new FakeClock();
  const uploads: StartedUpload[] = [];
  const posts: StartedPost[] = [];
  const pdfs = new Map<string, string>();
  const files = new FakeFiles();
  const log: string[] = [];
  const outbox = new Outbox({
    files,
    pdfs: {
      keep: async (id, contents) => {
        pdfs.set(id, typeof contents === 'string' ? contents : 'other contents');
        return Promise.resolve(`/outbox/${id}.pdf`);
      },
      remove: async (id) => {
        pdfs.delete(id);
        return Promise.resolve();
      },
      pathOf: (id) => `/outbox/${id}.pdf`,
    },
    upload: async (upload, hooks) => {
      await hooks.beforeSending({ key: upload.place.key });
      return new Promise((resolve, reject) => {
        hooks.signal.addEventListener('abort', () => reject(new Error('interrupted')));
        const succeed = async (outcome: Partial<AnyOutcome> = {}) => {
          const url = `https://papers.test/${upload.place.key}`;
          resolve({ kind: 'uploaded', place: upload.place, url, ...outcome });
          await settled();
        };
        uploads.push({ upload, hooks, succeed, signal: hooks.signal, fail: failing(reject) });
      });
    },
    sendWebhook: async (post, signal) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('interrupted')));
        const arrive = async () => {
          resolve();
          await settled();
        };
        posts.push({ post, arrive, signal, fail: failing(reject) });
      }),
    abortUpload: vi.fn(async () => Promise.resolve()),
    accessTo: async () => Promise.resolve(access),
    clock,
    random: () => 0,
    log: (line) => log.push(line),
    ...change,
  });
  /** Stages and releases deliveries, and returns their ids. */
  const send = async (work: Partial<DeliveryInput> = {}) => {
    const ids = await outbox.stage({ job: 'job', pdf, uploads: [], ...work });
    await outbox.release(ids);
    await settled();
    return ids;
  };
  const statuses = () => outbox.rows.map(({ status }) => status);
  /** Returns the next operation that has started. */
  const next = async () => {
    await settled();
    const started = uploads.shift();
    if (started) return started;
    throw new Error('No upload has started.');
  };
  const nextPost = async () => {
    await settled();
    const started = posts.shift();
    if (started) return started;
    throw new Error('No webhook has started.');
  };
  return { outbox, clock, uploads, posts, pdfs, files, log, send, statuses, next, nextPost };
}

function failing(reject: (thrown: unknown) => void): Started['fail'] {
  return async (code, retryAfterMs) => {
    reject(new DeliveryFailure(code, literal(`It was ${code}.`), { retryAfterMs }));
    await settled();
  };
}

export const pdf = { contents: 'the PDF', name: 'a.pdf', size: 7 };

/** Returns destinations in a bucket. */
export function places(...keys: readonly string[]): UploadPlace[] {
  return keys.map((key) => ({ target: 'papers', bucket: 'papers-bucket', key, existing: 'ask' }));
}

export const webhook: NonNullable<DeliveryInput['webhook']> = {
  address: 'https://hooks.test/in?key=hidden',
  source: 'a.html',
  outcome: { kind: 'completed', file: { name: 'a.pdf', size: 7 } },
};
