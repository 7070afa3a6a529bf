import { ActionIcon, Tooltip, UnstyledButton } from '@mantine/core';
import { FileText, X } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import type { SourceFile } from '@shared/bridge.js';
import { changeDraft, removeFile, useDraft } from '../../store/draft-store.js';
import { formatBytes } from '../../store/wording.js';

/** The files to convert; the preview shows the chosen one. The arrow keys go through them, Delete takes one off. */
export function FileList() {
  const files = useDraft(({ draft }) => draft.files);
  const selectedPath = useDraft(({ draft }) => draft.selectedPath);
  if (files.length === 0) return null;

  function goByKey(event: KeyboardEvent<HTMLUListElement>): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const index = files.findIndex(({ path }) => path === selectedPath);
    if (step !== undefined) {
      const next = files[index + step];
      event.preventDefault();
      if (next) selectIn(event.currentTarget, next, index + step);
    } else if (event.key === 'Delete' && selectedPath !== null) {
      removeFile(selectedPath);
    }
  }

  return (
    <ul className="file-list" aria-label="Files to convert" onKeyDown={goByKey}>
      {files.map((file) => (
        <FileRow key={file.path} file={file} isSelected={file.path === selectedPath} />
      ))}
    </ul>
  );
}

interface FileRowProps {
  readonly file: SourceFile;
  readonly isSelected: boolean;
}

function FileRow({ file, isSelected }: FileRowProps) {
  return (
    <li className="file-row" data-selected={isSelected || undefined}>
      <Tooltip label={file.path} position="right">
        <UnstyledButton
          className="file-choose"
          aria-current={isSelected}
          onClick={() => changeDraft({ selectedPath: file.path })}
        >
          <FileText size={16} aria-hidden />
          <span className="cut">{file.name}</span>
          <span className="quiet small file-size">{formatBytes(file.size)}</span>
        </UnstyledButton>
      </Tooltip>
      <Tooltip label="Take off the list">
        <ActionIcon
          variant="subtle"
          color="gray"
          size={24}
          aria-label={`Take ${file.name} off the list`}
          onClick={() => removeFile(file.path)}
        >
          <X size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </li>
  );
}

function selectIn(list: HTMLElement, file: SourceFile, index: number): void {
  changeDraft({ selectedPath: file.path });
  list.children[index]?.querySelector('button')?.focus();
}
