import { menus } from '@shared/commands.js';
import type { UnsavedInPage } from '@shared/bridge.js';
import { call, on } from '../bridge.js';
import { useHistory } from '../history/history-store.js';
import { useJobs } from '../queue/jobs-store.js';
import { useDeliveries } from '../queue/uploads/deliveries-store.js';
import { usePreview } from '../document/preview/preview-store.js';
import { useDraft } from '../document/form/draft-store.js';
import { endpointEditing } from '../settings/endpoint-form.js';
import { useTypedSecret } from '../settings/secrets.js';
import { targetEditing } from '../settings/target-form.js';
import { isDialogOpen } from '../ui/Dialog.js';
import { useUi } from '../ui/ui-store.js';
import { actions } from './actions.js';
import { canRun, runCommand, setActions } from './run-command.js';

/** Delay after a change before the menu is updated, in milliseconds. */
const pauseMilliseconds = 150;

const commandsInMenus = Object.values(menus).flatMap(({ groups }) => groups.flat());

let disabled = '';
let unsaved = '';
let timer: ReturnType<typeof setTimeout> | null = null;

/**
 * Makes the commands available, connects them to the menus, and reports what quitting would lose.
 */
export function startCommands(): void {
  setActions(actions);
  on('command:chosen', ({ id }) => {
    if (!isDialogOpen()) runCommand(id);
  });
  for (const store of [useUi, usePreview, useJobs, useDeliveries, useHistory])
    store.subscribe(schedule);
  schedule();
  for (const store of [targetEditing.use, endpointEditing.use, useTypedSecret, usePreview])
    store.subscribe(reportUnsaved);
  reportUnsaved();
}

function schedule(): void {
  timer ??= setTimeout(() => {
    timer = null;
    updateMenu();
  }, pauseMilliseconds);
}

/** Reports what quitting would lose, if that changed. */
function reportUnsaved(): void {
  const isEditing = [targetEditing, endpointEditing].some(({ use }) => use.getState().isChanged);
  const isRequest =
    usePreview.getState().phase === 'working' && useDraft.getState().draft.renderOn !== null;
  const found: UnsavedInPage[] = [
    ...(isEditing || useTypedSecret.getState() ? (['settings'] as const) : []),
    ...(isRequest ? (['request'] as const) : []),
  ];
  const key = found.join();
  if (key === unsaved) return;
  unsaved = key;
  // Quitting would only not ask.
  void call('app:unsaved', found);
}

/** Tells the menu which commands have no effect, if that changed. */
function updateMenu(): void {
  const isCovered = isDialogOpen();
  // Nothing reports that the last dialog has left the screen.
  if (isCovered) schedule();
  const ids = commandsInMenus.filter((id) => isCovered || !canRun(id));
  const key = ids.join();
  if (key === disabled) return;
  disabled = key;
  // A menu that could not be updated shows too much; the commands themselves check again.
  void call('commands:disable', ids);
}
