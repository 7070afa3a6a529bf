import { Tabs } from '@mantine/core';
import { t } from '../../i18n/t.js';

/**
 * The tabs of the source. The panels are in {@link SourceSection}; both need the same `Tabs`
 * parent.
 */
export function SourceTabs() {
  return (
    <Tabs.List aria-label={t('form.source')}>
      <Tabs.Tab value="files">{t('form.files')}</Tabs.Tab>
      <Tabs.Tab value="url">{t('form.url')}</Tabs.Tab>
      <Tabs.Tab value="html">{t('form.html')}</Tabs.Tab>
    </Tabs.List>
  );
}
