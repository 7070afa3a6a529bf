import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { leaveHalfWritten } from '../../unit/main/files/support/leftovers.js';
import { type Run, runConvert } from '../support/run-convert.js';
import { convertHere } from '../support/run-here.js';
import { type TemporaryFolder, temporaryFolder } from '../support/temporary-folder.js';

let folder: TemporaryFolder;
const mounted: string[] = [];

beforeAll(() => {
  folder = temporaryFolder();
});
afterAll(() => {
  for (const place of mounted) spawnSync('umount', [place]);
  folder.remove();
});

/** A disk of a given size in bytes; only root on Linux can mount one. */
function mountDisk(place: string, options: string): boolean {
  mkdirSync(place, { recursive: true });
  const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', place]).status === 0;
  if (isMounted) mounted.push(place);
  return isMounted;
}

function canMount(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  const setUp = temporaryFolder();
  const result = mountDisk(setUp.path, 'size=4k');
  if (result) spawnSync('umount', [mounted.pop() ?? '']);
  setUp.remove();
  return result;
}

async function convertTo(place: string, out: string, run = convertHere): Promise<Run> {
  writeFileSync(join(place, 'x.html'), '<p>x');
  const configFolder = join(place, 'config');
  return run(['x.html', '--out', out, '--quiet'], { cwd: place, configFolder });
}

/** Returns the path of the kept PDF in an error. */
function keptIn(stderr: string): string {
  return /\. The PDF is kept at (.+\.pdf)\.\n$/.exec(stderr)?.[1] ?? '';
}

describe('a PDF that cannot be written', () => {
  it('is kept if the path leads through a file', { tags: ['core'] }, async () => {
    const place = folder.with({ file: '' });
    const run = await convertTo(place, 'file/x.pdf');
    const path = join(place, 'file', 'x.pdf');
    expect(run.status).toBe(1);
    expect(run.stderr).toContain(
      `${path} could not be written: a part of the path is a file, not a folder. The PDF is kept at `,
    );
    expect(readFileSync(keptIn(run.stderr)).subarray(0, 5).toString()).toBe('%PDF-');
  });

  it('that a kill left partially written is removed by the next run', async () => {
    const place = folder.with({ file: '' });
    const first = await convertTo(place, 'file/x.pdf');
    const kept = dirname(keptIn(first.stderr));
    await leaveHalfWritten(kept);
    expect(readdirSync(kept)).toHaveLength(2);
    expect((await convertTo(place, 'x.pdf', runConvert)).status).toBe(0);
    expect(readdirSync(kept)).toEqual([basename(keptIn(first.stderr))]);
  });

  it('is kept if its name is too long', async () => {
    const place = folder.with({});
    const run = await convertTo(place, `${'x'.repeat(300)}.pdf`);
    expect(run.stderr).toContain('could not be written: the name is too long for this disk');
    expect(readFileSync(keptIn(run.stderr)).subarray(0, 5).toString()).toBe('%PDF-');
  });

  it('is reported with both errors if it cannot be kept either', async () => {
    const place = folder.with({ file: '', 'config/Platen/kept-by-convert': 'no folder' });
    const run = await convertTo(place, 'file/x.pdf', runConvert);
    expect(run.status).toBe(1);
    expect(run.stderr).toMatch(
      /is a file, not a folder\. Keeping it for a retry failed, too: .+ could not be written: /,
    );
  });
});

describe.skipIf(!canMount())('on a separate disk', () => {
  it('is kept if the disk is full, and nothing is left on that disk', async () => {
    const place = folder.with({});
    mountDisk(join(place, 'disk'), 'size=4k');
    const run = await convertTo(place, 'disk/x.pdf');
    expect(run.status).toBe(1);
    expect(run.stderr).toContain(
      'x.pdf could not be written: the disk is full. The PDF is kept at ',
    );
    expect(readFileSync(keptIn(run.stderr)).subarray(0, 5).toString()).toBe('%PDF-');
    expect(readdirSync(join(place, 'disk'))).toEqual([]);
  });

  it('is kept if the disk is read-only', async () => {
    const place = folder.with({});
    mountDisk(join(place, 'disk'), 'ro');
    const run = await convertTo(place, 'disk');
    expect(run.stderr).toContain('x.pdf could not be written: the disk is read-only. The PDF');
    expect(readFileSync(keptIn(run.stderr)).subarray(0, 5).toString()).toBe('%PDF-');
  });
});
