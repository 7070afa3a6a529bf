import { expect, test } from 'vitest';
import { guardedLookup } from '../../../../electron/main/remote/guarded-lookup.js';
import { remoteEndpointSchema } from '../../../../electron/shared/endpoints.js';

function callOf(address: string) {
  const login = { kind: 'key' } as const;
  return { endpoint: remoteEndpointSchema.parse({ id: '1', name: 'office', address, login }) };
}

const publicService = callOf('https://93.184.216.34');

test.each(['http://127.0.0.1/a', 'http://10.0.0.1/', 'http://[::1]:8080/', 'http://2130706433/'])(
  'a service of the internet may not name %s',
  async (address) => {
    await expect(guardedLookup(publicService, new URL(address))).rejects.toThrow(
      'an address of a private network, which a service outside of it may not name',
    );
  },
);

test('nor a name that leads there', async () => {
  const lookup = await guardedLookup(publicService, new URL('http://localhost/'));
  const error = await new Promise((resolve) =>
    lookup?.('localhost', { all: true }, (failure) => resolve(failure)),
  );
  expect(error).toMatchObject({ name: 'RefusedAddress' });
});

test.each(['http://127.0.0.1:8080', 'http://localhost:8080', 'http://192.168.0.5'])(
  'a service of the private network %s may name what is there',
  async (address) => {
    expect(await guardedLookup(callOf(address), new URL('http://10.0.0.1/a'))).toBeUndefined();
  },
);

test('every service may name itself and the internet', async () => {
  const own = new URL('https://93.184.216.34/results/a.pdf');
  expect(await guardedLookup(publicService, own)).toBeUndefined();
  const other = await guardedLookup(publicService, new URL('https://93.184.216.35/a.pdf'));
  expect(other).toBeTypeOf('function');
});
