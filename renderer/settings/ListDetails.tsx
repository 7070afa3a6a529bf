import { useMediaQuery } from '@mantine/hooks';
import { X } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { t } from '../i18n/t.js';
import { isDialogOpen, isInMenu } from '../ui/Dialog.js';
import { IconButton } from '../ui/parts.js';
import { Resizer } from '../ui/Resizer.js';
import { changeSettings, useSettings } from './settings-store.js';

const widths = { smallest: 280, largest: 640 };

/** In a narrower window the details cover the table instead of taking its space. */
const narrowView = '(max-width: 1099px)';
const inFirstRender = { getInitialValueInEffect: false };

interface ListDetailsProps {
  readonly label: string;
  /** True if something is selected; without it, a narrow window has no details. */
  readonly isSelected: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** The details beside a table. In a narrow window they cover a part of it until Escape. */
export function ListDetails({ label, isSelected, onClose, children }: ListDetailsProps) {
  const width = useSettings(({ queueDetailsWidth }) => queueDetailsWidth);
  const isNarrow = useMediaQuery(narrowView, undefined, inFirstRender);
  useEscape(isNarrow && isSelected, onClose);
  if (isNarrow && !isSelected) return null;
  return (
    <>
      {!isNarrow && (
        <Resizer
          edge="left"
          label={t('queue.detailsWidth')}
          size={width}
          range={widths}
          onResize={(queueDetailsWidth) => useSettings.setState({ queueDetailsWidth })}
          onResized={(queueDetailsWidth) => void changeSettings({ queueDetailsWidth })}
        />
      )}
      <aside
        className="list-details"
        aria-label={label}
        style={{ width }}
        data-over={isNarrow || undefined}
        data-keeps-focus='[role="row"][tabindex="0"]'
      >
        {isNarrow && (
          <div className="list-details-close">
            <IconButton icon={X} label={t('window.close')} onClick={onClose} />
          </div>
        )}
        <div className="list-details-content">{children}</div>
      </aside>
    </>
  );
}

/** Closes what covers the table, before Escape leaves the view. */
function useEscape(isCovered: boolean, onClose: () => void): void {
  useEffect(() => {
    if (!isCovered) return;
    const press = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      if (isDialogOpen() || isInMenu(event.target)) return;
      event.preventDefault();
      onClose();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [isCovered, onClose]);
}
