import { describe, expect, it } from 'vitest';
import { ClaimedNames } from '../../../../electron/main/files/claimed-names.js';

describe('ClaimedNames', () => {
  it('gives two jobs different names, ignoring case', () => {
    const names = new ClaimedNames();
    expect(names.claim('a', '/out/Letter.pdf')).toBe('/out/Letter.pdf');
    expect(names.claim('b', '/out/letter.pdf')).toBe('/out/letter-2.pdf');
    expect(names.claim('c', '/out/letter-2.pdf')).toBe('/out/letter-2-2.pdf');
    expect(names.claim('d', '/other/letter.pdf')).toBe('/other/letter.pdf');
  });

  it('treats the Unicode normalizations of an accented letter as equal', () => {
    const names = new ClaimedNames();
    names.claim('a', '/out/\u00fc.pdf');
    expect(names.claim('b', '/out/u\u0308.pdf')).toBe('/out/u\u0308-2.pdf');
  });

  it('returns the same name to a job again, and another one if it exists on the disk', () => {
    const names = new ClaimedNames();
    names.claim('a', '/x.pdf');
    names.claim('b', '/x.pdf');
    expect(names.claim('a', '/x.pdf')).toBe('/x.pdf');
    expect(names.next('a')).toBe('/x-3.pdf');
    expect(names.next('b')).toBe('/x-4.pdf');
  });

  it('reuses a name after its job is removed', () => {
    const names = new ClaimedNames();
    names.claim('a', '/x.pdf');
    names.release('a');
    names.release('never there');
    expect(names.claim('b', '/x.pdf')).toBe('/x.pdf');
  });

  it('truncates a long name to leave room for its number', () => {
    const names = new ClaimedNames();
    const long = `/out/${'ä'.repeat(125)}.pdf`;
    names.claim('a', long);
    expect(names.claim('b', long)).toBe(`/out/${'ä'.repeat(124)}-2.pdf`);
  });

  it('names ten thousand jobs of one name quickly', () => {
    const names = new ClaimedNames();
    const last = Array.from({ length: 10_000 }, (_, job) => names.claim(String(job), '/x.pdf'));
    expect(last.at(-1)).toBe('/x-10000.pdf');
    expect(new Set(last).size).toBe(10_000);
  });
});
