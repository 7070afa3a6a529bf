import { call, on } from '../bridge.js';
import { fieldNames } from '../store/fields.js';
import { restoreDraft, touchFields, useDraft } from '../store/draft-store.js';
import { keepDraft } from '../store/keep-draft.js';
import { hideNotice, showFailure, showLastingNotice } from '../store/notices.js';
import { followForm } from '../store/batch/convert.js';
import { startDeliveries } from '../store/delivery/start-deliveries.js';
import { useTargets } from '../store/delivery/targets-store.js';
import { startJobs } from '../store/jobs/start-jobs.js';
import { usePresets } from '../store/presets-store.js';
import { startPreview } from '../store/preview-runner.js';
import { useEndpoints } from '../store/remote/endpoints-store.js';
import { applyServiceState } from '../store/service/service-store.js';
import { useSettings } from '../store/settings-store.js';
import { applySourceList } from '../store/sources.js';
import { useUi } from '../store/ui-store.js';
import { t, textOf } from '../i18n/t.js';

/** Loads settings, the last draft and the files to open, then connects the stores. */
export async function startWindow(): Promise<void> {
  on('app:notice', ({ id, message }) => showLastingNotice(textOf(message), id));
  on('app:notice-resolved', ({ id }) => hideNotice(id));
  const started = await call('app:start', undefined);
  if (started.ok) {
    const { settings, draft, sources, presets, notices } = started.value;
    const { automaticConcurrency, automaticMemoryLimit } = started.value;
    const { targets, secrets, endpoints, service } = started.value;
    useSettings.setState(settings, true);
    useUi.setState({ automaticConcurrency, automaticMemoryLimit });
    usePresets.setState({ presets });
    useTargets.setState({ targets, secrets });
    useEndpoints.setState({ endpoints });
    applyServiceState(service);
    if (draft) {
      restoreDraft(draft);
      touchFields(fieldNames);
    }
    applySourceList(sources);
    notices.forEach(({ id, message }) => showLastingNotice(textOf(message), id));
  } else {
    showFailure(t('window.startFailed'), started.error);
  }
  on('service:changed', applyServiceState);
  on('source:opened', applySourceList);
  on('source:progress', ({ count }) => useDraft.setState({ found: count }));
  startPreview();
  followForm();
  await Promise.all([startJobs(), startDeliveries()]);
  keepDraft();
}
