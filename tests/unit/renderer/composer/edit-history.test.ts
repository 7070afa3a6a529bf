import { EditorState, type Transaction, type TransactionSpec } from '@codemirror/state';
import { describe, expect, it } from 'vitest';
import { editHistory, redo, undo } from '../../../../renderer/features/composer/edit-history.js';

/** An editor without a screen. */
function editor(text: string) {
  let state = EditorState.create({ doc: text, extensions: [editHistory()] });
  const dispatch = (transaction: Transaction) => {
    state = transaction.state;
  };
  return {
    text: () => state.doc.toString(),
    cursor: () => state.selection.main.head,
    change: (spec: TransactionSpec) => dispatch(state.update(spec)),
    type: (text: string) =>
      dispatch(
        state.update({
          changes: { from: state.doc.length, insert: text },
          selection: { anchor: state.doc.length + text.length },
          userEvent: 'input.type',
        }),
      ),
    undo: () => undo({ state, dispatch }),
    redo: () => redo({ state, dispatch }),
  };
}

describe('the editor’s history', () => {
  it('has nothing to undo or redo at first', () => {
    const view = editor('a');
    expect(view.undo()).toBe(false);
    expect(view.redo()).toBe(false);
    expect(view.text()).toBe('a');
  });

  it('undoes fast typing in one step, and puts the cursor where it was', () => {
    const view = editor('');
    view.type('a');
    view.type('b');
    view.type('c');
    expect(view.undo()).toBe(true);
    expect(view.text()).toBe('');
    expect(view.cursor()).toBe(0);
    expect(view.redo()).toBe(true);
    expect(view.text()).toBe('abc');
  });

  it('keeps a replaced text apart from the typing before it', () => {
    const view = editor('');
    view.type('mine');
    view.change({ changes: { from: 0, to: 4, insert: 'pasted' } });
    view.type('!');
    view.undo();
    expect(view.text()).toBe('pasted');
    view.undo();
    expect(view.text()).toBe('mine');
    view.undo();
    expect(view.text()).toBe('');
    view.redo();
    view.redo();
    view.redo();
    expect(view.text()).toBe('pasted!');
  });

  it('forgets what was undone once something else is typed', () => {
    const view = editor('');
    view.type('a');
    view.undo();
    view.type('b');
    expect(view.redo()).toBe(false);
    expect(view.text()).toBe('b');
  });
});
