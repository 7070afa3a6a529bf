import { Button } from '@mantine/core';
import { Globe } from 'lucide-react';
import { PickList } from '../../ui/PickList.js';
import { addressLines, parsedLines } from '../batch/addresses.js';
import { formatAddresses } from '../batch/wording.js';
import { addAddress, removeAddress, clearAddresses } from '../batch/address-actions.js';
import { chooseAddress, useDraft } from './draft-store.js';
import { t } from '../../i18n/t.js';

/** The list of URLs, one per line. The selected one is in the field above and in the preview. */
export function AddressList() {
  const url = useDraft(({ draft }) => draft.url);
  const chosen = useDraft(({ address }) => address);
  const lines = addressLines(url);
  const parsed = parsedLines(url);
  const wrong = parsed.filter(({ issue }) => issue !== null).length;

  return (
    <>
      <div className="pick-head">
        <span className="quiet small" role="status">
          {formatAddresses(lines.length)}
          {wrong > 0 && (
            <>
              , <span className="wrong">{t('form.invalidCount', { count: wrong })}</span>
            </>
          )}
        </span>
        <span className="row">
          <Button variant="subtle" color="gray" size="compact-xs" onClick={addAddress}>
            {t('form.addUrl')}
          </Button>
          <Button variant="subtle" color="gray" size="compact-xs" onClick={clearAddresses}>
            {t('form.clearAll')}
          </Button>
        </span>
      </div>
      <PickList
        label={t('form.urlList')}
        count={lines.length}
        selected={chosen}
        rowAt={(index) => {
          const line = lines[index];
          if (line === undefined) return undefined;
          const issue = parsed[index]?.issue ?? null;
          return {
            key: `${index}:${line}`,
            icon: Globe,
            place: '',
            name: line.trim() === '' ? t('form.emptyUrl') : line.replace(/^https?:\/\//, ''),
            end: '',
            tooltip: issue === null ? line : t('form.issueInLine', { line: index + 1, issue }),
            isWrong: issue !== null,
          };
        }}
        onChoose={chooseAddress}
        onRemove={removeAddress}
      />
    </>
  );
}
