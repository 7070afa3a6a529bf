import { Tabs } from '@mantine/core';
import { useDraft } from './draft-store.js';
import { FilesPanel } from './FilesPanel.js';
import { HtmlPanel } from './HtmlPanel.js';
import { UrlPanel } from './UrlPanel.js';

/** The source in the open tab: files, a URL or HTML. */
export function SourceSection() {
  const tab = useDraft(({ draft }) => draft.tab);
  return (
    <div className="composer-source" data-tab={tab}>
      <Tabs.Panel value="files">
        <FilesPanel />
      </Tabs.Panel>
      <Tabs.Panel value="url">
        <UrlPanel />
      </Tabs.Panel>
      <Tabs.Panel value="html">
        <HtmlPanel />
      </Tabs.Panel>
    </div>
  );
}
