import { endpointEditing } from './endpoint-editing.js';
import { EndpointEditor } from './EndpointEditor.js';
import { EndpointList } from './EndpointList.js';
import { ItemFocus } from './ItemFocus.js';
import './items.css';

/** The remote services: the list, or the form of the edited one. */
export function EndpointSettings() {
  const edited = endpointEditing.use(({ form }) => form?.id ?? null);
  return (
    <ItemFocus edited={edited}>{edited === null ? <EndpointList /> : <EndpointEditor />}</ItemFocus>
  );
}
