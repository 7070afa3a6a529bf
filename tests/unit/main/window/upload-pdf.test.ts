import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { ArtifactStore } from '../../../../electron/main/window/artifact-store.js';
import { nullJobStore } from '../../../../electron/main/jobs/job-store.js';
import { JobQueue } from '../../../../electron/main/jobs/job-queue.js';
import { PdfSpool } from '../../../../electron/main/files/pdf-spool.js';
import { PrivatePreviews } from '../../../../electron/main/window/private-previews.js';
import { uploadPdf } from '../../../../electron/main/window/upload-pdf.js';
import { FakeWork } from '../jobs/support/fake-work.js';
import { testOutbox } from '../outbox/support/test-outbox.js';

const root = mkdtempSync(join(tmpdir(), 'platen-upload-pdf-'));

afterAll(() => rmSync(root, { recursive: true }));

const bytes = Buffer.from('%PDF-1.7 to be uploaded');

/** A preview that is there, and what it is uploaded with. */
async function withPreview() {
  const folder = mkdtempSync(join(root, 'case-'));
  const artifacts = new ArtifactStore(join(folder, 'artifacts'));
  await artifacts.open();
  const { id } = await artifacts.keep(
    { parts: [bytes], size: bytes.length, pages: 1, title: 'A', preflight: [] },
    { suggestedName: 'a.pdf', sourceName: 'a' },
  );
  const kept = new PdfSpool(join(folder, 'outbox'));
  const test = testOutbox({ pdfs: kept });
  const queue = new JobQueue({ work: new FakeWork(), store: nullJobStore, concurrency: 1 });
  const previews = new PrivatePreviews(artifacts, () => undefined);
  const parts = { outbox: test.outbox, artifacts, previews, queue, kept };
  const upload = async () =>
    uploadPdf(
      {
        pdf: { kind: 'artifact', id },
        wishes: [{ target: 'papers', destination: 's3://papers-bucket/a.pdf', existing: 'ask' }],
      },
      parts,
    );
  return { ...test, folder, upload, path: artifacts.pathOf(id), kept };
}

describe('a preview', () => {
  test('is in the keeping of the outbox, and released on the disk, when the call answers', async () => {
    const { upload, files, kept } = await withPreview();
    const [id = ''] = await upload();
    const delivery = files.entries.get(id);
    expect(delivery).toMatchObject({ kind: 'upload', state: { status: 'waiting' } });
    const pdf = delivery?.kind === 'upload' ? delivery.pdf.id : '';
    expect(readFileSync(kept.pathOf(pdf))).toEqual(bytes);
  });

  test('that is gone is said to be', async () => {
    const { upload, path, files } = await withPreview();
    rmSync(path);
    await expect(upload()).rejects.toMatchObject({
      code: 'source-unreadable',
      message: `File not found: ${path}. Convert again.`,
    });
    expect(files.entries.size).toBe(0);
  });

  test('that cannot be read is said not to be readable', async () => {
    const { upload, path } = await withPreview();
    rmSync(path);
    mkdirSync(path);
    await expect(upload()).rejects.toMatchObject({
      code: 'source-unreadable',
      message: expect.stringContaining(`"${path}" cannot be read: EISDIR`) as string,
    });
  });

  test('that cannot be kept ends the call with that, and is not so much as opened', async () => {
    const { upload, folder, path } = await withPreview();
    // Nothing can be made where a file stands for a folder; and a fault of the PDF would be
    // nobody's, and end Platen.
    writeFileSync(join(folder, 'outbox'), '');
    rmSync(path);
    await expect(upload()).rejects.toMatchObject({ code: 'write-failed' });
    // By now, a PDF that was opened would have been found missing.
    await expect(readFile(path)).rejects.toThrow('ENOENT');
    await new Promise(setImmediate);
  });
});
