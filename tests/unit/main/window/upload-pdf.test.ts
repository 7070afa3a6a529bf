import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { ArtifactStore, PrivatePreviews } from '../../../../electron/main/window/artifact-store.js';
import { nullJobStore } from '../../../../electron/main/jobs/job-store.js';
import { JobQueue } from '../../../../electron/main/jobs/job-queue.js';
import { PdfSpool } from '../../../../electron/main/files/pdf-spool.js';
import { LeavingPdfs } from '../../../../electron/main/window/leaving-pdfs.js';
import { uploadPdf } from '../../../../electron/main/window/upload-pdf.js';
import { FakeWork } from '../jobs/support/fake-work.js';
import { testOutbox } from '../outbox/support/test-outbox.js';

vi.mock('electron', () => ({ shell: {} }));

const root = mkdtempSync(join(tmpdir(), 'platen-upload-pdf-'));

afterAll(() => rmSync(root, { recursive: true }));

const bytes = Buffer.from('%PDF-1.7 to be uploaded');

/** Creates a preview and what uploads it. */
async function withPreview() {
  const folder = mkdtempSync(join(root, 'case-'));
  const artifacts = new ArtifactStore(join(folder, 'artifacts'));
  await artifacts.open();
  const { id } = await artifacts.keep(
    { parts: [bytes], size: bytes.length, pages: 1, title: 'A', preflight: [] },
    { suggestedName: 'a.pdf', sourceName: 'a', isPrivate: false },
  );
  const kept = new PdfSpool(join(folder, 'outbox'));
  const test = testOutbox({ pdfs: kept });
  const queue = new JobQueue({ work: new FakeWork(), store: nullJobStore, concurrency: 1 });
  const previews = new PrivatePreviews(artifacts, () => undefined);
  const leaving = new LeavingPdfs(artifacts, { of: async () => Promise.resolve(undefined) });
  const parts = { leaving, outbox: test.outbox, artifacts, previews, queue, spool: kept };
  const upload = async () =>
    uploadPdf(
      {
        pdf: { kind: 'artifact', id, security: {} },
        uploads: [{ target: 'papers', destination: 's3://papers-bucket/a.pdf', existing: 'ask' }],
      },
      parts,
    );
  return { ...test, folder, upload, path: artifacts.pathOf(id), kept };
}

describe('a preview', () => {
  test('is stored in the outbox and released when the call returns', async () => {
    const { upload, files, kept } = await withPreview();
    const [id = ''] = await upload();
    const delivery = files.entries.get(id);
    expect(delivery).toMatchObject({ kind: 'upload', state: { status: 'waiting' } });
    const pdf = delivery?.kind === 'upload' ? delivery.pdf.id : '';
    expect(readFileSync(kept.pathOf(pdf))).toEqual(bytes);
  });

  test('is reported if it was deleted', async () => {
    const { upload, path, files } = await withPreview();
    rmSync(path);
    await expect(upload()).rejects.toMatchObject({
      code: 'source-unreadable',
      message: `File not found: ${path}. Convert again.`,
    });
    expect(files.entries.size).toBe(0);
  });

  test('is reported if it cannot be read', async () => {
    const { upload, path } = await withPreview();
    rmSync(path);
    mkdirSync(path);
    await expect(upload()).rejects.toMatchObject({
      code: 'source-unreadable',
      message: expect.stringContaining(`"${path}" is a folder, not a file.`) as string,
    });
  });

  test('is not opened if the outbox cannot store it', async () => {
    const { upload, folder, path } = await withPreview();
    // A file replaces the folder. An unhandled error of the PDF would end Platen.
    writeFileSync(join(folder, 'outbox'), '');
    rmSync(path);
    await expect(upload()).rejects.toMatchObject({ code: 'write-failed' });
    // By now, an opened PDF would have been reported as missing.
    await expect(readFile(path)).rejects.toThrow('ENOENT');
    await new Promise(setImmediate);
  });
});
