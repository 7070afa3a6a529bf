import { Button } from '@mantine/core';
import type { AppErrorData } from '@shared/errors.js';
import { TextInput } from '../ui/TextInput.js';
import { call } from '../bridge.js';
import { SettingRow } from './SettingRow.js';
import { t } from '../i18n/t.js';

interface CertificatesRowProps {
  readonly id: string;
  readonly issue: string | null;
  /** Full path of the file; empty for none. */
  readonly value: string;
  readonly onChange: (path: string) => void;
  /** Called if the file dialog couldn't be opened. */
  readonly onFailure: (failure: AppErrorData) => void;
}

/** A file with additional trusted certificates. */
export function CertificatesRow({ id, issue, value, ...on }: CertificatesRowProps) {
  async function choose(): Promise<void> {
    const result = await call('certificates:choose', undefined);
    if (!result.ok) on.onFailure(result.error);
    else if (result.value !== null) on.onChange(result.value);
  }

  return (
    <SettingRow
      id={id}
      label={t('settings.certificates')}
      help={t('settings.certificatesHelp')}
      issue={issue}
    >
      <div className="row">
        <TextInput
          id={id}
          aria-describedby={`${id}-help ${id}-error`}
          aria-invalid={issue !== null}
          error={issue !== null}
          placeholder={t('settings.none')}
          value={value}
          onChange={on.onChange}
        />
        <Button
          variant="default"
          aria-label={t('settings.chooseCertificates')}
          onClick={() => void choose()}
        >
          {t('settings.choose')}
        </Button>
      </div>
    </SettingRow>
  );
}
