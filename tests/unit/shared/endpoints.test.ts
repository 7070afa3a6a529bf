import { describe, expect, test } from 'vitest';
import { remoteEndpointSchema } from '@shared/endpoints.js';

const known = {
  id: '1',
  name: 'office',
  address: 'https://pdf.example.org',
  login: { kind: 'key' },
};

function issueOf(more: Readonly<Record<string, unknown>>): string | undefined {
  return remoteEndpointSchema.safeParse({ ...known, ...more }).error?.issues[0]?.message;
}

describe('a service of the settings', () => {
  test('has defaults without surprising costs', () => {
    expect(remoteEndpointSchema.parse(known)).toEqual({
      ...known,
      testMode: false,
      storage: null,
      caFile: null,
      timeoutSeconds: 300,
    });
  });

  test.each([
    [{ address: 'https://pdf.example.org/v1/pdf/' }, 'ends in /v1/pdf, which Platen adds itself'],
    [{ address: 'https://ada:x@pdf.example.org' }, 'contains a user name or password'],
    [{ address: 'https://pdf.example.org/?key=x' }, 'has more than a host and a path'],
    [{ address: 'ftp://pdf.example.org' }, 'is not an http or https URL'],
    [{ login: { kind: 'user', user: 'a:b' } }, 'contains a colon'],
    [{ login: { kind: 'user', user: '' } }, 'User name is empty'],
    [{ name: ' ' }, 'Name is empty'],
    [
      { storage: { provider: 'object_store', bucketDestination: 's3://papers/{title}.pdf' } },
      "contains the page's title, which is not known before the service renders the page",
    ],
  ])('is invalid: %o', (more, issue) => {
    expect(issueOf(more)).toContain(issue);
  });

  test('reports the field of a storage that uses the title', () => {
    const storage = { provider: 'object_store', bucketDestination: 's3://papers/{title}.pdf' };
    const { error } = remoteEndpointSchema.safeParse({ ...known, storage });
    expect(error?.issues.map(({ path }) => path)).toEqual([['storage', 'bucketDestination']]);
    storage.bucketDestination = 's3://papers/{date}/{n}-{name}.pdf';
    expect(issueOf({ storage })).toBeUndefined();
  });

  test('may have a URL with a path', () => {
    expect(issueOf({ address: 'http://127.0.0.1:8080/api/' })).toBeUndefined();
  });
});
