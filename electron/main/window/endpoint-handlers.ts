import type { BridgeChannel } from '../../shared/bridge.js';
import type { JobQueue } from '../jobs/job-queue.js';
import type { Endpoints } from '../settings/lists.js';
import { knownSecret } from '../settings/credentials.js';
import { type SecretStore, endpointSecret } from '../settings/secret-store.js';
import type { BridgeHandlers } from './bridge-handlers.js';
import type { WindowNotices } from './incoming.js';

export interface EndpointHandlerParts {
  readonly endpoints: Endpoints;
  readonly secrets: SecretStore;
  readonly queue: Pick<JobQueue, 'credentialsChanged'>;
  readonly notices: Pick<WindowNotices, 'checkResolved'>;
  readonly version: string;
  /** Takes a line for the log. */
  readonly log: (line: string) => void;
}

type EndpointChannel = Extract<BridgeChannel, `endpoints:${string}`>;

/** The calls about remote services. Keys come in here, and none goes out. */
export function endpointHandlers(
  parts: EndpointHandlerParts,
): Pick<BridgeHandlers, EndpointChannel> {
  const { endpoints, secrets, queue, notices, version, log } = parts;
  const listed = () => ({ endpoints: [...endpoints.list], secrets: secrets.state });
  /** One that could not be written is known all the same, until Platen quits. */
  const setSecret = async (id: string, secret: string | null) =>
    secrets.set(endpointSecret(id), secret).finally(() => {
      queue.credentialsChanged(id);
      notices.checkResolved();
    });
  return {
    'endpoints:save': async ({ endpoint, secret }) => {
      await endpoints.save(endpoint);
      if (secret === undefined) queue.credentialsChanged(endpoint.id);
      else await setSecret(endpoint.id, secret);
      return listed();
    },
    'endpoints:remove': async ({ id }) => {
      await setSecret(id, null);
      await endpoints.remove(id);
      queue.credentialsChanged(id);
      notices.checkResolved();
      return listed();
    },
    'endpoints:test': async ({ endpoint, secret }) => {
      const read =
        secret === undefined
          ? await secrets.read(endpointSecret(endpoint.id))
          : ({ kind: 'known', secret } as const);
      const { testEndpoint } = await import('../remote/test-endpoint.js');
      return testEndpoint(endpoint, knownSecret(endpoint, read), { version, log });
    },
  };
}
