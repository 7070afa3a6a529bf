import { Button } from '@mantine/core';
import { KeyRound } from 'lucide-react';
import { type Message, message } from '@shared/messages/message.js';
import { type ListedSignIn, originLabel } from '@shared/request/sign-ins.js';
import { formatList } from '../i18n/format.js';
import { t, textOf } from '../i18n/t.js';
import { useUi } from '../ui/ui-store.js';
import { ItemList } from './items.js';
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

/** The sign-ins: where they are used, and how long they last. Documents add them. */
export function SignInSettings() {
  return (
    <ItemList
      label={t('signIns.signIns')}
      items={useSignIns((state) => state.signIns)}
      icon={KeyRound}
      emptyTitle={t('signIns.noneTitle')}
      about={t('signIns.about')}
      describe={({ id, name, kind, origins, state }) => ({
        name,
        facts: [
          formatList(origins.map(originLabel)),
          textOf(kinds[kind]),
          textOf(states[state]),
        ].join(' · '),
        missing: state === 'signed-out' ? t('signIns.signInToUse') : null,
        actions: kind === 'window' && <SignInAgain origin={origins[0] ?? ''} />,
        question: t('signIns.removeQuestion', { name }),
        onRemove: async () => removeSignIn(id),
      })}
    />
  );
}

function SignInAgain({ origin }: { readonly origin: string }) {
  return (
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
  );
}
