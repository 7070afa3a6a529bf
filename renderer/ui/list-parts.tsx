import { Button, TextInput } from '@mantine/core';
import { type LucideIcon, Search } from 'lucide-react';

interface FilterFieldProps {
  readonly label: string;
  readonly placeholder: string;
  readonly query: string;
  readonly onChange: (query: string) => void;
}

/** The field that narrows the list of a view. */
export function FilterField({ label, placeholder, query, onChange }: FilterFieldProps) {
  return (
    <TextInput
      className="queue-filter"
      aria-label={label}
      placeholder={placeholder}
      leftSection={<Search size={16} aria-hidden />}
      value={query}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

interface DetailsActionProps {
  readonly icon: LucideIcon;
  readonly label: string;
  readonly run: () => void;
}

/** An action below the details of a list's row. */
export function DetailsAction({ icon: Icon, label, run }: DetailsActionProps) {
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
