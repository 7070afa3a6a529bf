import { create } from 'zustand';
import type { AppErrorData } from '@shared/errors.js';
import type { ServiceState } from '@shared/service.js';
import { call } from '../../bridge.js';
import { showNotice } from '../notices.js';
import { useSettings } from '../settings-store.js';

interface LocalServiceState {
  readonly state: ServiceState;
  /** Why the last thing that was asked of it did not work; null: it did. */
  readonly failure: AppErrorData | null;
}

/** The service on this computer, as the main process has it. */
export const useLocalService = create<LocalServiceState>(() => ({
  state: { status: 'off' },
  failure: null,
}));

/** Takes what the main process says of it. */
export function takeServiceState(state: ServiceState): void {
  useLocalService.setState({ state });
}

/** Starts or stops it. */
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

/** Has the main process put its key on the clipboard. */
export async function copyServiceKey(): Promise<void> {
  const result = await call('service:copy-key', undefined);
  if (result.ok) showNotice('Key copied');
  else useLocalService.setState({ failure: result.error });
}
