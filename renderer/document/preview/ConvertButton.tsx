import { Button, Tooltip } from '@mantine/core';
import { FileStack } from 'lucide-react';
import { useConverting } from '../batch/converting-store.js';
import { convertAll } from '../batch/convert.js';
import { sourcesText } from '../batch/wording.js';
import { useDraft } from '../form/draft-store.js';
import { useFormService } from '../remote/render-place.js';
import { keysOf } from '../../commands/shortcuts.js';
import { t } from '../../i18n/t.js';

/** Adds everything in the open tab to the queue. */
export function ConvertButton() {
  const documents = useDraft(({ draft }) => sourcesText(draft));
  const service = useFormService();
  const adding = useConverting((state) => state.adding);
  return (
    <Tooltip label={t('preview.addToQueueHint', { keys: keysOf('convert') })}>
      <Button
        className="convert-button"
        variant="filled"
        leftSection={<FileStack size={16} aria-hidden />}
        loading={adding}
        onClick={() => void convertAll()}
      >
        <span className="cut">
          {service
            ? t('preview.convertWith', { documents, service: service.name })
            : t('preview.convert', { documents })}
        </span>
      </Button>
    </Tooltip>
  );
}
