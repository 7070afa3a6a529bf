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
  ] as const)('with %s, where a file is there: %s at %s', async (existing, kind, name, texts) => {
    writeFileSync(target(), 'theirs');
    const delivery = await deliverPdf(plan(existing), 'ours');
    expect(delivery).toEqual({ kind, path: join(folder, name) });
    expect(names()).toHaveLength(texts.length);
    expect([...names()].reverse().map(contents)).toEqual(texts);
  });

  it.each(['number', 'skip', 'overwrite'] as const)(
    'with %s, where no file is there, makes the folders and the file',
    async (existing) => {
      const path = join(folder, 'a', 'b', 'x.pdf');
      const delivery = await deliverPdf({ path, existing, another: () => path }, 'ours');
      expect(delivery).toEqual({ kind: 'written', path });
      expect(readdirSync(join(folder, 'a', 'b'))).toEqual(['x.pdf']);
    },
  );

  it('numbers a name that is taken, also when two ask at the same moment', async () => {
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

  it('takes a name as long as the disk does', async () => {
    const path = join(folder, `${'x'.repeat(251)}.pdf`);
    expect(await deliverPdf({ ...plan('number'), path }, 'x')).toMatchObject({ path });
  });

  it('writes contents that come in pieces', async () => {
    async function* pieces() {
      yield Buffer.from('one ');
      yield await Promise.resolve(Buffer.from('two'));
    }
    await deliverPdf(plan('number'), pieces());
    expect(contents()).toBe('one two');
  });

  it('announces each name before it is given, with the whole file waiting', async () => {
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

  it('leaves nothing behind when what is told before placing fails', async () => {
    const failing = deliverPdf(plan('number'), 'ours', {
      beforeCommit: async () => Promise.reject(new Error('the journal is gone')),
    });
    await expect(failing).rejects.toMatchObject({ code: 'write-failed' });
    expect(names()).toEqual([]);
  });

  it('removes what a killed run left in the folder, and nothing of a run that goes on', async () => {
    let ours = '';
    await deliverPdf(plan('number'), 'ours', {
      beforeCommit: async ({ temporary }) => {
        ours = temporary;
        await Promise.resolve();
      },
    });
    const mark = /\.platen-[0-9a-f]+-/.exec(ours)?.[0] ?? '';
    const other = join(folder, 'other');
    mkdirSync(other);
    // The highest number that Linux can give to a process is below this one.
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
  it('knows before anything is made that a file is there', async () => {
    expect(await skippedDelivery(plan('skip'))).toBeNull();
    writeFileSync(target(), 'theirs');
    expect(await skippedDelivery(plan('number'))).toBeNull();
    expect(await skippedDelivery(plan('skip'))).toEqual({ kind: 'skipped', path: target() });
  });
});

describe('finishDelivery', () => {
  /** Stops a delivery as a kill does, at the moment when it has been announced. */
  async function cutOff(existing: ExistingPolicy): Promise<DeliveryIntent> {
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

  it('places a file that was announced', async () => {
    const intent = await cutOff('number');
    expect(await finishDelivery(intent)).toBe('placed');
    expect([names(), contents()]).toEqual([['x.pdf'], 'ours']);
  });

  it('recognises a file that has its name and its temporary one', async () => {
    const intent = await cutOff('number');
    linkSync(intent.temporary, target());
    expect(await finishDelivery(intent)).toBe('placed');
    expect([names(), contents()]).toEqual([['x.pdf'], 'ours']);
  });

  it('recognises a file that has its name only', async () => {
    const intent = await cutOff('overwrite');
    renameSync(intent.temporary, target());
    expect(await finishDelivery(intent)).toBe('placed');
    expect([names(), contents()]).toEqual([['x.pdf'], 'ours']);
  });

  it('replaces what is there only if that was the plan', async () => {
    const intent = await cutOff('overwrite');
    writeFileSync(target(), 'theirs');
    expect(await finishDelivery(intent)).toBe('placed');
    expect([names(), contents()]).toEqual([['x.pdf'], 'ours']);
  });

  it('is lost where somebody else has taken the name', async () => {
    const intent = await cutOff('number');
    writeFileSync(target(), 'theirs');
    expect(await finishDelivery(intent)).toBe('lost');
    expect([names(), contents()]).toEqual([['x.pdf'], 'theirs']);
  });

  it.each([
    ['a disk whose file numbers last', {}, 'lost'],
    ['a disk without file numbers', { inode: '0' }, 'placed'],
    ['a disk without links', { holding: true }, 'placed'],
  ] as const)(
    'on %s, %j: a file of the same size and time is %s',
    async (_disk, marks, outcome) => {
      const intent = await cutOff('overwrite');
      // Made before the other goes, so that it cannot get its number.
      writeFileSync(target(), 'them');
      rmSync(intent.temporary);
      expect(await finishDelivery({ ...intent, ...marks })).toBe(outcome);
    },
  );

  it('believes no time while the temporary file is there', async () => {
    const intent = await cutOff('overwrite');
    writeFileSync(target(), 'them');
    expect(await finishDelivery({ ...intent, inode: '0' })).toBe('placed');
    expect([names(), contents()]).toEqual([['x.pdf'], 'ours']);
  });

  it.each([
    ['has its name held', '', 'placed', 'ours'],
    ['was about to have its name held', null, 'placed', 'ours'],
    ['lost the name that was to be held', 'theirs', 'lost', 'theirs'],
  ])('of a disk without links, a file that %s', async (_case, there, outcome, text) => {
    const intent = await cutOff('number');
    if (there !== null) writeFileSync(target(), there);
    expect(await finishDelivery({ ...intent, holding: true })).toBe(outcome);
    expect([names(), contents()]).toEqual([['x.pdf'], text]);
  });

  it('lets go of a held name whose file is gone', async () => {
    const intent = await cutOff('number');
    rmSync(intent.temporary);
    writeFileSync(target(), '');
    expect(await finishDelivery({ ...intent, holding: true })).toBe('lost');
    expect(names()).toEqual([]);
  });

  it('is lost where nothing is left, also the folder', async () => {
    const intent = await cutOff('overwrite');
    rmSync(intent.temporary);
    writeFileSync(target(), 'the old one');
    expect(await finishDelivery(intent)).toBe('lost');
    expect(await finishDelivery({ ...intent, path: join(folder, 'gone', 'x.pdf') })).toBe('lost');
    expect(contents()).toBe('the old one');
  });
});
