import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { countPages } from '../../../../electron/main/conversion/count-pages.js';

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
  ])('of %s', (_what, bytes, pages) => {
    expect(countPages(bytes)).toBe(pages);
  });
});
