import { useState } from 'react';
import { TextInput } from '../../ui/TextInput.js';
import { goToPage } from './view-store.js';
import { t } from '../../i18n/t.js';

interface PageNumberFieldProps {
  /** From 0. */
  readonly page: number;
  readonly count: number;
}

/** The number of the current page; Enter goes to another one. */
export function PageNumberField({ page, count }: PageNumberFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);

  function go(): void {
    const number = Number(typed);
    if (Number.isInteger(number) && number >= 1 && number <= count) goToPage(number - 1);
    setTyped(null);
  }

  return (
    <span className="page-number">
      <TextInput
        inputMode="numeric"
        aria-label={t('preview.page')}
        value={typed ?? String(page + 1)}
        onFocus={(event) => event.currentTarget.select()}
        onChange={setTyped}
        onBlur={() => setTyped(null)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') go();
          if (event.key === 'Escape') setTyped(null);
        }}
      />
      <span>/ {count}</span>
    </span>
  );
}
