import { menus } from '@shared/commands.js';
import { call, on } from '../bridge.js';
import { useHistory } from '../history/history-store.js';
import { useJobs } from '../queue/jobs-store.js';
import { useDeliveries } from '../queue/uploads/deliveries-store.js';
import { usePreview } from '../document/preview/preview-store.js';
import { isDialogOpen } from '../ui/Dialog.js';
import { useUi } from '../ui/ui-store.js';
import { actions } from './actions.js';
import { canRun, runCommand, setActions } from './run-command.js';

/** Delay after a change before the menu is updated, in milliseconds. */
const pauseMilliseconds = 150;

const commandsInMenus = Object.values(menus).flatMap(({ groups }) => groups.flat());

let disabled = '';
let timer: ReturnType<typeof setTimeout> | null = null;

/** Makes the commands available, and connects them to the application's menu. */
export function startCommands(): void {
  setActions(actions);
  on('command:chosen', ({ id }) => {
    if (!isDialogOpen()) runCommand(id);
  });
  for (const store of [useUi, usePreview, useJobs, useDeliveries, useHistory])
    store.subscribe(schedule);
  schedule();
}

function schedule(): void {
  timer ??= setTimeout(() => {
    timer = null;
    updateMenu();
  }, pauseMilliseconds);
}

/** Tells the menu which commands have no effect, if that changed. */
function updateMenu(): void {
  const isCovered = isDialogOpen();
  const ids = commandsInMenus.filter((id) => isCovered || !canRun(id));
  const key = ids.join();
  if (key === disabled) return;
  disabled = key;
  // A menu that could not be updated shows too much; the commands themselves check again.
  void call('commands:disable', ids);
}
