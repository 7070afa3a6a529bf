import { expect, it, vi } from 'vitest';
import { faultIn } from '../../../../renderer/settings/endpoint-form.js';
import { endpoint } from '../support/services.js';
import { literal } from '../../../../electron/shared/messages/message.js';

vi.mock('../../../../renderer/bridge.js', () => ({ call: vi.fn(), on: vi.fn() }));

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
