import type { RemoteEndpoint } from '@shared/endpoints.js';
import { useTargets } from './targets-store.js';
import { editEndpoint } from './endpoint-editing.js';
import { removeEndpoint } from './endpoints-store.js';
import { ListedItem } from './ListedItem.js';
import { t } from '../i18n/t.js';

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

  return (
    <ListedItem
      id={id}
      name={name}
      facts={testMode ? t('services.testModeFacts', { url: address }) : address}
      missing={hasSecret ? null : missingSecretText(login)}
      confirmOpen={confirmOpen}
      onConfirmChange={onConfirmChange}
      onEdit={() => editEndpoint(endpoint)}
      question={questionOf(endpoint)}
      onRemove={() => removeEndpoint(id)}
    />
  );
}

function missingSecretText({ kind }: RemoteEndpoint['login']): string | null {
  if (kind === 'none') return null;
  return kind === 'key' ? t('services.keyMissing') : t('services.passwordMissing');
}

function questionOf({ name, login }: RemoteEndpoint): string {
  switch (login.kind) {
    case 'key':
      return t('services.removeWithKeyQuestion', { name });
    case 'user':
      return t('services.removeWithPasswordQuestion', { name });
    case 'none':
      return t('services.removeQuestion', { name });
  }
}
