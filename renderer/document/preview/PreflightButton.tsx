import { Button, Popover } from '@mantine/core';
import { TriangleAlert } from 'lucide-react';
import type { Preflight } from '@shared/preflight.js';
import { usePreview } from './preview-store.js';
import { usePreviewContent } from './preview-content.js';
import { PreflightList } from './PreflightList.js';
import { t } from '../../i18n/t.js';

/** The number of warnings; opens the list. */
export function PreflightButton() {
  const preflight = usePreview(({ shown }) => shown?.artifact.preflight ?? noFindings);
  const { kind } = usePreviewContent();
  if (preflight.length === 0 || kind !== 'pdf') return null;
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
          {t('preview.warningCount', { count: preflight.length })}
        </Button>
      </Popover.Target>
      <Popover.Dropdown className="warnings" aria-label={t('preview.warnings')}>
        <div className="warnings-list" tabIndex={0}>
          <PreflightList preflight={preflight} />
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}

const noFindings: Preflight = [];
