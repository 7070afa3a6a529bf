import { Button } from '@mantine/core';
import { type ReactNode, type RefObject, useLayoutEffect, useState } from 'react';
import type { SecretKeeping } from '@shared/secrets.js';
import { type Message, message } from '@shared/messages/message.js';
import { TextInput } from '../ui/TextInput.js';
import { useTargets } from './targets-store.js';
import {
  forgetTypedSecret,
  keepTypedSecret,
  restoreTypedSecret,
  typedSecret,
} from './typed-secrets.js';
import { t, textOf } from '../i18n/t.js';

interface SecretFieldProps {
  readonly id: string;
  /** Used in accessible names: `secret key`. */
  readonly subject: string;
  /** True if a secret is stored. */
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

/** An input for a secret. Once stored, only its existence is shown. */
export function SecretField(props: SecretFieldProps) {
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
        <Button
          id={id}
          variant="default"
          size="compact-sm"
          aria-label={t('settings.replaceSecret', { secret: subject })}
          onClick={() => setIsReplacing(true)}
        >
          {t('settings.replace')}
        </Button>
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
