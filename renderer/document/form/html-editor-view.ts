import { defaultKeymap, history, historyKeymap, isolateHistory } from '@codemirror/commands';
import { html } from '@codemirror/lang-html';
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { EditorState } from '@codemirror/state';
import { EditorView, highlightSpecialChars, keymap, placeholder } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { t } from '../../i18n/t.js';

interface EditorOptions {
  readonly parent: HTMLElement;
  /** Id of the editable element. */
  readonly id: string;
  readonly text: string;
  readonly onChange: (text: string) => void;
}

/** What the component of the editor uses. */
export interface HtmlEditorView {
  /** Replaces the text, if different, as one undoable step. Doesn't call `onChange`. */
  setText(text: string): void;
  destroy(): void;
}

/** Mounts an HTML editor in an element. Its colors are CSS variables, so they follow the theme. */
export function createHtmlEditor({ parent, id, text, onChange }: EditorOptions): HtmlEditorView {
  let isSetting = false;
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: text,
      extensions: [
        history(),
        keymap.of([...editingKeys, ...historyKeymap]),
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
        EditorView.updateListener.of((update) => {
          if (update.docChanged && !isSetting) onChange(update.state.doc.toString());
        }),
      ],
    }),
  });

  return {
    setText(next) {
      if (view.state.doc.toString() === next) return;
      isSetting = true;
      view.dispatch({
        changes: { from: 0, to: view.state.doc.length, insert: next },
        selection: { anchor: 0 },
        annotations: isolateHistory.of('full'),
      });
      isSetting = false;
    },
    destroy: () => view.destroy(),
  };
}

/**
 * Ctrl/Cmd+Enter converts everywhere in the window. Tab is in no keymap, so it leaves the editor.
 */
const editingKeys = defaultKeymap.filter(({ key }) => key !== 'Mod-Enter');

const highlighting = HighlightStyle.define([
  { tag: [tags.tagName, tags.angleBracket], color: 'var(--code-tag)' },
  { tag: [tags.attributeName, tags.propertyName], color: 'var(--code-attribute)' },
  { tag: [tags.attributeValue, tags.string, tags.number, tags.unit], color: 'var(--code-value)' },
  { tag: [tags.keyword, tags.atom, tags.bool], color: 'var(--code-keyword)' },
  { tag: [tags.comment, tags.documentMeta], color: 'var(--code-comment)' },
  { tag: tags.invalid, color: 'var(--error)' },
]);
