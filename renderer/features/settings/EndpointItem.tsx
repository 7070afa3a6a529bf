import type { RemoteEndpoint } from '@shared/endpoints.js';
import { useTargets } from '../../store/delivery/targets-store.js';
import { editEndpoint } from '../../store/remote/endpoint-editing.js';
import { removeEndpoint } from '../../store/remote/endpoints-store.js';
import { ListedItem } from './ListedItem.js';

/** The name of the secret of each authentication method. */
const secretNames = { key: 'key', user: 'password', none: null } as const;

interface EndpointItemProps {
  readonly endpoint: RemoteEndpoint;
  /** True while the removal is being confirmed. */
  readonly confirmOpen: boolean;
  readonly onConfirmChange: (confirmOpen: boolean) => void;
}

/** One service: name, URL and actions. */
export function EndpointItem({ endpoint, confirmOpen, onConfirmChange }: EndpointItemProps) {
  const { id, name, address, login, testMode } = endpoint;
  const hasSecret = useTargets(({ secrets }) => secrets.endpoints.includes(id));
  const secret = secretNames[login.kind];
  return (
    <ListedItem
      id={id}
      name={name}
      facts={testMode ? `${address} · test mode` : address}
      lack={
        hasSecret || secret === null ? null : secret === 'key' ? 'Key missing' : 'Password missing'
      }
      confirmOpen={confirmOpen}
      onConfirmChange={onConfirmChange}
      onEdit={() => editEndpoint(endpoint)}
      question={`Remove ${name}${secret === null ? '' : ` and its ${secret}`}? Existing PDFs stay where they are.`}
      onRemove={() => removeEndpoint(id)}
    />
  );
}
