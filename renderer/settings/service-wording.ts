import type { ServiceState } from '@shared/service.js';
import { t, textOf } from '../i18n/t.js';

/** Returns the status of the local server in a line. */
export function serviceText(state: ServiceState): string {
  switch (state.status) {
    case 'off':
      return t('localServer.off');
    case 'starting':
      return t('localServer.starting');
    case 'on':
      return state.running === 0
        ? t('localServer.idle', { pdfs: state.created })
        : t('localServer.processing', { requests: state.running, pdfs: state.created });
    case 'stopping':
      return t('localServer.stopping');
    case 'failed':
      return textOf(state.message);
  }
}
