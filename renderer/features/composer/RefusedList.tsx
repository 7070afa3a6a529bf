import { Button, CloseButton } from '@mantine/core';
import { TriangleAlert } from 'lucide-react';
import { dismissRefused, useDraft } from '../../store/draft-store.js';
import { formatFiles } from '../../store/wording.js';

/** Files that couldn't be added, with their reasons. */
export function RefusedList() {
  const refused = useDraft((state) => state.refused);
  if (refused.length === 0) return null;
  return (
    <section className="refused" aria-label="Files not added">
      <div className="refused-head">
        <TriangleAlert size={16} aria-hidden />
        <span role="status">{formatFiles(refused.length)} couldn&apos;t be added</span>
        {refused.length > 1 && (
          <Button variant="subtle" size="compact-xs" onClick={() => dismissRefused()}>
            Dismiss all
          </Button>
        )}
      </div>
      <ul>
        {refused.map(({ path, message }) => (
          <li key={path}>
            <span>{message}</span>
            <CloseButton
              size="sm"
              aria-label={`Dismiss: ${path}`}
              onClick={() => dismissRefused(path)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
