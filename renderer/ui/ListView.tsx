import { Button, TextInput } from '@mantine/core';
import { type LucideIcon, Search } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { formatBytes, formatNumber } from '../i18n/format.js';
import { t } from '../i18n/t.js';
import { isDialogOpen } from './Dialog.js';
import { emptyOnEscape } from './parts.js';

interface ListViewProps {
  readonly label: string;
  readonly className: string;
  /** The toolbar, the table and the footer. */
  readonly children: ReactNode;
  /** A `ListDetails` beside them. */
  readonly details: ReactNode;
  readonly onSelectAll?: () => void;
}

/**
 * A view with a table and the details of what is selected. Ctrl or Cmd+A and +F work wherever the
 * focus is, except in text fields.
 */
export function ListView({ label, className, children, details, onSelectAll }: ListViewProps) {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      if (event.defaultPrevented || isDialogOpen()) return;
      const filter = document.querySelector<HTMLInputElement>('.list-filter input');
      const key = event.key.toLowerCase();
      if (key === 'f' && filter) filter.select();
      else if (key === 'a' && onSelectAll && !isInField(event.target)) onSelectAll();
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [onSelectAll]);
  return (
    <section
      className={`list-view ${className}`}
      aria-label={label}
      data-keeps-focus=".list-toolbar input:checked, .list-filter input, .list-main button"
    >
      <div className="list-main">{children}</div>
      {details}
    </section>
  );
}

function isInField(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('input:not([type="radio"]), textarea, [contenteditable]') !== null
  );
}

export type LabeledValue = readonly [name: string, value: string];

/** Facts with their labels, in the details. */
export function Values({ values }: { readonly values: readonly LabeledValue[] }) {
  return (
    <dl className="list-values">
      {values.map(([name, value], index) => (
        <div key={index}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

interface ActionProps {
  readonly icon: LucideIcon;
  readonly label: string;
  readonly run: () => void;
}

export function DetailsAction({ icon: Icon, label, run }: ActionProps) {
  return (
    <Button
      variant="default"
      radius="xl"
      leftSection={<Icon size={14} aria-hidden />}
      onClick={run}
    >
      {label}
    </Button>
  );
}

/** Its label is hidden where space is short. */
export function ToolbarButton({
  icon: Icon,
  label,
  isPossible,
  run,
}: ActionProps & { readonly isPossible: boolean }) {
  return (
    <Button
      className="list-tool"
      variant="subtle"
      color="gray"
      title={label}
      aria-label={label}
      disabled={!isPossible}
      leftSection={<Icon size={16} aria-hidden />}
      onClick={run}
    >
      <span className="list-tool-label">{label}</span>
    </Button>
  );
}

interface FilterFieldProps {
  readonly label: string;
  readonly placeholder: string;
  readonly query: string;
  readonly onChange: (query: string) => void;
}

/** The field that filters the table. Escape empties it before it leaves the view. */
export function FilterField({ label, placeholder, query, onChange }: FilterFieldProps) {
  return (
    <TextInput
      className="list-filter"
      aria-label={label}
      placeholder={placeholder}
      leftSection={<Search size={16} aria-hidden />}
      value={query}
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={emptyOnEscape(query, onChange)}
    />
  );
}

interface NumberCellsProps {
  readonly pages?: number | undefined;
  /** In bytes. */
  readonly size?: number | undefined;
}

/** The cells with the number of pages and the size of a PDF. */
export function NumberCells({ pages, size }: NumberCellsProps) {
  return (
    <>
      <span className="list-number" role="gridcell">
        {pages !== undefined && formatNumber(pages)}
      </span>
      <span className="list-number" role="gridcell">
        {size !== undefined && formatBytes(size)}
      </span>
    </>
  );
}

/** The headings of a table of documents. @param first of the column that only this table has */
export function ListHeader({ first }: { readonly first: ReactNode }) {
  return (
    <div className="list-header" role="row">
      <span role="columnheader">{first}</span>
      <span role="columnheader">{t('queue.source')}</span>
      <span role="columnheader">{t('queue.output')}</span>
      <span className="list-number" role="columnheader">
        {t('queue.pages')}
      </span>
      <span className="list-number" role="columnheader">
        {t('queue.size')}
      </span>
      <span role="columnheader">{t('queue.status')}</span>
    </div>
  );
}
