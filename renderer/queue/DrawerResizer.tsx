import { Resizer } from '../ui/Resizer.js';
import { changeSettings, useSettings } from '../settings/settings-store.js';
import { t } from '../i18n/t.js';

const lowest = 120;
/** Minimum height for preview, header, footer and drawer header, in CSS pixels. */
const reserved = 360;

/** The upper edge of the job list, dragged or moved with the arrow keys. */
export function DrawerResizer() {
  const height = useSettings(({ jobsHeight }) => jobsHeight);
  const highest = Math.max(lowest, window.innerHeight - reserved);
  return (
    <Resizer
      edge="top"
      label={t('queue.listHeight')}
      size={height}
      range={{ smallest: lowest, largest: highest }}
      onResize={(jobsHeight) => useSettings.setState({ jobsHeight })}
      onResized={(jobsHeight) => void changeSettings({ jobsHeight })}
    />
  );
}
