import { create } from 'zustand';
import type { AppErrorData } from '@shared/errors.js';
import type { ServiceState } from '@shared/service.js';
import { call } from '../bridge.js';
import { showNotice } from '../ui/notices.js';
import { useSettings } from './settings-store.js';
import { t } from '../i18n/t.js';

interface LocalServiceState {
  readonly state: ServiceState;
  /** Why the last action failed; null if it succeeded. */
  readonly failure: AppErrorData | null;
}

/** The local server as reported by the main process. */
export const useLocalService = create<LocalServiceState>(() => ({
  state: { status: 'off' },
  failure: null,
}));

/** Applies a state from the main process. */
export function applyServiceState(state: ServiceState): void {
  useLocalService.setState({ state });
}

/** Starts or stops the server. */
export async function switchService(on: boolean): Promise<void> {
  useLocalService.setState({ failure: null });
  const result = await call('service:switch', { on });
  if (!result.ok) {
    useLocalService.setState({ failure: result.error });
    return;
  }
  useLocalService.setState({ state: result.value });
  useSettings.setState({ serviceOn: on });
}

/** Has the main process copy the server's key. */
export async function copyServiceKey(): Promise<void> {
  const result = await call('service:copy-key', undefined);
  if (result.ok) showNotice(t('localServer.keyCopied'));
  else useLocalService.setState({ failure: result.error });
}
