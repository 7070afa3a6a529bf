import { Button, CloseButton } from '@mantine/core';
import { Paperclip, Pencil } from 'lucide-react';
import { useState } from 'react';
import { type Attachment, relationships } from '@shared/request/attachments.js';
import { call } from '../../bridge/bridge.js';
import { t } from '../../i18n/t.js';
import { reportResult } from '../../ui/notices.js';
import { IconButton } from '../../ui/parts.js';
import { SelectInput, TextInput } from '../../ui/inputs.js';
import { draftDefaults } from '../draft/draft-defaults.js';
import { changeDraft, useDraft } from '../draft/draft-store.js';
import { Field } from './Field.js';

/** The files that are attached to the PDF, each with a description. */
export function AttachmentsField() {
  const attachments = useDraft(({ draft }) => draft.attachments);
  const change = (changed: Attachment) =>
    changeDraft({
      attachments: attachments.map((each) => (each.path === changed.path ? changed : each)),
    });
  const remove = (path: string) =>
    changeDraft({ attachments: attachments.filter((each) => each.path !== path) });
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
          {attachments.length > 0 && (
            <ul className="path-list">
              {attachments.map((attachment) => (
                <AttachmentItem
                  key={attachment.path}
                  attachment={attachment}
                  onChange={change}
                  onRemove={remove}
                />
              ))}
            </ul>
          )}
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

interface AttachmentItemProps {
  readonly attachment: Attachment;
  readonly onChange: (changed: Attachment) => void;
  readonly onRemove: (path: string) => void;
}

/** A file with its description. Its name and relationship, which few need, are behind a button. */
function AttachmentItem({ attachment, onChange, onRemove }: AttachmentItemProps) {
  const { path, name = '', description = '', relationship = 'unspecified' } = attachment;
  const [isOpen, setIsOpen] = useState(name !== '' || relationship !== 'unspecified');
  return (
    <li className="attachment">
      <span>{path}</span>
      <CloseButton
        size="sm"
        aria-label={t('form.removeAttachment', { path })}
        onClick={() => onRemove(path)}
      />
      <TextInput
        aria-label={t('form.attachmentDescriptionOf', { path })}
        placeholder={t('form.attachmentDescription')}
        value={description}
        onChange={(text) => onChange({ ...attachment, description: text })}
      />
      <IconButton
        icon={Pencil}
        label={t('form.describeAttachment', { path })}
        pressed={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      />
      {isOpen && (
        <div className="attachment-more">
          <TextInput
            aria-label={t('form.attachmentNameOf', { path })}
            placeholder={t('form.attachmentName')}
            value={name}
            onChange={(text) => onChange({ ...attachment, name: text })}
          />
          <SelectInput
            aria-label={t('form.attachmentRelationshipOf', { path })}
            value={relationship}
            onChange={(value) => onChange({ ...attachment, relationship: relationshipOf(value) })}
          >
            {relationships.map((kind) => (
              <option key={kind} value={kind}>
                {t('form.relationship', { kind })}
              </option>
            ))}
          </SelectInput>
        </div>
      )}
    </li>
  );
}

function relationshipOf(value: string): Attachment['relationship'] {
  const found = relationships.find((each) => each === value);
  return found === 'unspecified' ? undefined : found;
}

async function addAttachments(): Promise<void> {
  const result = await call('form:choose-attachments', undefined);
  if (!reportResult(t('form.addAttachmentsFailed'), result)) return;
  const { attachments } = useDraft.getState().draft;
  const present = new Set(attachments.map(({ path }) => path));
  const added = result.value.filter((path) => !present.has(path)).map((path) => ({ path }));
  changeDraft({ attachments: [...attachments, ...added] });
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
