import { Tabs } from '@mantine/core';

/** The three ways in. The panels are in {@link SourceSection}; both need the same `Tabs` around them. */
export function SourceTabs() {
  return (
    <Tabs.List aria-label="Source">
      <Tabs.Tab value="files">Files</Tabs.Tab>
      <Tabs.Tab value="url">URL</Tabs.Tab>
      <Tabs.Tab value="html">HTML</Tabs.Tab>
    </Tabs.List>
  );
}
