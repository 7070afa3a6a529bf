import { Button, Switch } from '@mantine/core';
import { type ReactNode, type RefObject, useLayoutEffect, useState } from 'react';
import { create } from 'zustand';
import type { SecretKeeping } from '@shared/secrets.js';
import { type Message, message } from '@shared/messages/message.js';
import { FieldError, TextInput } from '../ui/inputs.js';
import { allowUnencryptedSecrets, useTargets } from './targets-store.js';
import { t, textOf } from '../i18n/t.js';

/**
 * Secrets that were typed in the settings and not saved yet, by the id of their field. Like other
 * fields they survive closing the settings. They are kept outside of React, so that no attribute
 * and no rendered state holds one.
 */
const typed = new Map<string, string>();

/** True while a secret was typed and not saved. */
export const useTypedSecret = create(() => false);

/** Empty if there is none. */
export function typedSecret(field: string): string {
  return typed.get(field) ?? '';
}

/** Writes an unsaved secret into its input. */
function restoreTypedSecret(field: string, input: HTMLInputElement | null): void {
  if (input) input.value = typedSecret(field);
}

export function keepTypedSecret(field: string, secret: string): void {
  if (secret === '') typed.delete(field);
  else typed.set(field, secret);
  useTypedSecret.setState(typed.size > 0, true);
}

/** Call it once the secret was saved or discarded. */
export function forgetTypedSecret(field: string): void {
  keepTypedSecret(field, '');
}

interface SecretInputProps {
  readonly id: string;
  /** Used in accessible names: `secret key`. */
  readonly subject: string;
  readonly isStored: boolean;
  readonly isWrong: boolean;
  readonly placeholder?: string;
  /** The input. The secret is read from it and never rendered. */
  readonly input: RefObject<HTMLInputElement | null>;
  readonly onType: () => void;
  readonly onForget: () => void;
  /** Shown beside the input. */
  readonly children?: ReactNode;
}

interface ReplaceButtonProps {
  readonly id: string;
  /** Used in the accessible name: `secret key`. */
  readonly subject: string;
  readonly onClick: () => void;
  readonly 'aria-describedby'?: string | undefined;
}

/** Stands in for the input of a stored secret. */
export function ReplaceButton({ subject, ...props }: ReplaceButtonProps) {
  return (
    <Button
      {...props}
      variant="default"
      size="compact-sm"
      aria-label={t('settings.replaceSecret', { secret: subject })}
    >
      {t('settings.replace')}
    </Button>
  );
}

/** An input for a secret. Once stored, only its existence is shown. */
export function SecretInput(props: SecretInputProps) {
  const { id, subject, isStored, isWrong, placeholder, input, onType, onForget, children } = props;
  const keeping = useTargets(({ secrets }) => secrets.keeping);
  const [isReplacing, setIsReplacing] = useState(() => typedSecret(id) !== '');
  const showsStored = isStored && !isReplacing;
  useLayoutEffect(() => {
    if (!showsStored) restoreTypedSecret(id, input.current);
  }, [id, input, showsStored]);
  const [wasWrong, setWasWrong] = useState(false);
  if (isWrong !== wasWrong) {
    setWasWrong(isWrong);
    // A rejected secret has to be entered again.
    if (isWrong && isStored) setIsReplacing(true);
  }
  if (showsStored) {
    return (
      <div className="secret-kept" data-keeps-focus="">
        <span className="quiet">{textOf(storedTexts[keeping])}</span>
        <ReplaceButton id={id} subject={subject} onClick={() => setIsReplacing(true)} />
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          aria-label={t('settings.deleteSecret', { secret: subject })}
          onClick={onForget}
        >
          {t('settings.delete')}
        </Button>
      </div>
    );
  }
  return (
    <div className="row" data-keeps-focus="">
      <TextInput
        ref={input}
        id={id}
        type="password"
        autoComplete="new-password"
        autoFocus={isReplacing}
        aria-describedby={`${id}-help ${id}-error`}
        aria-invalid={isWrong}
        error={isWrong}
        placeholder={placeholder}
        onChange={(secret) => {
          keepTypedSecret(id, secret);
          onType();
        }}
      />
      {children}
      {isReplacing && (
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          aria-label={t('settings.cancelReplacing', { secret: subject })}
          onClick={() => {
            forgetTypedSecret(id);
            setIsReplacing(false);
          }}
        >
          {t('window.cancel')}
        </Button>
      )}
    </div>
  );
}

const storedTexts: Readonly<Record<SecretKeeping, Message>> = {
  safe: message('settings.storedInKeychain'),
  'this-run': message('settings.keptUntilQuit'),
  unsafe: message('settings.storedUnencrypted'),
};

/**
 * Says where secrets are stored. Without a system keychain, the user can choose to store them
 * unencrypted.
 */
export function SecretKeeping() {
  const { keeping, reason, canKeepUnsafely } = useTargets(({ secrets }) => secrets);
  const [issue, setIssue] = useState<string | null>(null);

  async function choose(allow: boolean): Promise<void> {
    const error = await allowUnencryptedSecrets(allow);
    setIssue(error && textOf(error.message));
  }

  return (
    <div className="secret-keeping small">
      <p className="quiet">{textOf(reason ?? keepingTexts[keeping])}</p>
      {(canKeepUnsafely || keeping === 'unsafe') && (
        <>
          <Switch
            id="keep-unsafely"
            size="xs"
            withThumbIndicator={false}
            label={t('settings.storeUnencrypted')}
            description={t('settings.storeUnencryptedHelp')}
            checked={keeping === 'unsafe'}
            onChange={(event) => void choose(event.currentTarget.checked)}
          />
          <FieldError id="keep-unsafely-error" message={issue} />
        </>
      )}
    </div>
  );
}

const keepingTexts = {
  safe: message('settings.secretsInKeychain'),
  'this-run': message('settings.secretsUntilQuit'),
  unsafe: message('settings.secretsUnencrypted'),
} as const;

/** How an entered secret will be stored, as a sentence. */
export function useSecretHelp(): string {
  return textOf(useTargets(({ secrets }) => secretHelps[secrets.keeping]));
}

const secretHelps: Readonly<Record<SecretKeeping, Message>> = {
  safe: message('settings.secretInKeychain'),
  'this-run': message('settings.secretUntilQuit'),
  unsafe: message('settings.secretUnencrypted'),
};
