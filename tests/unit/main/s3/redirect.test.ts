import { expect, it } from 'vitest';
import { hostOfRedirect } from '../../../../electron/main/s3/bucket-connection.js';

const amazon = 'https://papers.s3.eu-west-3.amazonaws.com/';
const amazonPath = 'https://s3.eu-west-3.amazonaws.com/papers';
const own = 'https://storage.example.org:9000/papers';
const named = 'https://papers.storage.example.org/';

function redirect(location: string, status = 307): Error {
  const response = { statusCode: status, headers: { Location: location } };
  return Object.assign(new Error('redirect'), { $response: response });
}

it.each([
  [amazon, 'https://papers.s3-eu-west-3.amazonaws.com/a.pdf'],
  [amazon, 'https://papers.s3.dualstack.us-west-2.amazonaws.com/a.pdf'],
  [amazonPath, 'https://s3.us-west-2.amazonaws.com/papers/a.pdf'],
  [own, 'https://zone2.storage.example.org:9000/papers/a.pdf'],
  [named, 'https://papers.zone2.storage.example.org/a.pdf'],
])('follows a redirect from %s to %s', (address, location) => {
  expect(hostOfRedirect(redirect(location), address, 'papers')).toBe(new URL(location).hostname);
});

it.each([
  [amazon, 'https://others.s3.eu-west-3.amazonaws.com/a.pdf'],
  [amazon, 'https://papers.ec2.eu-west-3.amazonaws.com/a.pdf'],
  [amazon, 'https://papers.s3.amazonaws.com.example.org/a.pdf'],
  [amazon, 'https://papers.s3.cn-north-1.amazonaws.com.cn/a.pdf'],
  [amazon, 'http://papers.s3-eu-west-3.amazonaws.com/a.pdf'],
  [amazonPath, 'https://papers.example.org/a.pdf'],
  [own, 'https://storage.example.org:9001/papers/a.pdf'],
  [own, 'https://example.org:9000/papers/a.pdf'],
  [own, 'https://evilstorage.example.org:9000/papers/a.pdf'],
  [own, own],
  [own, '/papers/a.pdf'],
  [own, ''],
])('follows no redirect from %s to %s', (address, location) => {
  expect(hostOfRedirect(redirect(location), address, 'papers')).toBeNull();
});

it('follows no redirect with another status', () => {
  const location = 'https://zone2.storage.example.org:9000/papers/a.pdf';
  for (const status of [301, 302, 308]) {
    expect(hostOfRedirect(redirect(location, status), own, 'papers')).toBeNull();
  }
});
