import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { countPages } from '../../../../../electron/main/engine/pdf/count-pages.js';

const tree = (count: number) => `<</Type /Pages /Kids [3 0 R <0a> 4 0 R] /Count ${count}>>`;
const objectStream = (content: string) =>
  Buffer.concat([
    Buffer.from('7 0 obj <</Type /ObjStm /Filter /FlateDecode /N 1 /First 4>>\nstream\r\n'),
    deflateSync(content),
    Buffer.from('\nendstream endobj\n'),
  ]);

describe('countPages', () => {
  it.each([
    ['a plain tree', Buffer.from(`2 0 obj ${tree(12)} endobj`), 12],
    ['a tree of other order', Buffer.from('2 0 obj <</Count 3/Kids[]/Type/Pages>> endobj'), 3],
    [
      'a tree with branches',
      Buffer.from(
        `<</Type/Pages /Parent 2 0 R /Count 4>> ${tree(9)} <</Type/Pages/Parent 2 0 R/Count 5>>`,
      ),
      9,
    ],
    ['a tree in an object stream', objectStream(`1 0 ${tree(7)}`), 7],
    ['a file that was added to', Buffer.concat([Buffer.from(tree(1)), objectStream(tree(2))]), 2],
    ['a stream that is no object stream', Buffer.from(`<<>> stream ${tree(5)} endstream`), null],
    [
      'a broken object stream',
      Buffer.from('<</Type/ObjStm/Filter/FlateDecode>>stream\nxx endstream'),
      null,
    ],
    ['text', Buffer.from('hello'), null],
  ])('of %s', async (_what, bytes, pages) => {
    expect(await countPages(bytes)).toBe(pages);
  });

  it('gives up on streams that inflate to more than any file holds, without blocking others', async () => {
    const stream = objectStream(`1 0 <</A (${'b'.repeat(86)})>> `.repeat(60_000));
    const bytes = Buffer.concat([
      ...Array.from({ length: 60 }, () => stream),
      Buffer.from(tree(3)),
    ]);
    let ticks = 0;
    const timer = setInterval(() => (ticks += 1), 10);
    expect(await countPages(bytes)).toBeNull();
    clearInterval(timer);
    expect(ticks).toBeGreaterThan(3);
  });

  it('leaves out an object stream that is a bomb', async () => {
    const bomb = objectStream(tree(5) + ' '.repeat(64 * 1024 ** 2));
    expect(await countPages(Buffer.concat([Buffer.from(tree(3)), bomb]))).toBe(3);
  });

  it('gives up where many are', async () => {
    const bomb = objectStream(' '.repeat(9 * 1024 ** 2));
    const bytes = Buffer.concat([Buffer.from(tree(3)), ...Array.from({ length: 20 }, () => bomb)]);
    expect(await countPages(bytes)).toBeNull();
  });

  // A quadratic search takes longer than a test may.
  it.each(['<<', '<< ', '<<a<b>', '<<<', '<a>', '/Type ', '<</Type /Pages ', '<<>>', 'stream '])(
    'is done with a megabyte of %j in no time',
    async (part) => {
      const bytes = Buffer.from(part.repeat(2 ** 20 / part.length));
      expect(await countPages(bytes)).toBeNull();
    },
  );
});
