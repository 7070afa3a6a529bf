import { Eye, EyeOff } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import type { Draft } from '@shared/draft.js';
import { type Message, message } from '@shared/messages/message.js';
import type { PasswordKind } from '@shared/request/protection.js';
import { t, textOf } from '../../i18n/t.js';
import { ReplaceButton, useSecretHelp } from '../../settings/secrets.js';
import { useTargets } from '../../settings/targets-store.js';
import { IconButton } from '../../ui/parts.js';
import { TextInput } from '../../ui/inputs.js';
import { useDraft } from '../draft/draft-store.js';
import { type ControlProps, Field } from './Field.js';
import { OwnFields, ownFacts } from './OwnOptions.js';
import { deletePassword, storePasswords, typePassword, typedPassword } from '../draft/passwords.js';

interface PasswordTexts {
  readonly label: Message;
  readonly help: Message;
  /** The summary of the closed group. */
  readonly fact: Message;
}

const texts: Readonly<Record<PasswordKind, PasswordTexts>> = {
  open: {
    label: message('protection.openLabel'),
    help: message('protection.openHelp'),
    fact: message('protection.openFact'),
  },
  owner: {
    label: message('protection.ownerLabel'),
    help: message('protection.ownerHelp'),
    fact: message('protection.ownerFact'),
  },
};

/** What protects the PDF, in words. */
export function securityFacts(draft: Draft): readonly string[] {
  const { open = false, owner = false } = draft.protection ?? {};
  const permissions = ownFacts(draft, 'security');
  return [
    ...(open ? [textOf(texts.open.fact)] : []),
    // What the owner password restricts says more than that there is one.
    ...(owner && permissions.length === 0 ? [textOf(texts.owner.fact)] : []),
    ...permissions,
  ];
}

/** The passwords of the PDF, and what readers may do without the owner password. */
export function SecurityFields() {
  const help = useSecretHelp();
  return (
    <>
      <PasswordControl kind="open" />
      <PasswordControl kind="owner" />
      <p className="field-note quiet small">{help}</p>
      <OwnFields group="security" />
    </>
  );
}

function PasswordControl({ kind }: { readonly kind: PasswordKind }) {
  const protection = useDraft(({ draft }) => draft.protection);
  const storedIds = useTargets(({ secrets }) => secrets.protections);
  const [isReplacing, setIsReplacing] = useState(() => typedPassword(kind) !== '');
  const isSet = protection?.[kind] === true;
  const isStored = isSet && storedIds.includes(protection.id);
  const { label, help } = texts[kind];
  const subject = textOf(label);
  return (
    <Field
      name={`protection.${kind}`}
      label={subject}
      help={{ help: textOf(help) }}
      changed={isSet}
      onReset={() => {
        setIsReplacing(false);
        void deletePassword(kind);
      }}
      isLocalOnly
    >
      {(control) =>
        isStored && !isReplacing ? (
          <div className="stored-password" data-keeps-focus="">
            <span className="quiet">{t('protection.stored')}</span>
            <ReplaceButton
              id={control.id}
              subject={subject}
              aria-describedby={control['aria-describedby']}
              onClick={() => setIsReplacing(true)}
            />
          </div>
        ) : (
          <PasswordInput
            kind={kind}
            control={control}
            isReplacing={isReplacing}
            onDone={() => setIsReplacing(false)}
          />
        )
      }
    </Field>
  );
}

interface PasswordInputProps {
  readonly kind: PasswordKind;
  readonly control: ControlProps;
  readonly isReplacing: boolean;
  /** Called once nothing is left to store. */
  readonly onDone: () => void;
}

/** The password is read from the input and never rendered. It is stored when the field is left. */
function PasswordInput({ kind, control, isReplacing, onDone }: PasswordInputProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isShown, setIsShown] = useState(false);
  useLayoutEffect(() => {
    if (input.current) input.current.value = typedPassword(kind);
  }, [kind]);

  async function store(): Promise<void> {
    await storePasswords();
    if (typedPassword(kind) === '') onDone();
  }

  return (
    <div
      className="row"
      data-keeps-focus=""
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) void store();
      }}
    >
      <TextInput
        {...control}
        ref={input}
        type={isShown ? 'text' : 'password'}
        autoComplete="new-password"
        autoFocus={isReplacing}
        placeholder={t('protection.none')}
        onChange={(text) => typePassword(kind, text)}
        onKeyDown={({ key, ctrlKey, metaKey }) => {
          if (key === 'Enter' && !ctrlKey && !metaKey) void store();
        }}
      />
      <IconButton
        icon={isShown ? EyeOff : Eye}
        label={isShown ? t('protection.hide') : t('protection.show')}
        onClick={() => setIsShown(!isShown)}
      />
    </div>
  );
}
