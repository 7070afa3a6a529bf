import { describe, expect, it } from 'vitest';
import {
  localAddress,
  localRoot,
  toldAddress,
} from '../../../../electron/main/conversion/page-address.js';

describe('an address that is told to a person', () => {
  it.each([true, false])('is the path of a file, also with a space (plain: %s)', (isPlain) => {
    const root = localRoot('a1', isPlain);
    expect(toldAddress(localAddress('/in/my page.css', root), root)).toBe('/in/my page.css');
  });

  it('is itself on the network', () => {
    const address = 'https://fonts.example.org/a%20b.woff2';
    expect(toldAddress(address, localRoot('a1', false))).toBe(address);
  });
});
