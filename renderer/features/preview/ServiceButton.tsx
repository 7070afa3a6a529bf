import { Button, Tooltip } from '@mantine/core';
import { Server } from 'lucide-react';
import { keysOf } from '../../shortcuts.js';
import { usePreview } from '../../store/preview-store.js';
import { convertOnService } from '../../store/remote/convert-on-service.js';
import { useFormService } from '../../store/remote/render-place.js';

/** Converts the document in the form with the selected service. */
export function ServiceButton({ isPrimary }: { readonly isPrimary: boolean }) {
  const service = useFormService();
  const isWorking = usePreview(({ phase }) => phase === 'working');
  if (!service) return null;
  const { name, testMode } = service;
  const hint = testMode
    ? `Send to ${name} in test mode, free and watermarked (${keysOf('convert')})`
    : `Send to ${name}, which may charge for it (${keysOf('convert')})`;
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
          {testMode ? `Convert with ${name} (test)` : `Convert with ${name}`}
        </span>
      </Button>
    </Tooltip>
  );
}
