import { describe, expect, it } from 'vitest';
import {
  type EndpointForm,
  formOfEndpoint,
  newEndpointForm,
  readEndpointForm,
} from '../../../../renderer/settings/endpoint-form.js';
import { issuesInEnglish } from '../../../support/error-message.js';

const form = (more: Partial<EndpointForm> = {}): EndpointForm => ({
  ...newEndpointForm('1'),
  name: 'office',
  address: 'pdf.example.org/',
  ...more,
});

describe('the form of a service', () => {
  it('adds a scheme to a URL, and keeps the defaults', () => {
    expect(readEndpointForm(form())).toEqual({
      issues: [],
      endpoint: {
        id: '1',
        name: 'office',
        address: 'https://pdf.example.org',
        login: { kind: 'key' },
        testMode: false,
        storage: null,
        caFile: null,
        timeoutSeconds: 300,
      },
    });
  });

  it.each<[string, Partial<EndpointForm>]>([
    ['a user', { login: 'user', user: 'reports' }],
    ['no authentication', { login: 'none' }],
    ['a bucket', { storage: 'object_store', destination: 's3://papers/{date}/{name}.pdf' }],
    ["the service's own storage", { storage: 'service' }],
    ['test mode and timeout', { testMode: true, timeout: '60' }],
    ['a certificate file', { caFile: '/etc/ca.pem' }],
  ])('round-trips a service with %s', (_, more) => {
    const written = form({ address: 'https://pdf.example.org', ...more });
    const { endpoint } = readEndpointForm(written);
    expect(endpoint && formOfEndpoint(endpoint)).toEqual(written);
  });

  it.each<[Partial<EndpointForm>, string, RegExp]>([
    [{ name: ' ' }, 'name', /^Name is empty/],
    [{ address: '' }, 'address', /^URL is empty/],
    [{ address: 'https://a.example/v1/pdf' }, 'address', /adds itself/],
    [{ address: 'https://key:@a.example' }, 'address', /their own fields/],
    [{ login: 'user', user: '' }, 'login.user', /^User name is empty/],
    [{ storage: 'object_store', destination: 'papers' }, 'storage.bucketDestination', /papers/],
    [
      { timeout: '5' },
      'timeoutSeconds',
      /a whole number of seconds from 10 to 3600, such as 300, but is the number 5/,
    ],
    [{ timeout: 'long' }, 'timeoutSeconds', /"long"/],
  ])('reports an error in %j', (more, field, message) => {
    const { endpoint, issues } = readEndpointForm(form(more));
    expect(endpoint).toBeNull();
    expect(issuesInEnglish(issues)).toEqual([
      { field, message: expect.stringMatching(message) as string },
    ]);
  });
});
