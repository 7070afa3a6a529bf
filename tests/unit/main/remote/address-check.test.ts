import { expect, test } from 'vitest';
import { addressChoice } from '../../../../electron/main/remote/fetch.js';
import { remoteEndpointSchema } from '../../../../electron/shared/endpoints.js';

function callOf(address: string) {
  const login = { kind: 'key' } as const;
  return { endpoint: remoteEndpointSchema.parse({ id: '1', name: 'office', address, login }) };
}

const publicService = callOf('https://93.184.216.34');

test.each([['127.0.0.1'], ['10.0.0.1'], ['::1'], ['93.184.216.35', '192.168.0.5']])(
  'a public service may not refer to a host at %s',
  async (...addresses) => {
    const check = await addressChoice(publicService, new URL('http://host.test/a.pdf'));
    expect(() => check?.(addresses)).toThrow(
      expect.objectContaining({
        name: 'RefusedUrl',
        reason: { key: 'remote.privateAddress', params: { host: 'host.test' } },
      }),
    );
  },
);

test.each(['http://127.0.0.1:8080', 'http://localhost:8080', 'http://192.168.0.5'])(
  'a service in the private network %s may refer to hosts in it',
  async (address) => {
    expect(await addressChoice(callOf(address), new URL('http://10.0.0.1/a'))).toBeUndefined();
  },
);

test('every service may refer to itself and to public hosts', async () => {
  const own = new URL('https://93.184.216.34/results/a.pdf');
  expect(await addressChoice(publicService, own)).toBeUndefined();
  const check = await addressChoice(publicService, new URL('https://host.test/a.pdf'));
  expect(check).toBeTypeOf('function');
  expect(() => check?.(['93.184.216.35'])).not.toThrow();
});
