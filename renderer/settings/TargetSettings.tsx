import { useTargetEditing } from './target-editing.js';
import { ItemFocus } from './ItemFocus.js';
import { TargetEditor } from './TargetEditor.js';
import { TargetList } from './TargetList.js';
import './items.css';

/** The destinations: the list, or the form of the edited one. */
export function TargetSettings() {
  const edited = useTargetEditing(({ form }) => form?.id ?? null);
  return (
    <ItemFocus edited={edited}>{edited === null ? <TargetList /> : <TargetEditor />}</ItemFocus>
  );
}
