import { describe, expect, it, test } from 'vitest';
import { displayText } from '../../../../electron/main/remote/call.js';
import { serviceMessage } from '../../../../electron/main/remote/refusal.js';
import { remoteEndpointSchema } from '../../../../electron/shared/endpoints.js';
import { literal } from '../../../../electron/shared/messages/message.js';

const secret = 'p w+ö/1';
const endpoint = remoteEndpointSchema.parse({
  id: '1',
  name: 'office',
  address: 'https://pdf.example.org',
  login: { kind: 'user', user: 'ada' },
});
const call = { endpoint, secret };

describe('the words of a service', () => {
  test.each([
    ['application/json', '{"error":{"code":"x","message":"A"},"message":"B"}', 'A'],
    ['application/json', '{"error":"A","message":"B"}', 'A'],
    ['application/json', '{"message":"B","detail":"C"}', 'B'],
    ['application/problem+json', '{"title":"D","detail":"C"}', 'C'],
    ['application/problem+json', '{"title":"D"}', 'D'],
    ['application/json', '{"error":{"message":""},"detail":5}', ''],
    ['text/plain', '{"message":"B"}', 'B'],
    ['application/json', '{"message":', '{"message":'],
    ['application/json', '["a"]', '["a"]'],
    ['text/plain', ' two\n lines ', 'two lines'],
    ['', '', ''],
    [
      'text/html',
      '<style>p{}</style><p>Out&#32;of &lt;order&gt; &amp; &#x41;&bogus;</p>',
      'Out of <order> & A&bogus;',
    ],
    ['text/plain', '<!DOCTYPE html><head><title>x</title></head><p>A</p><!-- b', 'A'],
    ['text/html', '<script>unclosed', ''],
    ['text/html', '&#1114112;', '&#1114112;'],
  ])('as %s in %s', (type, body, words) => {
    expect(serviceMessage(type, body, call).message).toBe(words);
  });

  it('are cut after 300 characters', () => {
    const { message } = serviceMessage('text/plain', '😀'.repeat(1000), call);
    expect(Array.from(message)).toHaveLength(300);
    expect(message.endsWith('😀…')).toBe(true);
  });

  it('are found in a page of a megabyte of open tags at once', () => {
    const begun = performance.now();
    serviceMessage('text/html', '<script'.repeat(150_000), call);
    serviceMessage('text/html', '<!--'.repeat(250_000), call);
    serviceMessage('text/html', '<'.repeat(1_000_000), call);
    expect(performance.now() - begun).toBeLessThan(1_000);
  });

  it('name fields as Platen does, and pass over what is no field', () => {
    const error = {
      message: 'No.',
      fields: [
        { field: 'margin.top', message: 'M' },
        { field: 'bucket_destination', message: `is ${secret}` },
        1,
        {},
      ],
    };
    expect(serviceMessage('application/json', JSON.stringify({ error }), call).fields).toEqual([
      { field: 'margin.top', message: literal('M') },
      { field: 'bucketDestination', message: literal('is •••') },
    ]);
  });
});

describe('what is shown', () => {
  test.each([
    ['the password', secret],
    ['the password in an address', encodeURIComponent(secret)],
    ['the header', Buffer.from(`ada:${secret}`).toString('base64')],
    [
      'the header in an address',
      encodeURIComponent(Buffer.from(`ada:${secret}`).toString('base64')),
    ],
    ['the password over two lines', secret.replace(' ', '\r\n')],
  ])('never has %s', (_name, spelling) => {
    expect(displayText(`(${spelling})`, call)).toBe('(•••)');
  });

  it('has none of it where it would be cut', () => {
    const shown = displayText('x'.repeat(295) + secret, call);
    expect(shown).toBe(`${'x'.repeat(295)}•••`);
  });
});
