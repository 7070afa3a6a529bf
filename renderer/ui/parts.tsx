import { ActionIcon, Tooltip } from '@mantine/core';
import { CircleAlert, CircleHelp, type LucideIcon } from 'lucide-react';
import { t } from '../i18n/t.js';
import type { KeyboardEvent, ReactNode } from 'react';
import type { SourceLabel } from './source-labels.js';

interface IconButtonProps {
  readonly icon: LucideIcon;
  /** Accessible name and tooltip. */
  readonly label: string;
  /** Keyboard shortcut shown in the tooltip. */
  readonly keys?: string | undefined;
  readonly onClick: () => void;
  readonly pressed?: boolean;
  readonly disabled?: boolean;
}

/** An icon button. It stays focusable while disabled, so that its name can be read. */
export function IconButton(props: IconButtonProps) {
  const { icon: Icon, label, keys, onClick, pressed, disabled = false } = props;
  return (
    <Tooltip label={keys === undefined ? label : t('window.labelWithKeys', { label, keys })}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={32}
        aria-label={label}
        {...(pressed !== undefined && { 'aria-pressed': pressed })}
        {...(disabled && { 'aria-disabled': true })}
        onClick={() => {
          if (!disabled) onClick();
        }}
      >
        <Icon size={18} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}

/** The name of a source. Where space is short, its end stays visible. */
export function NameText({ head, tail }: Pick<SourceLabel, 'head' | 'tail'>) {
  return (
    <span className="name-text" dir="auto">
      {head !== '' && <span className="cut">{head}</span>}
      <span className="cut">{tail}</span>
    </span>
  );
}

interface PlaceTextProps extends Pick<SourceLabel, 'place'> {
  /** Shown if nothing distinguishes the source from others of its name; may be empty. */
  readonly folder: string;
  /** True if another text is between the name and this. */
  readonly isAfterOther?: boolean;
}

/** The folders of a source, beside its name. */
export function PlaceText({ place, folder, isAfterOther = false }: PlaceTextProps) {
  const text = place === '' && folder !== '' ? folder.replace(/\/?$/, '/') : place;
  return (
    <span className="place-text cut quiet" data-distinct={place !== '' || undefined}>
      {isAfterOther && text !== '' && '· '}
      {text}
    </span>
  );
}

interface EmptyNoticeProps {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly children: ReactNode;
  /** Buttons that help to continue. */
  readonly actions?: ReactNode;
}

/** An empty state: says why there is nothing to show and what to do. */
export function EmptyNotice({ icon: Icon, title, children, actions }: EmptyNoticeProps) {
  return (
    <div className="empty-notice">
      <Icon size={32} strokeWidth={1.5} aria-hidden />
      <h2>{title}</h2>
      <div className="empty-notice-text">{children}</div>
      {actions !== undefined && <div className="row">{actions}</div>}
    </div>
  );
}

interface BannerProps {
  readonly message: string;
  /** What happened to the user's work, as a sentence. */
  readonly rest: string;
  /** True if the user has to decide something; otherwise it is an error. */
  readonly isQuestion?: boolean;
  /** The buttons. */
  readonly children: ReactNode;
}

/** A banner over the preview: an error or a question, with buttons. */
export function Banner({ message, rest, isQuestion = false, children }: BannerProps) {
  const Icon = isQuestion ? CircleHelp : CircleAlert;
  return (
    <div className="banner" data-question={isQuestion || undefined} role="alert">
      <Icon size={18} aria-hidden />
      <div className="banner-body">
        <div className="banner-text">
          <p>{message}</p>
          <p className="quiet small">{rest}</p>
        </div>
        <div className="row">{children}</div>
      </div>
    </div>
  );
}

/** For a filter field, which Escape empties before it leaves the view. */
export function emptyOnEscape(query: string, onChange: (query: string) => void) {
  return (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || query === '') return;
    event.preventDefault();
    onChange('');
  };
}
