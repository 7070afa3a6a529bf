import { Button } from '@mantine/core';
import { t } from '../i18n/t.js';
import { Dialog } from '../ui/Dialog.js';
import { showView, useUi } from '../ui/ui-store.js';
import { changeDraft, loadUrl } from './form/draft-store.js';

/** Asks before a page is loaded that a link outside of Platen asks for. */
export function LinkDialog() {
  const url = useUi(({ linkUrl }) => linkUrl);
  const close = () => useUi.setState({ linkUrl: null });

  function open(): void {
    close();
    showView('document');
    changeDraft({ tab: 'url' });
    loadUrl(url ?? '');
  }

  return (
    <Dialog
      title={t('link.title')}
      closeLabel={t('link.close')}
      isOpen={url !== null}
      onClose={close}
    >
      <p>{t('link.help')}</p>
      <p className="link-url">{url}</p>
      <div className="row">
        <Button onClick={open}>{t('link.open')}</Button>
        <Button variant="default" onClick={close}>
          {t('link.cancel')}
        </Button>
      </div>
    </Dialog>
  );
}
