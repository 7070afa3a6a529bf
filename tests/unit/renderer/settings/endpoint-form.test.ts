import { describe, expect, it, vi } from 'vitest';
import {
  type EndpointForm,
  faultIn,
  formOfEndpoint,
  newEndpointForm,
  readEndpointForm,
} from '../../../../renderer/settings/endpoint-form.js';
import { issuesInEnglish } from '../../../support/error-message.js';
import { endpoint } from '../support/services.js';
import { literal } from '../../../../electron/shared/messages/message.js';

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
      /a whole number of seconds from 10 to 3600, such as 300, but is 5/,
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

vi.mock('../../../../renderer/bridge/bridge.js', () => ({ call: vi.fn(), on: vi.fn() }));

const office = endpoint('office');
const reports = endpoint('reports', { login: { kind: 'user', user: 'reports' } });

it.each([
  [office, 'address', 'URL'],
  [office, 'secret', 'key'],
  [reports, 'secret', 'password'],
  [reports, 'login.user', 'user name'],
  [office, 'caFile', 'certificates'],
  [office, 'storage.bucketDestination', null],
])('the issue %j is shown at its field: %s', (service, field, name) => {
  const issue = { field, message: literal('Wrong.') };
  const fault = faultIn(service, {
    code: 'remote-unreachable',
    message: literal('x'),
    fields: [issue],
  });
  expect(fault).toEqual(name === null ? null : { name, issue });
});
