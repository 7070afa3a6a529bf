import { Button } from '@mantine/core';
import { FolderOpen } from 'lucide-react';
import { FieldError } from '../../components/FieldError.js';
import { useField } from '../../components/use-field.js';
import { useDraft } from '../../store/draft-store.js';
import { chooseFiles } from '../../store/sources.js';
import { FileList } from './FileList.js';
import { RefusedList } from './RefusedList.js';

/** The Files tab: what is in the list, what was refused, and a way to add more. */
export function FilesPanel() {
  const isEmpty = useDraft(({ draft }) => draft.files.length === 0);
  const inspecting = useDraft((state) => state.inspecting);
  const { message, control } = useField('source');

  return (
    <div className="panel">
      <FileList />
      <div className="row files-add">
        <Button
          id={control.id}
          variant="default"
          leftSection={<FolderOpen size={16} aria-hidden />}
          onClick={() => void chooseFiles()}
        >
          Choose files
        </Button>
        <span className="quiet small" aria-live="polite">
          {inspecting ? 'Looking through what was dropped' : dropHint(isEmpty)}
        </span>
      </div>
      <FieldError id={`${control.id}-error`} message={message} />
      <RefusedList />
    </div>
  );
}

function dropHint(isEmpty: boolean): string {
  return isEmpty ? 'or drop them anywhere' : 'or drop more anywhere';
}
