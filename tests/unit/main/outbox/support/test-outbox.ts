import { vi } from 'vitest';
import type { BucketAccess } from '../../../../../electron/main/s3/bucket-access.js';
import type { Upload, UploadHooks, UploadOutcome } from '../../../../../electron/main/s3/upload.js';
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

/** Something that was begun and waits for the test to end it. */
interface Begun {
  readonly signal: AbortSignal;
  readonly fail: (code: FailureCode, retryAfterMs?: number) => Promise<void>;
}

interface BegunUploadTry extends Begun {
  readonly upload: Upload;
  readonly hooks: UploadHooks;
  readonly succeed: (outcome?: Partial<UploadOutcome>) => Promise<void>;
}

export interface BegunPost extends Begun {
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

/** Files that a test can look into. */
class FakeFiles implements DeliveryFiles {
  readonly entries = new Map<string, Delivery>();
  /** What it throws, while a test says so. */
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

/** An outbox whose uploads and messages a test ends itself. */
export function testOutbox(change: Partial<OutboxOptions> = {}) {
  const clock = new FakeClock();
  const uploads: BegunUploadTry[] = [];
  const posts: BegunPost[] = [];
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
        hooks.signal.addEventListener('abort', () => reject(new Error('broken off')));
        const succeed = async (outcome: Partial<UploadOutcome> = {}) => {
          const url = `https://papers.test/${upload.place.key}`;
          resolve({ kind: 'uploaded', place: upload.place, url, ...outcome });
          await settled();
        };
        uploads.push({ upload, hooks, succeed, signal: hooks.signal, fail: failing(reject) });
      });
    },
    sendWebhook: async (post, signal) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('broken off')));
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
  /** Hands work over and has it sent; gives the ids. */
  const send = async (work: Partial<DeliveryInput> = {}) => {
    const ids = await outbox.stage({ job: 'job', pdf, uploads: [], ...work });
    await outbox.release(ids);
    await settled();
    return ids;
  };
  const statuses = () => outbox.rows.map(({ status }) => status);
  /** What has been begun and not been taken yet. */
  const next = async () => {
    await settled();
    const begun = uploads.shift();
    if (begun) return begun;
    throw new Error('No upload was begun.');
  };
  const nextPost = async () => {
    await settled();
    const begun = posts.shift();
    if (begun) return begun;
    throw new Error('No message was begun.');
  };
  return { outbox, clock, uploads, posts, pdfs, files, log, send, statuses, next, nextPost };
}

function failing(reject: (thrown: unknown) => void): Begun['fail'] {
  return async (code, retryAfterMs) => {
    reject(new DeliveryFailure(code, literal(`It was ${code}.`), { retryAfterMs }));
    await settled();
  };
}

export const pdf = { contents: 'the PDF', name: 'a.pdf', size: 7 };

/** Places of a bucket. */
export function places(...keys: readonly string[]): UploadPlace[] {
  return keys.map((key) => ({ target: 'papers', bucket: 'papers-bucket', key, existing: 'ask' }));
}

export const webhook: NonNullable<DeliveryInput['webhook']> = {
  address: 'https://hooks.test/in?key=hidden',
  outcome: { kind: 'completed', file: { name: 'a.pdf', size: 7 } },
};
