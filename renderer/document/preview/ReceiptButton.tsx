import { Button, Popover } from '@mantine/core';
import { Receipt } from 'lucide-react';
import { useSaving } from '../form/saving.js';
import { useShownUploads } from '../../queue/uploads/shown-uploads.js';
import { useDraft } from '../form/draft-store.js';
import { useFormContent } from './preview-content.js';
import { fileNameOf, pdfKey } from './ready-pdf.js';
import { ReceiptDetails } from './ReceiptDetails.js';
import { t } from '../../i18n/t.js';

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
