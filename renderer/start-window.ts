import { z } from 'zod';
import type { Notice } from '@shared/bridge.js';
import { defaultSettings, settingsSchema } from '@shared/settings.js';
import { call, on } from './bridge/bridge.js';
import { startCommands } from './commands/actions.js';
import { fieldNames } from './ui/fields.js';
import { restoreDraft, touchFields, useDraft } from './document/draft/draft-store.js';
import { followSource } from './document/form/saving.js';
import { keepDraft } from './document/draft/keep-draft.js';
import { setWorking } from './ui/notice-clocks.js';
import { hideNotice, showFailure, showLastingNotice, showNotice } from './ui/notices.js';
import { startDeliveries } from './queue/deliveries-store.js';
import { useEndpoints, useTargets } from './settings/targets-store.js';
import { followFailedJobs } from './queue/failed-jobs.js';
import { startHistory } from './history/history-store.js';
import { startJobs } from './queue/jobs-store.js';
import { usePresets } from './presets/presets-store.js';
import { startVersions } from './document/compare/versions.js';
import { usePreview } from './document/draft/preview-store.js';
import { startPreview } from './document/preview/preview.js';
import { applyServiceState } from './settings/LocalServer.js';
import { useSettings } from './settings/settings-store.js';
import { followSignIn, useSignIns } from './settings/sign-ins-store.js';
import { applySourceList } from './document/form/sources.js';
import { setHomeFolder } from './ui/home-folder.js';
import { useUi } from './ui/ui-store.js';
import { setLanguage, t, textOf } from './i18n/t.js';

/**
 * Chooses theme and language before the settings are loaded, so that the first picture has them.
 * @param params those of the page's URL, which the main process sets
 */
export async function chooseLook(params: URLSearchParams): Promise<void> {
  const look = lookSchema.parse(Object.fromEntries(params));
  useSettings.setState(look);
  await setLanguage(look.language);
}

// A value of a later version, or none, is that of a first start.
const lookSchema = z.object({
  theme: settingsSchema.shape.theme.catch(defaultSettings.theme),
  language: settingsSchema.shape.language.catch(defaultSettings.language),
});

/**
 * Loads settings, the last draft and the files to open, connects the stores, and shows the content
 * of the window.
 */
export async function startWindow(): Promise<void> {
  on('app:notice', showFromMain);
  on('app:notice-resolved', ({ id }) => hideNotice(id));
  on('link:opened', ({ url }) => useUi.setState({ linkUrl: url }));
  const started = await call('app:start', undefined);
  if (started.ok) {
    const { settings, draft, sources, presets, notices } = started.value;
    const { automaticConcurrency, automaticMemoryLimit } = started.value;
    const { targets, secrets, endpoints, service, signIns } = started.value;
    setHomeFolder(started.value.home);
    useSettings.setState(settings, true);
    await setLanguage(settings.language);
    useUi.setState({ automaticConcurrency, automaticMemoryLimit });
    usePresets.setState({ presets });
    useTargets.setState({ targets, secrets });
    useEndpoints.setState({ endpoints });
    useSignIns.setState({ signIns });
    applyServiceState(service);
    useDraft.setState({ defaultFormat: started.value.defaultFormat });
    if (draft) {
      restoreDraft(draft);
      touchFields(fieldNames);
    }
    applySourceList(sources);
    notices.forEach(showFromMain);
  } else {
    showFailure(t('window.startFailed'), started.error);
  }
  on('service:changed', applyServiceState);
  on('sign-in:changed', followSignIn);
  on('source:opened', applySourceList);
  on('source:progress', ({ count }) => useDraft.setState({ found: count }));
  startCommands();
  startPreview();
  startVersions();
  followSource();
  startHistory();
  followWork();
  keepDraft(started.ok ? started.value.draft : null);
  useUi.setState({ isStarted: true });
  // The queue may be long, and the first view does not need it.
  void Promise.all([startJobs(), startDeliveries()]).then(followFailedJobs);
}

/** Keeps notices such as Undo while sources are read or the preview is printed. */
function followWork(): void {
  const follow = (): void => {
    const { waiting, phase } = usePreview.getState();
    setWorking(waiting || phase === 'working' || useDraft.getState().inspecting);
  };
  usePreview.subscribe(follow);
  useDraft.subscribe(follow);
  follow();
}

function showFromMain({ id, message, isPassing }: Notice): void {
  if (isPassing) showNotice(textOf(message));
  else showLastingNotice(textOf(message), id);
}
