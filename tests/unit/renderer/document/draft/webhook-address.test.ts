import { describe, expect, it } from 'vitest';
import {
  privateWebhookIssues,
  webhookAddress,
} from '../../../../../renderer/document/draft/read-draft.js';
import { issuesInEnglish } from '../../../../support/error-message.js';

describe('the webhook of the form', () => {
  it.each([
    [' hooks.example.org/done ', 'https://hooks.example.org/done'],
    ['localhost:3000', 'http://localhost:3000'],
    ['http://hooks.example.org', 'http://hooks.example.org'],
    ['ftp://hooks.example.org', 'ftp://hooks.example.org'],
    ['a word', 'a word'],
  ])('gets a scheme if it has none: %s', (typed, address) => {
    expect(webhookAddress(typed)).toBe(address);
  });

  it.each([
    'localhost:3000',
    'http://127.0.0.1:3000/x',
    'http://0x7f.1/',
    'https://10.1.2.3',
    'https://100.101.2.3',
    'https://172.16.0.1',
    'https://192.168.1.1',
    'http://169.254.1.1',
    'http://[::1]:80/',
    'http://[fd00::1]/',
  ])('is private, which is reported if not allowed: %s', (webhook) => {
    expect(privateWebhookIssues({ webhook }, true)).toEqual([]);
    expect(issuesInEnglish(privateWebhookIssues({ webhook }, false))).toEqual([
      { field: 'webhook', message: expect.stringContaining('Turn on Private addresses') as string },
    ]);
  });

  it.each(['https://hooks.example.org', 'https://172.32.0.1', 'https://1.1.1.1', '', 'a word'])(
    'is not private: %s',
    (webhook) => expect(privateWebhookIssues({ webhook }, false)).toEqual([]),
  );
});
