import { ActionIcon, Tooltip } from '@mantine/core';
import { FolderOpen } from 'lucide-react';
import { call } from '../../bridge.js';
import { Field } from '../../components/Field.js';
import { TextInput } from '../../components/TextInput.js';
import { changeDraft, useDraft } from '../../store/draft-store.js';
import { reportResult } from '../../store/notices.js';

/** Base of relative links in the HTML of the editor: a folder or a URL. */
export function BaseField() {
  const base = useDraft(({ draft }) => draft.base);
  return (
    <Field
      name="source.base"
      label="Base URL"
      help="base"
      changed={base !== ''}
      onReset={() => changeDraft({ base: '' })}
    >
      {(control) => (
        <div className="row">
          <TextInput
            {...control}
            placeholder="folder or URL"
            value={base}
            onChange={(text) => changeDraft({ base: text })}
          />
          <Tooltip label="Choose folder">
            <ActionIcon
              size={32}
              variant="default"
              aria-label="Choose folder"
              onClick={() => void chooseBase()}
            >
              <FolderOpen size={16} aria-hidden />
            </ActionIcon>
          </Tooltip>
        </div>
      )}
    </Field>
  );
}

async function chooseBase(): Promise<void> {
  const result = await call('source:choose-base', undefined);
  if (!reportResult("Couldn't choose the folder", result)) {
    return;
  }
  if (result.value !== null) changeDraft({ base: result.value });
}
