import { Button } from '@mantine/core';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { type Message, message } from '@shared/messages/message.js';
import { type ListedSignIn, originLabel } from '@shared/request/sign-ins.js';
import { formatList } from '../i18n/format.js';
import { t, textOf } from '../i18n/t.js';
import { EmptyNotice } from '../ui/parts.js';
import { useUi } from '../ui/ui-store.js';
import { ListedItem } from './items.js';
import { SecretKeeping } from './secrets.js';
import { openSignIn, removeSignIn, useSignIns } from './sign-ins-store.js';

const kinds: Readonly<Record<ListedSignIn['kind'], Message>> = {
  window: message('signIns.kindWindow'),
  password: message('signIns.kindPassword'),
  cookies: message('signIns.kindCookies'),
  headers: message('signIns.kindHeaders'),
};

const states: Readonly<Record<ListedSignIn['state'], Message>> = {
  kept: message('signIns.kept'),
  'this-run': message('signIns.thisRun'),
  'signed-out': message('signIns.signedOut'),
};

/** The sign-ins: where they are used, and how long they last. */
export function SignInSettings() {
  const signIns = useSignIns((state) => state.signIns);
  const [confirmingId, setConfirmingId] = useState<string | null>(null);
  return (
    <div className="items">
      {signIns.length === 0 ? (
        <EmptyNotice icon={KeyRound} title={t('signIns.noneTitle')} actions={null}>
          {t('signIns.about')}
        </EmptyNotice>
      ) : (
        <ul className="item-list" aria-label={t('signIns.signIns')} data-keeps-focus="">
          {signIns.map((signIn) => (
            <SignInItem
              key={signIn.id}
              signIn={signIn}
              confirmOpen={confirmingId === signIn.id}
              onConfirmChange={(isOpen) => setConfirmingId(isOpen ? signIn.id : null)}
            />
          ))}
        </ul>
      )}
      <SecretKeeping />
    </div>
  );
}

interface SignInItemProps {
  readonly signIn: ListedSignIn;
  readonly confirmOpen: boolean;
  readonly onConfirmChange: (confirmOpen: boolean) => void;
}

function SignInItem({ signIn, ...confirmation }: SignInItemProps) {
  const { id, name, kind, origins, state } = signIn;
  const [origin = ''] = origins;
  const facts = [formatList(origins.map(originLabel)), textOf(kinds[kind]), textOf(states[state])];
  return (
    <ListedItem
      id={id}
      name={name}
      facts={facts.join(' · ')}
      missing={state === 'signed-out' ? t('signIns.signInToUse') : null}
      {...confirmation}
      actions={
        kind === 'window' && (
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            onClick={() => {
              useUi.setState({ settingsOpen: false });
              void openSignIn(origin, () => undefined);
            }}
          >
            {t('signIns.signInAgain')}
          </Button>
        )
      }
      question={t('signIns.removeQuestion', { name })}
      onRemove={async () => removeSignIn(id)}
    />
  );
}
