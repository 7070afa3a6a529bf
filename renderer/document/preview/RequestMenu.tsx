import { ActionIcon, Menu } from '@mantine/core';
import { Braces, Ellipsis, FolderOpen, Terminal } from 'lucide-react';
import { keysOf } from '../../commands/shortcuts.js';
import { copyRequest, openRequest } from '../remote/request-actions.js';
import { t } from '../../i18n/t.js';

/** Copies the form as an API request, or loads one. */
export function RequestMenu() {
  return (
    <Menu position="top-end" shadow="md" withinPortal={false} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon
          className="request-menu"
          variant="subtle"
          color="gray"
          size={32}
          aria-label={t('preview.shareRequest')}
          title={t('preview.shareRequest')}
        >
          <Ellipsis size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<Terminal size={16} aria-hidden />}
          rightSection={<Keys name="copy-curl" />}
          onClick={() => void copyRequest('curl')}
        >
          {t('preview.copyAsCurl')}
        </Menu.Item>
        <Menu.Item
          leftSection={<Braces size={16} aria-hidden />}
          rightSection={<Keys name="copy-json" />}
          onClick={() => void copyRequest('json')}
        >
          {t('preview.copyAsJson')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item
          leftSection={<FolderOpen size={16} aria-hidden />}
          rightSection={<Keys name="open-json" />}
          onClick={() => void openRequest()}
        >
          {t('preview.openJson')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function Keys({ name }: { readonly name: Parameters<typeof keysOf>[0] }) {
  return <span className="quiet small">{keysOf(name)}</span>;
}
