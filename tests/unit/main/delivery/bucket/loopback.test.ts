import { expect, it } from 'vitest';
import { isLoopback } from '../../../../../electron/main/delivery/bucket/loopback.js';

it.each(['127.0.0.1', '127.8.0.1', '::1', '[::1]', 'localhost', 'LOCALHOST', 'papers.localhost'])(
  '%s is this computer',
  (host) => expect(isLoopback(host)).toBe(true),
);

it.each([
  '10.0.0.1',
  '128.0.0.1',
  '0.0.0.0',
  '::2',
  'localhost.example.org',
  'notlocalhost',
  '127.0.0.1.example.org',
])('%s is not this computer', (host) => expect(isLoopback(host)).toBe(false));
