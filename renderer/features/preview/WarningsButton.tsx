import { Button, Popover } from '@mantine/core';
import { TriangleAlert } from 'lucide-react';
import { usePreview } from '../../store/preview-store.js';
import { usePreviewContent } from '../../store/preview-content.js';

/** What did not load or was refused while the PDF was made: a quiet count that opens the list. */
export function WarningsButton() {
  const warnings = usePreview(({ shown }) => shown?.artifact.warnings ?? noWarnings);
  const { kind } = usePreviewContent();
  if (warnings.length === 0 || kind !== 'pdf') return null;
  return (
    <Popover position="top-end" width={400} shadow="md" trapFocus>
      <Popover.Target>
        <Button
          className="warnings-button"
          variant="subtle"
          color="gray"
          size="compact-sm"
          leftSection={<TriangleAlert size={14} aria-hidden />}
        >
          {warnings.length === 1 ? '1 warning' : `${warnings.length} warnings`}
        </Button>
      </Popover.Target>
      <Popover.Dropdown className="warnings" aria-label="Warnings">
        <ul tabIndex={0}>
          {warnings.map((warning, index) => (
            <li key={index}>{warning}</li>
          ))}
        </ul>
      </Popover.Dropdown>
    </Popover>
  );
}

const noWarnings: readonly string[] = [];
