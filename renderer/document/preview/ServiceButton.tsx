import { Button, Tooltip } from '@mantine/core';
import { Server } from 'lucide-react';
import { keysOf } from '../../commands/shortcuts.js';
import { usePreview } from './preview-store.js';
import { convertOnService } from '../remote/convert-on-service.js';
import { useFormService } from '../remote/render-place.js';
import { t } from '../../i18n/t.js';

/** Converts the document in the form with the selected service. */
export function ServiceButton({ isPrimary }: { readonly isPrimary: boolean }) {
  const service = useFormService();
  const isWorking = usePreview(({ phase }) => phase === 'working');
  if (!service) return null;
  const { name, testMode } = service;
  const keys = keysOf('convert');
  const hint = testMode
    ? t('preview.sendTestHint', { service: name, keys })
    : t('preview.sendHint', { service: name, keys });
  return (
    <Tooltip label={hint}>
      <Button
        className="service-button"
        variant={isPrimary ? 'filled' : 'default'}
        leftSection={<Server size={16} aria-hidden />}
        loading={isWorking}
        onClick={convertOnService}
      >
        <span className="cut">
          {testMode
            ? t('preview.convertWithTest', { service: name })
            : t('preview.convertWithService', { service: name })}
        </span>
      </Button>
    </Tooltip>
  );
}
