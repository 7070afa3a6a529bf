import { describe, expect, it } from 'vitest';
import {
  addressesIn,
  filledAddresses,
  firstAddressIssue,
  validAddresses,
  withLine,
  withoutLine,
} from '../../../../../renderer/document/draft/addresses.js';
import { englishText } from '../../../../../electron/shared/messages/translator.js';

describe('URLs, one per line', () => {
  it('are replaced one by one, and become several if several lines are entered', () => {
    expect(withLine('a\nb\nc', 1, 'x')).toBe('a\nx\nc');
    expect(withLine('a\nb', 1, 'x\r\ny')).toBe('a\nx\ny');
    expect(withLine('', 0, 'x')).toBe('x');
    expect(withoutLine('a\nb\nc', 1)).toBe('a\nc');
    expect(withoutLine('a', 0)).toBe('');
  });

  it('count only if they are not blank', () => {
    expect(filledAddresses('a\n \n\nb')).toEqual(['a', 'b']);
    expect(filledAddresses('')).toEqual([]);
  });

  it('have errors, with their line if there are several', () => {
    expect(firstAddressIssue('')).toBeNull();
    expect(firstAddressIssue('example.org')).toBeNull();
    expect(validAddresses('example.org\nftp://a\n\nexample.com')).toHaveLength(2);
    const issueIn = (url: string) => {
      const issue = firstAddressIssue(url);
      return issue && { index: issue.index, text: englishText(issue.message) };
    };
    expect(issueIn('example.org\nftp://a\nftp://b')).toEqual({
      index: 1,
      text: 'Line 2: Source "ftp://a" is an ftp URL, which is not supported. Enter an http or https URL.',
    });
    expect(issueIn('ftp://a')?.text).toMatch(/^Source/);
    expect(firstAddressIssue('example.org\n\nexample.com')).toBeNull();
  });
});

describe('a pasted text', () => {
  it.each([
    ['https://a.example/\nhttps://b.example/x', ['https://a.example/', 'https://b.example/x']],
    ['  example.org/a \r\n\r\n example.org/b\r\n', ['example.org/a', 'example.org/b']],
    ['a.example\nhtp://oops\nb.example', ['a.example', 'htp://oops', 'b.example']],
  ])('%j is a list of URLs', (text, addresses) => {
    expect(addressesIn(text)).toEqual(addresses);
  });

  it.each([
    'https://a.example/',
    'https://a.example/\nand some words',
    'a.example\nb.example\nand some words\nand more',
    '<p>a\n<p>b',
    '<pre>\na.example\nb.example',
    '',
  ])('%j is not', (text) => {
    expect(addressesIn(text)).toBeNull();
  });
});
