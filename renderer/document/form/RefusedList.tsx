import { Button, CloseButton } from '@mantine/core';
import { TriangleAlert } from 'lucide-react';
import { dismissRefused, useDraft } from './draft-store.js';
import { t, textOf } from '../../i18n/t.js';

/** Files that couldn't be added, with their reasons. */
export function RefusedList() {
  const refused = useDraft((state) => state.refused);
  if (refused.length === 0) return null;
  return (
    <section className="refused" aria-label={t('form.filesNotAdded')}>
      <div className="refused-head">
        <TriangleAlert size={16} aria-hidden />
        <span role="status">{t('form.filesRefused', { count: refused.length })}</span>
        {refused.length > 1 && (
          <Button variant="subtle" size="compact-xs" onClick={() => dismissRefused()}>
            {t('form.dismissAll')}
          </Button>
        )}
      </div>
      <ul>
        {refused.map(({ path, message }) => (
          <li key={path}>
            <span>{textOf(message)}</span>
            <CloseButton
              size="sm"
              aria-label={t('form.dismiss', { path })}
              onClick={() => dismissRefused(path)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
