import { Tabs } from '@mantine/core';

/**
 * The tabs of the source. The panels are in {@link SourceSection}; both need the same `Tabs`
 * parent.
 */
export function SourceTabs() {
  return (
    <Tabs.List aria-label="Source">
      <Tabs.Tab value="files">Files</Tabs.Tab>
      <Tabs.Tab value="url">URL</Tabs.Tab>
      <Tabs.Tab value="html">HTML</Tabs.Tab>
    </Tabs.List>
  );
}
