import {
  type RemoteEndpoint,
  type RemoteReceipt,
  remoteEndpointSchema,
} from '../../../../electron/shared/endpoints.js';

/** Returns a service with a name. */
export function endpoint(name: string, more: Partial<RemoteEndpoint> = {}): RemoteEndpoint {
  return remoteEndpointSchema.parse({
    id: `id-of-${name}`,
    name,
    address: `https://${name}.example`,
    login: { kind: 'key' },
    ...more,
  });
}

/** Returns the receipt of a service named office. */
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
