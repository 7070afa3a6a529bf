import { Button, Switch } from '@mantine/core';
import { type SubmitEvent, useRef, useState } from 'react';
import type { AppErrorData } from '@shared/messages/errors.js';
import type { EnteredSignIn } from '@shared/request/sign-ins.js';
import { t, textOf } from '../../i18n/t.js';
import { messageOf } from '../../settings/items.js';
import { SelectRow, SettingRow } from '../../settings/rows.js';
import { enterSignIn, useSignIns } from '../../settings/sign-ins-store.js';
import { useTargets } from '../../settings/targets-store.js';
import { Dialog } from '../../ui/Dialog.js';
import { FieldError } from '../../ui/inputs.js';

type Kind = EnteredSignIn['kind'];

const fields = ['hosts', 'user', 'password', 'headers', 'cookies'] as const;
type FieldName = (typeof fields)[number];

/** Adds a sign-in from a password, headers or a cookie file. */
export function EnterSignInDialog() {
  const entering = useSignIns((state) => state.entering);
  const close = () => useSignIns.setState({ entering: null });
  return (
    <Dialog
      title={t('signIns.otherTitle')}
      closeLabel={t('window.cancel')}
      isOpen={entering !== null}
      onClose={close}
    >
      {entering !== null && <EnterSignIn host={entering.host} onCancel={close} />}
    </Dialog>
  );
}

interface EnterSignInProps {
  readonly host: string;
  readonly onCancel: () => void;
}

/** Secrets stay in their inputs: no state holds one. */
function EnterSignIn({ host, onCancel }: EnterSignInProps) {
  const form = useRef<HTMLFormElement>(null);
  const [kind, setKind] = useState<Kind>('password');
  const [keep, setKeep] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<AppErrorData | null>(null);
  const { keeping, reason } = useTargets(({ secrets }) => secrets);
  const issueOf = (field: FieldName) => messageOf(error?.fields ?? [], fields, field);

  async function submit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    if (form.current === null || isBusy) return;
    setIsBusy(true);
    setError(await enterSignIn(enteredIn(kind, new FormData(form.current)), keep));
    setIsBusy(false);
  }

  return (
    <form ref={form} className="settings sign-in-steps" onSubmit={(event) => void submit(event)}>
      <SelectRow
        id="enter-kind"
        label={t('signIns.kindLabel')}
        autoFocus
        value={kind}
        choices={[
          ['password', t('services.userAndPassword')],
          ['headers', t('signIns.headers')],
          ['cookies', t('signIns.cookieFiles')],
        ]}
        onChange={(chosen) => {
          setKind(chosen);
          setError(null);
        }}
      />
      <EntryRow
        name="hosts"
        label={t('signIns.hosts')}
        help={t('signIns.hostsHelp')}
        value={host}
        issue={issueOf('hosts')}
      />
      {kind === 'password' && (
        <>
          <EntryRow name="user" label={t('services.userName')} issue={issueOf('user')} />
          <EntryRow
            name="password"
            label={t('services.password')}
            isSecret
            issue={issueOf('password')}
          />
        </>
      )}
      {kind === 'headers' && (
        <SettingRow
          id="enter-headers"
          label={t('signIns.headers')}
          help={t('signIns.headersHelp')}
          issue={issueOf('headers')}
        >
          <div className="control" data-error={issueOf('headers') !== null || undefined}>
            <textarea
              id="enter-headers"
              name="headers"
              rows={3}
              spellCheck={false}
              autoComplete="off"
              aria-describedby="enter-headers-help enter-headers-error"
              aria-invalid={issueOf('headers') !== null}
            />
          </div>
        </SettingRow>
      )}
      {kind === 'cookies' && (
        <>
          <p className="quiet small">{t('signIns.cookiesHelp')}</p>
          <FieldError id="enter-cookies-error" message={issueOf('cookies')} />
        </>
      )}
      <Switch
        withThumbIndicator={false}
        label={t('signIns.keep')}
        description={keep && keeping !== 'safe' && reason ? textOf(reason) : t('signIns.keepHelp')}
        checked={keep}
        onChange={({ currentTarget }) => setKeep(currentTarget.checked)}
      />
      <FieldError
        id="enter-error"
        message={error !== null && error.fields === undefined ? textOf(error.message) : null}
      />
      <div className="row">
        <Button type="submit" loading={isBusy}>
          {kind === 'cookies' ? t('signIns.chooseFile') : t('signIns.add')}
        </Button>
        <Button variant="default" onClick={onCancel}>
          {t('window.cancel')}
        </Button>
      </div>
    </form>
  );
}

interface EntryRowProps {
  readonly name: FieldName;
  readonly label: string;
  readonly help?: string;
  readonly value?: string;
  readonly isSecret?: boolean;
  readonly issue: string | null;
}

function EntryRow({ name, label, help, value, isSecret = false, issue }: EntryRowProps) {
  const id = `enter-${name}`;
  return (
    <SettingRow id={id} label={label} issue={issue} {...(help !== undefined && { help })}>
      <div className="control" data-error={issue !== null || undefined}>
        <input
          id={id}
          name={name}
          type={isSecret ? 'password' : 'text'}
          defaultValue={value}
          autoComplete="off"
          spellCheck={false}
          aria-describedby={`${id}-error`}
          aria-invalid={issue !== null}
        />
      </div>
    </SettingRow>
  );
}

function enteredIn(kind: Kind, data: FormData): EnteredSignIn {
  const textIn = (name: FieldName) => {
    const value = data.get(name);
    return typeof value === 'string' ? value : '';
  };
  const hosts = textIn('hosts');
  switch (kind) {
    case 'password':
      return { kind, hosts, user: textIn('user').trim(), password: textIn('password') };
    case 'headers':
      return { kind, hosts, text: textIn('headers') };
    case 'cookies':
      return { kind, hosts };
  }
}
