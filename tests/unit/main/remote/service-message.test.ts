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

describe('the message of a service', () => {
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
  ])('as %s in %s', (type, body, text) => {
    expect(serviceMessage(type, body, call).message).toBe(text);
  });

  it('is truncated after 300 characters', () => {
    const { message } = serviceMessage('text/plain', '😀'.repeat(1000), call);
    expect(Array.from(message)).toHaveLength(300);
    expect(message.endsWith('😀…')).toBe(true);
  });

  it('is found quickly in a page of a megabyte of open tags', () => {
    // A quadratic search takes longer than a test may.
    for (const text of ['<script'.repeat(150_000), '<!--'.repeat(250_000), '<'.repeat(1_000_000)]) {
      serviceMessage('text/html', text, call);
    }
  });

  it("uses Platen's field names, and ignores unknown fields", () => {
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

describe('the displayed text', () => {
  test.each([
    ['the password', secret],
    ['the password in a URL', encodeURIComponent(secret)],
    ['the header', Buffer.from(`ada:${secret}`).toString('base64')],
    ['the header in a URL', encodeURIComponent(Buffer.from(`ada:${secret}`).toString('base64'))],
    ['the password across two lines', secret.replace(' ', '\r\n')],
  ])('never contains %s', (_name, spelling) => {
    expect(displayText(`(${spelling})`, call)).toBe('(•••)');
  });

  it('does not contain part of a secret at its end', () => {
    const displayed = displayText('x'.repeat(295) + secret, call);
    expect(displayed).toBe(`${'x'.repeat(295)}•••`);
  });
});
