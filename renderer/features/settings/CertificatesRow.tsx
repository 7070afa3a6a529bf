import { Button } from '@mantine/core';
import type { AppErrorData } from '@shared/errors.js';
import { TextInput } from '../../components/TextInput.js';
import { call } from '../../bridge.js';
import { SettingRow } from './SettingRow.js';

interface CertificatesRowProps {
  readonly id: string;
  readonly mistake: string | null;
  /** Full path of the file; empty: none. */
  readonly value: string;
  readonly onChange: (path: string) => void;
  /** Called when the file dialog could not be opened. */
  readonly onFailure: (failure: AppErrorData) => void;
}

/** The file of certificates to trust with a server of one's own. */
export function CertificatesRow({ id, mistake, value, ...on }: CertificatesRowProps) {
  async function choose(): Promise<void> {
    const result = await call('certificates:choose', undefined);
    if (!result.ok) on.onFailure(result.error);
    else if (result.value !== null) on.onChange(result.value);
  }

  return (
    <SettingRow
      id={id}
      label="Certificates"
      help="A file (PEM) with certificates to trust beside the usual ones, for a service of your own."
      mistake={mistake}
    >
      <div className="row">
        <TextInput
          id={id}
          aria-describedby={`${id}-help ${id}-error`}
          aria-invalid={mistake !== null}
          error={mistake !== null}
          placeholder="none"
          value={value}
          onChange={on.onChange}
        />
        <Button
          variant="default"
          aria-label="Choose a file of certificates"
          onClick={() => void choose()}
        >
          Choose
        </Button>
      </div>
    </SettingRow>
  );
}
