import { Button, Kbd } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { BridgeOutput } from '@shared/bridge.js';
import { call } from '../bridge/bridge.js';
import { t, textOf } from '../i18n/t.js';
import { Dialog } from '../ui/Dialog.js';
import { reportResult, showNotice } from '../ui/notices.js';
import { useUi } from '../ui/ui-store.js';
import { commands } from '@shared/commands.js';
import { keyParts, shortcutIds } from '../ui/commands.js';

/** The version, those of the run-time, and the licenses of what Platen contains. */
export function AboutDialog() {
  const isOpen = useUi(({ aboutOpen }) => aboutOpen);
  return (
    <Dialog
      title={t('about.title')}
      closeLabel={t('about.close')}
      isOpen={isOpen}
      onClose={() => useUi.setState({ aboutOpen: false })}
    >
      <About />
    </Dialog>
  );
}

function About() {
  const [about, setAbout] = useState<BridgeOutput<'app:about'> | null>(null);
  const [licenses, setLicenses] = useState<string | null>(null);
  useEffect(() => {
    void call('app:about', undefined).then((result) => {
      if (result.ok) setAbout(result.value);
    });
  }, []);

  async function showLicenses(): Promise<void> {
    const result = await call('app:licenses', undefined);
    if (reportResult(t('about.licensesFailed'), result)) setLicenses(result.value);
  }

  return (
    <div className="about">
      {about && (
        <p>
          {t('about.version', { version: about.version })}
          <br />
          <span className="quiet">{about.runtime}</span>
        </p>
      )}
      {licenses === null ? (
        <div className="row">
          <Button variant="default" onClick={() => void showLicenses()}>
            {t('about.licenses')}
          </Button>
          <Button variant="default" onClick={() => void copyDiagnostics()}>
            {t('crash.copyDiagnostics')}
          </Button>
        </div>
      ) : (
        <pre className="about-licenses" tabIndex={0}>
          {licenses}
        </pre>
      )}
    </div>
  );
}

/** Copies what helps to find a fault, without content and secrets. */
export async function copyDiagnostics(): Promise<void> {
  const result = await call('app:copy-diagnostics', undefined);
  if (reportResult(t('about.diagnosticsFailed'), result)) showNotice(t('about.diagnosticsCopied'));
}

export function ShortcutsDialog() {
  const isOpen = useUi(({ shortcutsOpen }) => shortcutsOpen);
  return (
    <Dialog
      title={t('shortcuts.title')}
      closeLabel={t('shortcuts.close')}
      isOpen={isOpen}
      onClose={() => useUi.setState({ shortcutsOpen: false })}
    >
      <dl className="shortcuts">
        {shortcutIds.map((id) => (
          <ShortcutRow key={id} label={textOf(commands[id].label)} parts={keyParts(id)} />
        ))}
        <ShortcutRow label={t('shortcuts.paste')} parts={[...keyParts('open').slice(0, 1), 'V']} />
      </dl>
    </Dialog>
  );
}

interface ShortcutRowProps {
  readonly label: string;
  readonly parts: readonly string[];
}

function ShortcutRow({ label, parts }: ShortcutRowProps) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {parts.map((part) => (
          <Kbd key={part}>{part}</Kbd>
        ))}
      </dd>
    </div>
  );
}
