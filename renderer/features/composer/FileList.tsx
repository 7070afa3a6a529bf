import { type KeyboardEvent, useCallback, useLayoutEffect, useRef } from 'react';
import { useRowsInView } from '../../components/use-rows-in-view.js';
import { changeDraft, removeFile, useDraft } from '../../store/draft-store.js';
import { focusField } from '../../store/ui-store.js';
import { FileRow } from './FileRow.js';
import { indexByKey } from './list-keys.js';

/** In CSS pixels; the style sheet has the same. */
const rowHeight = 32;

/** The files to convert; the preview shows the chosen one. One tab stop: the arrow keys go through them, Delete takes one off. */
export function FileList() {
  const files = useDraft(({ draft }) => draft.files);
  const selectedPath = useDraft(({ draft }) => draft.selectedPath);
  const scroller = useRef<HTMLDivElement>(null);
  const wantsFocus = useRef(false);
  const { from, to } = useRowsInView(scroller, files.length, rowHeight);
  const selected = files.findIndex(({ path }) => path === selectedPath);

  useLayoutEffect(() => {
    if (scroller.current && selected >= 0) reveal(scroller.current, selected);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- a file that is taken off must not move the view
  }, [selectedPath]);

  useLayoutEffect(() => {
    if (!wantsFocus.current) return;
    wantsFocus.current = false;
    const row = scroller.current?.querySelector<HTMLElement>('[aria-current="true"]');
    row?.focus({ preventScroll: true });
  }, [selectedPath, files]);

  const remove = useCallback((path: string) => {
    wantsFocus.current = true;
    removeFile(path);
    if (useDraft.getState().draft.files.length === 0) focusField('source');
  }, []);

  function goByKey(event: KeyboardEvent): void {
    if (event.key === 'Delete' && selectedPath !== null) {
      remove(selectedPath);
      return;
    }
    const target = files[indexByKey(event.key, selected, files.length) ?? -1];
    if (!target) return;
    event.preventDefault();
    wantsFocus.current = true;
    changeDraft({ selectedPath: target.path });
  }

  const near = files.slice(from, to).map((_, offset) => from + offset);
  const shown = selected < 0 || near.includes(selected) ? near : [...near, selected];
  return (
    <div ref={scroller} className="file-list" onKeyDown={goByKey}>
      <ul aria-label="Files to convert" style={{ height: files.length * rowHeight }}>
        {shown.map((index) => {
          const file = files[index];
          return (
            file && (
              <FileRow
                key={file.path}
                file={file}
                index={index}
                count={files.length}
                top={index * rowHeight}
                isSelected={index === selected}
                isTabStop={index === Math.max(selected, 0)}
                onRemove={remove}
              />
            )
          );
        })}
      </ul>
    </div>
  );
}

function reveal(scroller: HTMLElement, index: number): void {
  const top = index * rowHeight;
  const lowest = top + rowHeight - scroller.clientHeight;
  if (scroller.scrollTop > top) scroller.scrollTop = top;
  else if (scroller.scrollTop < lowest) scroller.scrollTop = lowest;
}
