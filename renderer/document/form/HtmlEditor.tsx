import {
  defaultKeymap,
  history,
  historyField,
  historyKeymap,
  isolateHistory,
} from '@codemirror/commands';
import { html } from '@codemirror/lang-html';
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { EditorState, type EditorStateConfig } from '@codemirror/state';
import {
  EditorView,
  type ViewUpdate,
  highlightSpecialChars,
  keymap,
  placeholder,
} from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { useEffect, useRef } from 'react';
import { t } from '../../i18n/t.js';
import { commitText, delayText } from '../draft/draft-store.js';
import { useWantedFocus } from './Field.js';

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
  useWantedFocus('source');

  return <div ref={host} className="html-editor-host" />;
}

interface EditorOptions {
  readonly parent: HTMLElement;
  /** Id of the editable element. */
  readonly id: string;
  readonly text: string;
  readonly onChange: (text: string) => void;
}

/** What the component of the editor uses. */
interface HtmlEditorView {
  /** Replaces the text, if different, as one undoable step. Doesn't call `onChange`. */
  setText(text: string): void;
  destroy(): void;
}

/** Longer texts are passed on when typing pauses. In UTF-16 code units. */
const longText = 100_000;

const pauseMs = 200;

/** What the last editor left: its text, undo history and selection. */
let left: { readonly text: string; readonly state: unknown } | null = null;

/** Mounts an HTML editor in an element. Its colors are CSS variables, so they follow the theme. */
function createHtmlEditor({ parent, id, text, onChange }: EditorOptions): HtmlEditorView {
  let isSetting = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** The text that is known outside of the editor. */
  let known = text;
  const view = new EditorView({ parent, state: startState(text, config(id, update)) });

  function update({ docChanged }: ViewUpdate): void {
    if (!docChanged || isSetting) return;
    if (view.state.doc.length <= longText) {
      commit();
      return;
    }
    clearTimeout(timer);
    timer = setTimeout(commitText, pauseMs);
    delayText(commit);
  }

  function commit(): void {
    known = view.state.doc.toString();
    onChange(known);
  }

  return {
    setText(next) {
      if (next === known) return;
      clearTimeout(timer);
      delayText(null);
      known = next;
      isSetting = true;
      view.dispatch({
        changes: { from: 0, to: view.state.doc.length, insert: next },
        selection: { anchor: 0 },
        annotations: isolateHistory.of('full'),
      });
      isSetting = false;
    },
    destroy() {
      clearTimeout(timer);
      commitText();
      left = { text: known, state: view.state.toJSON(savedFields) };
      view.destroy();
    },
  };
}

const savedFields = { history: historyField };

function startState(text: string, config: EditorStateConfig): EditorState {
  return left?.text === text
    ? EditorState.fromJSON(left.state, config, savedFields)
    : EditorState.create({ ...config, doc: text });
}

function config(id: string, onUpdate: (update: ViewUpdate) => void): EditorStateConfig {
  return {
    extensions: [
      history(),
      keymap.of([...editingKeys, ...undoKeys]),
      html({ autoCloseTags: false }),
      syntaxHighlighting(highlighting),
      highlightSpecialChars(),
      EditorView.lineWrapping,
      placeholder(t('form.htmlPlaceholder')),
      EditorView.contentAttributes.of({
        id,
        tabindex: '0',
        'aria-label': t('form.html'),
        'aria-describedby': `${id}-error`,
        spellcheck: 'false',
      }),
      EditorView.updateListener.of(onUpdate),
    ],
  };
}

/**
 * Ctrl/Cmd+Enter converts everywhere in the window. Tab is in no keymap, so it leaves the editor.
 */
const editingKeys = defaultKeymap.filter(({ key }) => key !== 'Mod-Enter');

/** Ctrl/Cmd+U uploads. */
const undoKeys = historyKeymap.filter(({ key }) => key !== 'Mod-u');

const highlighting = HighlightStyle.define([
  { tag: [tags.tagName, tags.angleBracket], color: 'var(--code-tag)' },
  { tag: [tags.attributeName, tags.propertyName], color: 'var(--code-attribute)' },
  { tag: [tags.attributeValue, tags.string, tags.number, tags.unit], color: 'var(--code-value)' },
  { tag: [tags.keyword, tags.atom, tags.bool], color: 'var(--code-keyword)' },
  { tag: [tags.comment, tags.documentMeta], color: 'var(--code-comment)' },
  { tag: tags.invalid, color: 'var(--error)' },
]);
