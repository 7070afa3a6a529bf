import { Button } from '@mantine/core';
import { Globe } from 'lucide-react';
import { PickList } from '../../components/PickList.js';
import { addressLines, addressIssue } from '../../store/batch/addresses.js';
import { formatAddresses } from '../../store/batch/wording.js';
import { addAddress, removeAddress, clearAddresses } from '../../store/batch/address-actions.js';
import { chooseAddress, useDraft } from '../../store/draft-store.js';

/** The list of URLs, one per line. The selected one is in the field above and in the preview. */
export function AddressList() {
  const url = useDraft(({ draft }) => draft.url);
  const chosen = useDraft(({ address }) => address);
  const lines = addressLines(url);
  const wrong = lines.filter((line) => addressIssue(line) !== null).length;

  return (
    <>
      <div className="pick-head">
        <span className="quiet small" role="status">
          {formatAddresses(lines.length)}
          {wrong > 0 && <span className="wrong">, {wrong} invalid</span>}
        </span>
        <span className="row">
          <Button variant="subtle" color="gray" size="compact-xs" onClick={addAddress}>
            Add URL
          </Button>
          <Button variant="subtle" color="gray" size="compact-xs" onClick={clearAddresses}>
            Clear all
          </Button>
        </span>
      </div>
      <PickList
        label="URLs to convert"
        count={lines.length}
        selected={chosen}
        rowAt={(index) => {
          const line = lines[index];
          if (line === undefined) return undefined;
          const issue = addressIssue(line);
          return {
            key: `${index}:${line}`,
            icon: Globe,
            place: '',
            name: line.trim() === '' ? 'empty' : line.replace(/^https?:\/\//, ''),
            end: '',
            tooltip: issue === null ? line : `Line ${index + 1}: ${issue}`,
            isWrong: issue !== null,
          };
        }}
        onChoose={chooseAddress}
        onRemove={removeAddress}
      />
    </>
  );
}
