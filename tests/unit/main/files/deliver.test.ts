import {
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ClaimedNames } from '../../../../electron/main/files/claimed-names.js';
import {
  type DeliveryIntent,
  type DeliveryPlan,
  deliverPdf,
  skippedDelivery,
  finishDelivery,
} from '../../../../electron/main/files/deliver.js';
import type { ExistingPolicy } from '../../../../electron/shared/output.js';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'platen-deliver-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const target = () => join(folder, 'x.pdf');
const contents = (name = 'x.pdf') => readFileSync(join(folder, name), 'utf8');
const names = () => readdirSync(folder).sort();

function plan(existing: ExistingPolicy): DeliveryPlan {
  const claimed = new ClaimedNames();
  return { path: claimed.claim('job', target()), existing, another: () => claimed.next('job') };
}

describe('deliverPdf', () => {
  it.each([
    ['number', 'written', 'x-2.pdf', ['theirs', 'ours']],
    ['skip', 'skipped', 'x.pdf', ['theirs']],
    ['overwrite', 'written', 'x.pdf', ['ours']],
  ] as const)('with %s and an existing file: %s at %s', async (existing, kind, name, texts) => {
    writeFileSync(target(), 'theirs');
    const delivery = await deliverPdf(plan(existing), 'ours');
    expect(delivery).toEqual({ kind, path: join(folder, name) });
    expect(names()).toHaveLength(texts.length);
    expect([...names()].reverse().map(contents)).toEqual(texts);
  });

  it.each(['number', 'skip', 'overwrite'] as const)(
    'with %s and no existing file, creates the folders and the file',
    async (existing) => {
      const path = join(folder, 'a', 'b', 'x.pdf');
      const delivery = await deliverPdf({ path, existing, another: () => path }, 'ours');
      expect(delivery).toEqual({ kind: 'written', path });
      expect(readdirSync(join(folder, 'a', 'b'))).toEqual(['x.pdf']);
    },
  );

  it('numbers an existing name, also for two concurrent deliveries', async () => {
    writeFileSync(target(), 'somebody else');
    const written = await Promise.all([
      deliverPdf(plan('number'), 'one'),
      deliverPdf(plan('number'), 'two'),
    ]);
    const paths = written.map(({ path }) => path);
    expect(paths.sort()).toEqual([join(folder, 'x-2.pdf'), join(folder, 'x-3.pdf')]);
    expect(contents()).toBe('somebody else');
    expect(names()).toEqual(['x-2.pdf', 'x-3.pdf', 'x.pdf']);
  });

  it('accepts a name of the maximum length of the disk', async () => {
    const path = join(folder, `${'x'.repeat(251)}.pdf`);
    expect(await deliverPdf({ ...plan('number'), path }, 'x')).toMatchObject({ path });
  });

  it('writes contents that arrive in chunks', async () => {
    async function* chunks() {
      yield Buffer.from('one ');
      yield await Promise.resolve(Buffer.from('two'));
    }
    await deliverPdf(plan('number'), chunks());
    expect(contents()).toBe('one two');
  });

  it('announces each name before committing it, when the temporary file is complete', async () => {
    writeFileSync(target(), 'theirs');
    const announced: DeliveryIntent[] = [];
    await deliverPdf(plan('number'), 'ours', {
      beforeCommit: async (intent) => {
        announced.push(intent);
        expect(readFileSync(intent.temporary, 'utf8')).toBe('ours');
        await Promise.resolve();
      },
    });
    expect(announced.map(({ path }) => path)).toEqual([target(), join(folder, 'x-2.pdf')]);
    expect(announced[0]).toMatchObject({ replace: false, size: 4 });
  });

  it('leaves nothing behind if the hook before the commit fails', async () => {
    const failing = deliverPdf(plan('number'), 'ours', {
      beforeCommit: async () => Promise.reject(new Error('the journal is gone')),
    });
    await expect(failing).rejects.toMatchObject({ code: 'write-failed' });
    expect(names()).toEqual([]);
  });

  it('removes files left by a killed run in the folder, but none of a run that is still active', async () => {
    let own = '';
    await deliverPdf(plan('number'), 'ours', {
      beforeCommit: async ({ temporary }) => {
        own = temporary;
        await Promise.resolve();
      },
    });
    const mark = /\.platen-[0-9a-f]+-/.exec(own)?.[0] ?? '';
    const other = join(folder, 'other');
    mkdirSync(other);
    // Linux process ids are below this number.
    const dead = `${mark}4194305-00`;
    const alive = `${mark}${process.ppid}-00`;
    for (const name of [dead, alive, '.platen-elsewhere-4194305-00']) {
      writeFileSync(join(other, name), '');
    }
    const path = join(other, 'y.pdf');
    await deliverPdf({ path, existing: 'number', another: () => path }, 'ours');
    expect(readdirSync(other).sort()).toEqual(
      [alive, '.platen-elsewhere-4194305-00', 'y.pdf'].sort(),
    );
  });
});

