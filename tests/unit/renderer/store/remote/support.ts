import {
  type RemoteEndpoint,
  type RemoteReceipt,
  remoteEndpointSchema,
} from '../../../../../electron/shared/endpoints.js';

/** A service with a name. */
export function endpoint(name: string, more: Partial<RemoteEndpoint> = {}): RemoteEndpoint {
  return remoteEndpointSchema.parse({
    id: `id-of-${name}`,
    name,
    address: `https://${name}.example`,
    login: { kind: 'key' },
    ...more,
  });
}

/** What a service called office answered. */
export function receipt(more: Partial<RemoteReceipt> = {}): RemoteReceipt {
  return {
    endpoint: 'id-of-office',
    name: 'office',
    url: 'https://office.example/results/a.pdf',
    file: { name: 'a.pdf', size: 1200 },
    testMode: false,
    answeredAt: 1,
    ...more,
  };
}
