import { describe, expect, it } from 'vitest';
import { FindingDeduplicator } from '../../../../../electron/main/cli/convert/finding-deduplicator.js';

const font = { kind: 'fonts', message: 'The font "verdana" is not on this computer.' } as const;
const image = (name: string) => ({ kind: 'resources', message: `${name} did not load.` }) as const;

describe('ToldFindings', () => {
  it('tells a sentence of the first source only, and says at the end how many had it too', () => {
    const told = new FindingDeduplicator();
    expect(told.linesOf([font, image('a.png')])).toEqual([font.message, 'a.png did not load.']);
    expect(told.linesOf([font, image('b.png')])).toEqual(['b.png did not load.']);
    expect(told.linesOf([font])).toEqual([]);
    expect(told.rest).toBe('2 more PDFs have findings that were told of another; --json gives all');
  });

  it('says nothing at the end where all was told', () => {
    const told = new FindingDeduplicator();
    told.linesOf([font]);
    told.linesOf([]);
    expect(told.rest).toBeNull();
  });

  it('tells five of one source and how many more there are', () => {
    const many = Array.from({ length: 8 }, (_, index) => image(`${index}.png`));
    expect(new FindingDeduplicator().linesOf(many)).toEqual([
      ...many.slice(0, 5).map(({ message }) => message),
      'and 3 more like these',
    ]);
  });
});
