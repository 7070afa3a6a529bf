import {
  type ChangeSet,
  type EditorState,
  type Extension,
  StateEffect,
  StateField,
  type StateCommand,
  Transaction,
} from '@codemirror/state';
import type { KeyBinding } from '@codemirror/view';

/** Keys pressed within this time, in milliseconds, are undone together. */
const groupMilliseconds = 500;
const mostSteps = 200;

/** A change and the place of the cursor after it, ready to be applied. */
interface Step {
  readonly changes: ChangeSet;
  readonly cursor: number;
}

interface EditHistory {
  readonly done: readonly Step[];
  readonly undone: readonly Step[];
  readonly time: number;
}

const empty: EditHistory = { done: [], undone: [], time: 0 };
const travel = StateEffect.define<'undo' | 'redo'>();

const historyField = StateField.define<EditHistory>({
  create: () => empty,
  update: record,
});

/** Undo and redo for the editor's text. */
export function editHistory(): Extension {
  return historyField;
}

/** Takes the last change back; false if there is none. */
export const undo: StateCommand = ({ state, dispatch }) => go('undo', state, dispatch);

/** Makes the change that was taken back last again; false if there is none. */
export const redo: StateCommand = ({ state, dispatch }) => go('redo', state, dispatch);

/** The keys for both on every system. */
export const historyKeys: readonly KeyBinding[] = [
  { key: 'Mod-z', run: undo, preventDefault: true },
  { key: 'Mod-y', mac: 'Mod-Shift-z', run: redo, preventDefault: true },
  { linux: 'Ctrl-Shift-z', win: 'Ctrl-Shift-z', run: redo, preventDefault: true },
];

function go(
  direction: 'undo' | 'redo',
  state: EditorState,
  dispatch: (transaction: Transaction) => void,
): boolean {
  const history = state.field(historyField);
  const step = (direction === 'undo' ? history.done : history.undone).at(-1);
  if (!step) return false;
  dispatch(
    state.update({
      changes: step.changes,
      selection: { anchor: step.cursor },
      effects: travel.of(direction),
      scrollIntoView: true,
      userEvent: direction,
    }),
  );
  return true;
}

function record(history: EditHistory, transaction: Transaction): EditHistory {
  if (!transaction.docChanged) return history;
  const inverse: Step = {
    changes: transaction.changes.invert(transaction.startState.doc),
    cursor: transaction.startState.selection.main.head,
  };
  const effect = transaction.effects.find((candidate) => candidate.is(travel));
  if (effect?.value === 'undo') {
    return { done: history.done.slice(0, -1), undone: [...history.undone, inverse], time: 0 };
  }
  if (effect?.value === 'redo') {
    return { done: [...history.done, inverse], undone: history.undone.slice(0, -1), time: 0 };
  }

  const time = transaction.annotation(Transaction.time) ?? 0;
  const last = history.done.at(-1);
  const isTyping = transaction.isUserEvent('input.type') || transaction.isUserEvent('delete');
  if (last && isTyping && time - history.time < groupMilliseconds) {
    const joined = { changes: inverse.changes.compose(last.changes), cursor: last.cursor };
    return { done: [...history.done.slice(0, -1), joined], undone: [], time };
  }
  return {
    done: [...history.done, inverse].slice(-mostSteps),
    undone: [],
    time: isTyping ? time : 0,
  };
}
