import { Drawer } from '@mantine/core';
import { Composer } from '../features/composer/Composer.js';
import { useUi } from '../store/ui-store.js';

/** In a narrow window: the settings as a sheet over the left of the paper, which stays in sight beside it. */
export function SettingsSheet({ width }: { readonly width: number }) {
  const isOpen = useUi(({ sheetOpen }) => sheetOpen);
  return (
    <Drawer
      opened={isOpen}
      onClose={() => useUi.setState({ sheetOpen: false })}
      title="Settings"
      size={width}
      padding={0}
      classNames={{ header: 'sheet-header', body: 'sheet-body', content: 'sheet-content' }}
      overlayProps={{ backgroundOpacity: 0.12 }}
      closeButtonProps={{ 'aria-label': 'Close the settings' }}
      transitionProps={{ duration: 120 }}
    >
      <Composer />
    </Drawer>
  );
}
