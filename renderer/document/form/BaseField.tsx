import { ActionIcon, Tooltip } from '@mantine/core';
import { FolderOpen } from 'lucide-react';
import { call } from '../../bridge.js';
import { Field } from '../../ui/Field.js';
import { TextInput } from '../../ui/TextInput.js';
import { changeDraft, useDraft } from './draft-store.js';
import { reportResult } from '../../ui/notices.js';
import { t } from '../../i18n/t.js';

/** Base of relative links in the HTML of the editor: a folder or a URL. */
export function BaseField() {
  const base = useDraft(({ draft }) => draft.base);
  return (
    <Field
      name="source.base"
      label={t('form.baseUrl')}
      help="base"
      changed={base !== ''}
      onReset={() => changeDraft({ base: '' })}
    >
      {(control) => (
        <div className="row">
          <TextInput
            {...control}
            placeholder={t('form.basePlaceholder')}
            value={base}
            onChange={(text) => changeDraft({ base: text })}
          />
          <Tooltip label={t('form.chooseFolder')}>
            <ActionIcon
              size={32}
              variant="default"
              aria-label={t('form.chooseFolder')}
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
  if (!reportResult(t('form.chooseFolderFailed'), result)) {
    return;
  }
  if (result.value !== null) changeDraft({ base: result.value });
}
