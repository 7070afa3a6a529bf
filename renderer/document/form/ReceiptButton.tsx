import { Button, Popover } from '@mantine/core';
import { Receipt } from 'lucide-react';
import { t } from '../../i18n/t.js';
import { useShownUploads } from '../../queue/UploadStatus.js';
import { useDraft } from '../draft/draft-store.js';
import { ReceiptDetails } from '../preview/outcome.js';
import { fileNameOf, pdfKey, useFormContent } from '../preview/preview.js';
import { useSaving } from './saving.js';

/**
 * Opens the receipt of the service once the status line shows where the PDF was saved or uploaded.
 */
export function ReceiptButton() {
  const content = useFormContent();
  const typed = useDraft(({ draft }) => draft.filename);
  const saved = useSaving((state) => state.saved);
  const hasUploads = useShownUploads().rows.length > 0;
  if (content.kind !== 'pdf' || !content.shown.receipt) return null;
  const { shown } = content;
  if (!hasUploads && !saved.has(pdfKey(shown.source, fileNameOf(shown, typed)))) return null;
  return (
    <Popover position="top-end" width={400} shadow="md" trapFocus>
      <Popover.Target>
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          leftSection={<Receipt size={14} aria-hidden />}
        >
          {t('queue.receipt')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <ReceiptDetails receipt={content.shown.receipt} />
      </Popover.Dropdown>
    </Popover>
  );
}
