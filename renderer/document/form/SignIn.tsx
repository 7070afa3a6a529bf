import { ActionIcon, Button, Switch } from '@mantine/core';
import { KeyRound, X } from 'lucide-react';
import { useState } from 'react';
import { originLabel } from '@shared/request/sign-ins.js';
import { sourceFromInput } from '@shared/request/source.js';
import { t, textOf } from '../../i18n/t.js';
import {
  cancelSignIn,
  finishSignIn,
  openSignIn,
  signInName,
  signInsFor,
  useSignIns,
} from '../../settings/sign-ins-store.js';
import { useTargets } from '../../settings/targets-store.js';
import { Dialog } from '../../ui/Dialog.js';
import { FieldError } from '../../ui/inputs.js';
import { addressLines } from '../draft/addresses.js';
import { renderNow } from '../preview/preview.js';
import { changeDraft, loadUrl, useDraft } from '../draft/draft-store.js';

/** The sign-in of the URL, and the ways to add one. */
export function SignInLine() {
  const used = useDraft(({ draft }) => draft.signIn);
  const url = useDraft(({ draft, address }) => addressLines(draft.url)[address] ?? '');
  const signIns = useSignIns((state) => state.signIns);
  const origin = originOf(url);
  const found = origin === null ? [] : signInsFor(signIns, origin);
  const known = found.filter(({ state }) => state !== 'signed-out');
  if (used !== null) return <UsedSignIn id={used} url={url} />;
  if (origin === null) return null;
  return (
    <div className="row sign-in-line">
      {known.map(({ id, name }) => (
        <Button
          key={id}
          variant="subtle"
          color="gray"
          size="compact-xs"
          leftSection={<KeyRound size={14} aria-hidden />}
          onClick={() => changeDraft({ signIn: id })}
        >
          {t('signIns.use', { name })}
        </Button>
      ))}
      <Button variant="subtle" color="gray" size="compact-xs" onClick={() => signIn(url)}>
        {t('signIns.signIn')}
      </Button>
      <Button
        variant="subtle"
        color="gray"
        size="compact-xs"
        onClick={() => enterInstead(originLabel(origin))}
      >
        {t('signIns.other')}
      </Button>
    </div>
  );
}

function enterInstead(host: string): void {
  loadUrl();
  useSignIns.setState({ entering: { host, onDone: applySignIn } });
}

function signIn(url: string): void {
  loadUrl();
  void openSignIn(url, applySignIn);
}

/** Uses a new sign-in; the same one may have other cookies now. */
function applySignIn(id: string): void {
  changeDraft({ signIn: id });
  renderNow();
}

function originOf(url: string): string | null {
  const source = sourceFromInput(url);
  return source.ok ? new URL(source.value.url).origin : null;
}

interface UsedSignInProps {
  readonly id: string;
  readonly url: string;
}

function UsedSignIn({ id, url }: UsedSignInProps) {
  const signIns = useSignIns((state) => state.signIns);
  const found = signIns.find((each) => each.id === id);
  const name = signInName(signIns, id);
  const isSignedOut = found === undefined || found.state === 'signed-out';
  const origin = originOf(url);
  const isElsewhere = !isSignedOut && origin !== null && !found.origins.includes(origin);
  const text = isSignedOut
    ? t('signIns.signedOutOf', { name })
    : isElsewhere
      ? t('signIns.notForHost', { name, host: originLabel(origin) })
      : t('signIns.signedInTo', { name });
  return (
    <div className="row sign-in-line">
      <span className="sign-in-chip small" data-wrong={isSignedOut || isElsewhere || undefined}>
        <KeyRound size={14} aria-hidden />
        <span className="cut">{text}</span>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={22}
          aria-label={t('signIns.stopUsing', { name })}
          onClick={() => changeDraft({ signIn: null })}
        >
          <X size={14} aria-hidden />
        </ActionIcon>
      </span>
      {(isSignedOut || isElsewhere) && origin !== null && (
        <Button variant="subtle" color="gray" size="compact-xs" onClick={() => signIn(url)}>
          {isSignedOut ? t('signIns.signInAgain') : t('signIns.signIn')}
        </Button>
      )}
    </div>
  );
}

/** Accompanies the window in which the user signs in. */
export function SignInDialog() {
  const pending = useSignIns((state) => state.pending);
  return (
    <Dialog
      title={t('signIns.dialogTitle', { host: pending?.site ?? '' })}
      closeLabel={t('window.cancel')}
      isOpen={pending !== null}
      onClose={() => void cancelSignIn()}
    >
      {pending !== null && <SignInSteps host={pending.host} />}
    </Dialog>
  );
}

function SignInSteps({ host }: { readonly host: string | null }) {
  const [keep, setKeep] = useState(false);
  const [issue, setIssue] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const { keeping, reason } = useTargets(({ secrets }) => secrets);

  async function finish(): Promise<void> {
    setIsBusy(true);
    const error = await finishSignIn(keep);
    setIsBusy(false);
    setIssue(error && textOf(error.message));
  }

  return (
    <div className="sign-in-steps">
      <p>{t('signIns.dialogText')}</p>
      <p className="quiet small" role="status">
        {host === null ? t('signIns.windowClosed') : t('signIns.windowShows', { host })}
      </p>
      <Switch
        withThumbIndicator={false}
        label={t('signIns.keep')}
        description={keep && keeping !== 'safe' && reason ? textOf(reason) : t('signIns.keepHelp')}
        checked={keep}
        onChange={({ currentTarget }) => setKeep(currentTarget.checked)}
      />
      <FieldError id="sign-in-error" message={issue} />
      <div className="row">
        <Button data-autofocus loading={isBusy} onClick={() => void finish()}>
          {t('signIns.done')}
        </Button>
        <Button variant="default" onClick={() => void cancelSignIn()}>
          {t('window.cancel')}
        </Button>
      </div>
    </div>
  );
}
