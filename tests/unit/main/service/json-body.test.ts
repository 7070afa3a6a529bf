import { describe, expect, it } from 'vitest';
import { JsonBody, bodyBounds } from '../../../../electron/main/service/http/json-body.js';

function parsed(text: string | Buffer, chunk = Infinity): unknown {
  const body = new JsonBody();
  const bytes = Buffer.from(text);
  for (let start = 0; start < bytes.length; start += chunk)
    body.add(bytes.subarray(start, start + chunk));
  return body.parse();
}

/** Makes a body too long to be parsed as a whole. */
const long = ' <p>x'.repeat(bodyBounds.bytes / 4);

describe('a body whose source is long', () => {
  it.each([
    ['characters', String.raw`é 漢 😀 \" \\ \/ \n \u00e9 \ud83d\ude00 \\u0041`],
    ['halves of pairs', String.raw`\ud800 \udc00 \ud83d\ud83d\ude00 \uDBFF`],
  ])('is the same in chunks of every size: %s', (_what, text) => {
    const json = `\ufeff {"zoom": 1, "source": "${text}${long}${text}", "css": "a\\"b", "x": {"source": "no"}}`;
    const expected = JSON.parse(json.slice(1)) as { readonly source: string };
    for (const chunk of [7, 64, 1021, 65_536, Infinity]) {
      expect(parsed(json, chunk)).toEqual({ ...expected, source: expected.source.toWellFormed() });
    }
  });

  it.each([
    ['the last field of a name', `{"source":"${long}","source":"last"}`, { source: 'last' }],
    ['the last one, which is no text', `{"source":"${long}","source":5}`, { source: 5 }],
    ['an empty one', `{"source":"${long}","source":""}`, { source: '' }],
    [
      'an empty name and a list',
      `{"":[1,"source"],"source":"${long}"}`,
      { '': [1, 'source'], source: long },
    ],
  ])('has %s', (_what, json, expected) => {
    expect(parsed(json)).toEqual(expected);
    expect(parsed(json, 1000)).toEqual(expected);
  });

  it.each([
    ['a line feed in the source', `{"source":"\n${long}"}`, 'the string of its source has'],
    ['a wrong escape', String.raw`{"source":"\x${long}"}`, 'the string of its source has'],
    ['half an escape', String.raw`{"source":"${long}\ud8"}`, 'the string of its source has'],
    ['an error after it', `{"source":"${long}",}`, 'Read without the text of its source'],
    ['no end', `{"source":"${long}`, 'Read without the text of its source'],
    ['bytes that are not UTF-8', Buffer.from(`{"source":"${long}é"}`, 'latin1'), 'not UTF-8'],
    ['the end of a character', Buffer.from([0x7b, 0x22, 0xc3]), 'not UTF-8'],
  ])('is refused with %s', (_what, json, reason) => {
    expect(() => parsed(json)).toThrow(reason);
    expect(() => parsed(json, 4096)).toThrow(reason);
  });
});

describe('a body is refused by its bound', () => {
  const values = `The body has more than ${bodyBounds.values.toLocaleString('en')} values.`;
  const depth = `The body is nested more than ${bodyBounds.depth} levels deep.`;
  const bytes = 'The body exceeds the limit of 262,144 bytes beside its source.';
  it.each([
    ['margins', `{"margin":[${'{},'.repeat(1_000_000)}{}]}`, values],
    ['nested lists', '['.repeat(3_000_000), depth],
    ['nested objects', '{"a":'.repeat(600_000), depth],
    ['unknown fields', `{${'"a":1,'.repeat(500_000)}"b":1}`, values],
    ['a long text', `{"format":"${'1'.repeat(3_000_000)}"}`, bytes],
    ['a long number', '1'.repeat(3_000_000), bytes],
    ['a long name', `{"${'a'.repeat(3_000_000)}":1}`, bytes],
    ['spaces', ' '.repeat(3_000_000), bytes],
    ['halves of pairs', `{"format":"${String.raw`\ud800`.repeat(500_000)}"}`, bytes],
    ['a source in a source', `{"source":{"source":"${long}"}}`, bytes],
    ['a source in a list', `["source","${long}"]`, bytes],
  ])('%s', (_what, json, reason) => {
    const body = new JsonBody();
    for (let start = 0; start < json.length; start += 65_536)
      body.add(Buffer.from(json.slice(start, start + 65_536)));
    expect(body.bytes).toBe(json.length);
    expect(() => body.parse()).toThrow(reason);
  });

  it('but not the largest that is within it', () => {
    const list = `[${'1,'.repeat(bodyBounds.values - 3)}1]`;
    expect(parsed(`{"source":"x","a":${list}}`)).toHaveProperty('a');
    expect(() => parsed(`{"source":"x","b":1,"a":${list}}`)).toThrow(values);
    const nested = (levels: number) => `{"a":${'['.repeat(levels)}${']'.repeat(levels)}}`;
    expect(parsed(nested(bodyBounds.depth - 1))).toHaveProperty('a');
    expect(() => parsed(nested(bodyBounds.depth))).toThrow(depth);
    const other = (length: number) => `{"source":"${long}","css":"${'c'.repeat(length)}"}`;
    const around = '{"source":"","css":""}'.length;
    expect(parsed(other(bodyBounds.bytes - around))).toHaveProperty('css');
    expect(() => parsed(other(bodyBounds.bytes - around + 1))).toThrow(bytes);
  });
});
