import { useTargetEditing } from '../../store/delivery/target-editing.js';
import { TargetEditor } from './TargetEditor.js';
import { TargetList } from './TargetList.js';
import './items.css';

/** The buckets that PDFs can be put into: the list of them, or the one that is being written. */
export function TargetSettings() {
  const isEditing = useTargetEditing(({ form }) => form !== null);
  return isEditing ? <TargetEditor /> : <TargetList />;
}
