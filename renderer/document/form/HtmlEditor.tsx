import { useEffect, useRef } from 'react';
import { type HtmlEditorView, createHtmlEditor } from './html-editor-view.js';

interface HtmlEditorProps {
  readonly id: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
}

/** CodeMirror for HTML. Tab leaves the editor like any other field. */
export default function HtmlEditor({ id, value, onChange }: HtmlEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<HtmlEditorView | null>(null);
  const latest = useRef({ value, onChange });

  useEffect(() => {
    latest.current = { value, onChange };
    editor.current?.setText(value);
  }, [value, onChange]);

  useEffect(() => {
    if (!host.current) return;
    const created = createHtmlEditor({
      parent: host.current,
      id,
      text: latest.current.value,
      onChange: (text) => latest.current.onChange(text),
    });
    editor.current = created;
    return () => created.destroy();
  }, [id]);

  return <div ref={host} className="html-editor-host" />;
}
