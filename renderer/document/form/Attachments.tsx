import { Button, CloseButton } from '@mantine/core';
import { Paperclip } from 'lucide-react';
import { call } from '../../bridge.js';
import { t } from '../../i18n/t.js';
import { reportResult } from '../../ui/notices.js';
import { draftDefaults } from './draft-defaults.js';
import { changeDraft, useDraft } from './draft-store.js';
import { Field } from './Field.js';

/** The files that are attached to the PDF. */
export function AttachmentsField() {
  const attachments = useDraft(({ draft }) => draft.attachments);
  const remove = (path: string) =>
    changeDraft({ attachments: attachments.filter((each) => each !== path) });
  return (
    <Field
      name="attachments"
      label={t('form.attachments')}
      help={{ help: t('form.attachmentsHelp') }}
      changed={attachments.length > 0}
      onReset={() => changeDraft({ attachments: draftDefaults.attachments })}
      isGroup
      isLocalOnly
    >
      {({ id }) => (
        <>
          <PathList
            paths={attachments}
            removeLabel={(path) => t('form.removeAttachment', { path })}
            onRemove={remove}
          />
          <Button
            id={id}
            variant="default"
            size="xs"
            leftSection={<Paperclip size={14} aria-hidden />}
            onClick={() => void addAttachments()}
          >
            {t('form.addAttachments')}
          </Button>
        </>
      )}
    </Field>
  );
}

async function addAttachments(): Promise<void> {
  const result = await call('form:choose-attachments', undefined);
  if (!reportResult(t('form.addAttachmentsFailed'), result)) return;
  const { attachments } = useDraft.getState().draft;
  changeDraft({ attachments: [...new Set([...attachments, ...result.value])] });
}

interface PathListProps {
  readonly paths: readonly string[];
  readonly removeLabel: (path: string) => string;
  readonly onRemove: (path: string) => void;
}

/** Files or folders, each with a button that removes it. */
export function PathList({ paths, removeLabel, onRemove }: PathListProps) {
  if (paths.length === 0) return null;
  return (
    <ul className="path-list">
      {paths.map((path) => (
        <li key={path}>
          <span>{path}</span>
          <CloseButton size="sm" aria-label={removeLabel(path)} onClick={() => onRemove(path)} />
        </li>
      ))}
    </ul>
  );
}
