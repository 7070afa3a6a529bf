import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openOutbox } from '../../../../electron/main/outbox/outbox.js';
import { leaveHalfWritten } from '../files/support/leftovers.js';
import { pdf, places, webhook } from './support/test-outbox.js';
import { message } from '../../../../electron/shared/messages/message.js';

let userData = '';
beforeEach(() => {
  userData = mkdtempSync(join(tmpdir(), 'platen-outbox-'));
});
afterEach(() => rmSync(userData, { recursive: true }));

const folder = () => join(userData, 'outbox');
const never = async () => new Promise<never>(() => undefined);

async function open() {
  const network = { upload: never, abortUpload: never, sendWebhook: never, accessTo: never };
  return openOutbox({ userData, ...network });
}

const namesWith = (ending: string) => readdirSync(folder()).filter((name) => name.endsWith(ending));

describe('the folder of the outbox', () => {
  test('has a file for each delivery and one for the PDF, and restores their order', async () => {
    const { outbox } = await open();
    const uploads = places(...Array.from({ length: 16 }, (_, index) => `${index}.pdf`));
    const ids = await outbox.stage({ job: 'job', pdf, uploads, webhook });
    await outbox.release(ids);
    await outbox.stop();
    expect(namesWith('.json')).toHaveLength(17);
    const [bytes = ''] = namesWith('.pdf');
    expect(readFileSync(join(folder(), bytes), 'utf8')).toBe('the PDF');
    const later = await open();
    expect(later.notices).toEqual([]);
    expect(later.outbox.rows).toEqual(outbox.rows);
    expect(later.outbox.rows.map(({ id }) => id)).toEqual(ids);
    expect(later.outbox.pathOf(bytes.replace('.pdf', ''))).toBe(join(folder(), bytes));
  });

  test('is empty after everything is removed from the list', async () => {
    const { outbox } = await open();
    const ids = await outbox.stage({ job: 'job', pdf, uploads: places('a.pdf'), webhook });
    await outbox.release(ids);
    outbox.remove(ids);
    await outbox.stop();
    expect(readdirSync(folder())).toEqual([]);
  });

  test('removes partially written files of a killed run', async () => {
    await leaveHalfWritten(folder());
    await open();
    expect(readdirSync(folder())).toEqual([]);
  });

  test('removes PDFs that no delivery needs', async () => {
    mkdirSync(folder());
    writeFileSync(join(folder(), 'left.pdf'), 'left by a kill');
    const { outbox } = await open();
    await outbox.stage({ job: 'job', pdf, uploads: places('a.pdf') });
    await open();
    expect(namesWith('.pdf')).toHaveLength(1);
    expect(existsSync(join(folder(), 'left.pdf'))).toBe(false);
  });

  test.each([
    ['truncated', (text: string) => text.slice(0, 40)],
    ['of another delivery', (text: string) => text.replace(/"id": "[^"]+"/, '"id": "other"')],
    ['that is not text', () => Buffer.from([0x7b, 0xff, 0x7d])],
  ])('renames a damaged file (%s), and then keeps every PDF', async (_case, damage) => {
    const { outbox } = await open();
    const [id = ''] = await outbox.stage({ job: 'a', pdf, uploads: places('a.pdf') });
    const [whole = ''] = await outbox.stage({ job: 'b', pdf, uploads: places('b.pdf') });
    const path = join(folder(), `${id}.json`);
    const damaged = damage(readFileSync(path, 'utf8'));
    writeFileSync(path, damaged);
    const { outbox: later, notices } = await open();
    const aside = join(
      folder(),
      readdirSync(folder()).find((name) => name.includes('damaged')) ?? '',
    );
    expect(notices).toEqual([message('outbox.damagedFile', { path, aside, folder: folder() })]);
    expect(readFileSync(aside)).toEqual(Buffer.from(damaged));
    expect([later.get(id), later.get(whole)?.id]).toEqual([undefined, whole]);
    const third = await open();
    expect(third.notices).toEqual([]);
    expect(namesWith('.pdf')).toHaveLength(2);
  });

  test('reports clearly that it cannot be written', async () => {
    writeFileSync(folder(), 'a file where the folder should be');
    rmSync(folder());
    const { outbox } = await open();
    writeFileSync(folder(), 'a file where the folder should be');
    await expect(outbox.stage({ job: 'a', pdf, uploads: places('a.pdf') })).rejects.toMatchObject({
      code: 'write-failed',
    });
  });
});