describe('skippedDelivery', () => {
  it('detects an existing file before anything is rendered', async () => {
    expect(await skippedDelivery(plan('skip'))).toBeNull();
    writeFileSync(target(), 'theirs');
    expect(await skippedDelivery(plan('number'))).toBeNull();
    expect(await skippedDelivery(plan('skip'))).toEqual({ kind: 'skipped', path: target() });
  });
});

describe('finishDelivery', () => {
  /** Stops a delivery, as a kill would, right after it was announced. */
  async function interrupted(existing: ExistingPolicy): Promise<DeliveryIntent> {
    let left: DeliveryIntent | undefined;
    await deliverPdf(plan(existing), 'ours', {
      beforeCommit: async (intent) => {
        left ??= intent;
        linkSync(intent.temporary, join(folder, 'aside'));
        await Promise.reject(new Error('killed'));
      },
    }).catch(() => undefined);
    if (left === undefined) throw new Error('Nothing was announced.');
    renameSync(join(folder, 'aside'), left.temporary);
    return left;
  }

  it('commits an announced file', async () => {
    const intent = await interrupted('number');
    expect(await finishDelivery(intent)).toBe('placed');
    expect([names(), contents()]).toEqual([['x.pdf'], 'ours']);
  });

  it('recognizes a file that has both its final and its temporary name', async () => {
    const intent = await interrupted('number');
    linkSync(intent.temporary, target());
    expect(await finishDelivery(intent)).toBe('placed');
    expect([names(), contents()]).toEqual([['x.pdf'], 'ours']);
  });

  it('recognizes a file that has only its final name', async () => {
    const intent = await interrupted('overwrite');
    renameSync(intent.temporary, target());
    expect(await finishDelivery(intent)).toBe('placed');
    expect([names(), contents()]).toEqual([['x.pdf'], 'ours']);
  });

  it('replaces an existing file only if that was planned', async () => {
    const intent = await interrupted('overwrite');
    writeFileSync(target(), 'theirs');
    expect(await finishDelivery(intent)).toBe('placed');
    expect([names(), contents()]).toEqual([['x.pdf'], 'ours']);
  });

  it('reports the file as lost if another program took the name', async () => {
    const intent = await interrupted('number');
    writeFileSync(target(), 'theirs');
    expect(await finishDelivery(intent)).toBe('lost');
    expect([names(), contents()]).toEqual([['x.pdf'], 'theirs']);
  });

  it.each([
    ['a disk with stable file numbers', {}, 'lost'],
    ['a disk without file numbers', { inode: '0' }, 'placed'],
    ['a disk without hard links', { holding: true }, 'placed'],
  ] as const)(
    'on %s, %j: a file of the same size and time is %s',
    async (_disk, marks, outcome) => {
      const intent = await interrupted('overwrite');
      // Created before the other file is removed, so that it cannot get its number.
      writeFileSync(target(), 'them');
      rmSync(intent.temporary);
      expect(await finishDelivery({ ...intent, ...marks })).toBe(outcome);
    },
  );

  it('does not compare times while the temporary file exists', async () => {
    const intent = await interrupted('overwrite');
    writeFileSync(target(), 'them');
    expect(await finishDelivery({ ...intent, inode: '0' })).toBe('placed');
    expect([names(), contents()]).toEqual([['x.pdf'], 'ours']);
  });

  it.each([
    ['has reserved its name', '', 'placed', 'ours'],
    ['was about to reserve its name', null, 'placed', 'ours'],
    ['lost its reserved name', 'theirs', 'lost', 'theirs'],
  ])('on a disk without hard links, a file that %s', async (_case, there, outcome, text) => {
    const intent = await interrupted('number');
    if (there !== null) writeFileSync(target(), there);
    expect(await finishDelivery({ ...intent, holding: true })).toBe(outcome);
    expect([names(), contents()]).toEqual([['x.pdf'], text]);
  });

  it('releases a reserved name whose file is gone', async () => {
    const intent = await interrupted('number');
    rmSync(intent.temporary);
    writeFileSync(target(), '');
    expect(await finishDelivery({ ...intent, holding: true })).toBe('lost');
    expect(names()).toEqual([]);
  });

  it('reports the file as lost if nothing is left, not even the folder', async () => {
    const intent = await interrupted('overwrite');
    rmSync(intent.temporary);
    writeFileSync(target(), 'the old one');
    expect(await finishDelivery(intent)).toBe('lost');
    expect(await finishDelivery({ ...intent, path: join(folder, 'gone', 'x.pdf') })).toBe('lost');
    expect(contents()).toBe('the old one');
  });
});
