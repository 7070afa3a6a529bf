import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { DeliveryRow } from '@shared/deliveries.js';
import { renamedText } from '../../store/delivery/delivery-wording.js';
import { showList } from '../../store/delivery/drawer-view.js';
import { useShownUploads } from '../../store/delivery/shown-uploads.js';
import { DeliveryButtons } from './DeliveryButtons.js';
import { DeliveryProgress } from './DeliveryProgress.js';
import { DeliveryText } from './DeliveryText.js';
import { textOf } from '../../i18n/t.js';

/**
 * The status line of an upload: progress, or where it went and what can be done next. Errors and
 * conflicts are shown in a banner over the preview.
 */
export function UploadStatus() {
  const { rows, name, isOutdated } = useShownUploads();
  const isTight = useMediaQuery(tightLine, undefined, inFirstRender);
  const [row, ...others] = rows;
  if (!row) return null;
  return (
    <>
      <StatusText row={row} name={name} isOutdated={isOutdated} />
      {!isTight && <DeliveryProgress row={row} />}
      {row.status !== 'failed' && <DeliveryButtons row={row} isTight={isTight} />}
      {others.length > 0 && (
        <Button variant="subtle" size="compact-sm" onClick={() => showList('uploads')}>
          {others.length} more
        </Button>
      )}
    </>
  );
}

/** Media query for windows where the status line has little room. */
const tightLine = '(max-width: 1099px)';
const inFirstRender = { getInitialValueInEffect: false };

interface StatusTextProps {
  readonly row: DeliveryRow;
  /** The requested name. */
  readonly name: string;
  readonly isOutdated: boolean;
}

function StatusText({ row, name, isOutdated }: StatusTextProps) {
  if (row.status === 'delivered') {
    const before = isOutdated ? 'Changed since upload to ' : 'Uploaded to ';
    return (
      <span className="cut" title={row.destination}>
        {before}
        {row.to}
        {renamedText(row, name)}
      </span>
    );
  }
  return (
    <span className="cut" title={row.error && textOf(row.error.message)}>
      {row.status === 'failed' ? (
        `Couldn't upload to ${row.to}`
      ) : (
        <>
          {row.to}: <DeliveryText row={row} />
        </>
      )}
    </span>
  );
}
