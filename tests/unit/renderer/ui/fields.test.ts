import { literal } from '../../../../electron/shared/messages/message.js';
import { describe, expect, it } from 'vitest';
import { fieldLabel, fieldOfIssue, messagesByField } from '../../../../renderer/ui/fields.js';

describe('fieldOfIssue', () => {
  it.each([
    ['pages', 'pages'],
    ['margin.top', 'margin.top'],
    ['source.base', 'source.base'],
    ['source.url', 'source'],
    ['margin.middle', 'margin'],
    ['storage.provider', null],
    ['', null],
  ])('shows an issue of %j at %j', (path, field) => {
    expect(fieldOfIssue(path)).toBe(field);
  });
});

describe('messagesByField', () => {
  it('keeps the first message of each field and drops those without a field', () => {
    const messages = messagesByField([
      { field: 'pages', message: literal('first') },
      { field: 'pages', message: literal('second') },
      { field: 'storage', message: literal('without a field') },
    ]);
    expect([...messages]).toEqual([['pages', 'first']]);
  });
});

describe('fieldLabel', () => {
  it('names the source after the open tab', () => {
    expect(fieldLabel('source', 'url')).toBe('the URL');
    expect(fieldLabel('source', 'files')).toBe('the file');
    expect(fieldLabel('margin.top', 'url')).toBe('Top margin');
  });
});
