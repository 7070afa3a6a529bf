import { ActionIcon, Tooltip, UnstyledButton } from '@mantine/core';
import { FileText, X } from 'lucide-react';
import { memo } from 'react';
import type { SourceFile } from '@shared/bridge.js';
import { changeDraft } from '../../store/draft-store.js';
import { placeInFolder } from '../../store/file-place.js';
import { formatBytes } from '../../store/wording.js';

interface FileRowProps {
  readonly file: SourceFile;
  /** From 0, in the whole list. */
  readonly index: number;
  readonly count: number;
  /** From the top of the list, in CSS pixels. */
  readonly top: number;
  readonly isSelected: boolean;
  /** The tab key stops at this row. */
  readonly isTabStop: boolean;
  readonly onRemove: (path: string) => void;
}

const onHover = { hover: true, focus: false, touch: false };

/** One file of the list: chosen by a click, taken off by its cross. */
export const FileRow = memo(function FileRow(props: FileRowProps) {
  const { file, index, count, top, isSelected, isTabStop, onRemove } = props;
  const tabIndex = isTabStop ? 0 : -1;
  return (
    <li
      className="file-row"
      style={{ top }}
      aria-setsize={count}
      aria-posinset={index + 1}
      data-selected={isSelected || undefined}
    >
      <Tooltip label={file.path} position="right" events={onHover}>
        <UnstyledButton
          className="file-choose"
          tabIndex={tabIndex}
          aria-current={isSelected}
          onClick={() => changeDraft({ selectedPath: file.path })}
        >
          <FileText size={16} aria-hidden />
          <span className="file-name">
            <span className="cut quiet file-place">{placeInFolder(file)}</span>
            <span className="cut">{file.name}</span>
          </span>
          <span className="quiet small file-size">{formatBytes(file.size)}</span>
        </UnstyledButton>
      </Tooltip>
      <Tooltip label="Take off the list" events={onHover}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={24}
          tabIndex={tabIndex}
          aria-label={`Take ${file.name} off the list`}
          onClick={() => onRemove(file.path)}
        >
          <X size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </li>
  );
});
