import type { Presets } from '../settings/presets.js';
import type { BridgeHandlers } from './bridge-handlers.js';
import type { Dialogs } from './dialogs.js';

/** The calls about presets. */
export function presetHandlers(
  presets: Presets,
  dialogs: Dialogs,
): Pick<BridgeHandlers, 'presets:save' | 'presets:remove' | 'presets:export' | 'presets:import'> {
  return {
    'presets:save': async (preset) => {
      await presets.save(preset);
      return [...presets.list];
    },
    'presets:remove': async ({ name }) => {
      await presets.remove(name);
      return [...presets.list];
    },
    'presets:export': async () => {
      const path = await dialogs.chooseExport('platen-presets.json');
      if (path === null) return null;
      await presets.exportTo(path);
      return { path };
    },
    'presets:import': async () => {
      const path = await dialogs.chooseImport();
      if (path === null) return null;
      const imported = await presets.importFrom(path);
      return { presets: [...presets.list], imported };
    },
  };
}
