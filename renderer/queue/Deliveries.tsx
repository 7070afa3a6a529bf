import type { DeliveryRow } from '@shared/deliveries.js';
import { t, textOf } from '../i18n/t.js';
import { useNow } from '../ui/use-now.js';
import {
  type LinkUnit,
  deliveryName,
  deliveryText,
  hasNameConflict,
  inUnits,
  isMissingCredential,
  isOnServer,
  isOpenable,
  linkSeconds,
  linkTimeText,
  linkTimes,
} from './delivery-wording.js';
import { Button, Menu, Popover } from '@mantine/core';
import { type Message, message } from '@shared/messages/message.js';
import {
  cancelDeliveries,
  copyLink,
  copyTimedLink,
  openDelivery,
  removeDeliveries,
  retryDeliveries,
  saveDelivery,
} from './delivery-actions.js';
import { editDestination, enterCredential, hasFaultyDestination } from '../settings/target-form.js';
import { targetOf, useTargets } from '../settings/targets-store.js';
import { Clock, Ellipsis } from 'lucide-react';
import { type SubmitEvent, useId, useRef, useState } from 'react';
import { useSettings } from '../settings/settings-store.js';
import { FieldError, SelectInput, TextInput } from '../ui/inputs.js';

interface DeliveryProps {
  readonly row: DeliveryRow;
}

/** The status of a delivery, with a countdown to the next retry. */
export function DeliveryText({ row }: DeliveryProps) {
  const now = useNow(row.retryAt !== undefined);
  return deliveryText(row, now);
}

export function DeliveryProgress({ row }: DeliveryProps) {
  if (row.status !== 'running' || row.kind !== 'upload') return null;
  return (
    <progress
      className="delivery-progress"
      max={Math.max(1, row.size)}
      value={row.sent ?? 0}
      aria-label={t('uploads.uploadingTo', { file: deliveryName(row), destination: row.to })}
    />
  );
}

interface DeliveryButtonsProps {
  readonly row: DeliveryRow;
  /** True if space is short: less frequent actions move into a menu. */
  readonly isTight?: boolean;
}

/** The actions of a delivery as text buttons. */
export function DeliveryButtons({ row, isTight = false }: DeliveryButtonsProps) {
  const { id, status, receipt } = row;
  switch (status) {
    case 'waiting':
    case 'running':
      return (
        <>
          {isMissingCredential(row) && (
            <Act row={row} label={enterLabel(row)} run={() => enterCredential(row)} />
          )}
          {status === 'waiting' && row.retryAt !== undefined && (
            <Act row={row} label={t('uploads.retryNow')} run={() => void retryDeliveries([id])} />
          )}
          <Act row={row} label={t('window.cancel')} run={() => void cancelDeliveries([id])} />
        </>
      );
    case 'delivered':
      if (!receipt) return null;
      return (
        <>
          <Act
            row={row}
            label={isOnServer(row) ? t('uploads.copyAddress') : t('uploads.copyLink')}
            run={() => void copyLink(row)}
          />
          {isOpenable(row) && (!isTight || isOnServer(row)) && (
            <Act row={row} label={t('window.open')} run={() => void openDelivery(id)} />
          )}
          {!isOnServer(row) && (
            <LinkMenu
              id={id}
              file={deliveryName(row)}
              {...(isTight && { onOpen: () => void openDelivery(id) })}
            />
          )}
        </>
      );
    case 'skipped':
      return null;
    case 'failed':
      return hasNameConflict(row) ? <ExistsChoices row={row} /> : <RetryActions row={row} />;
    case 'canceled':
      return <RetryActions row={row} />;
  }
}

function enterLabel(row: DeliveryRow): string {
  if (row.kind === 'webhook') return t('uploads.enterSecret');
  return isOnServer(row) ? t('uploads.enterPassword') : t('uploads.enterKey');
}

/** Retries or discards a failed delivery, or corrects its destination. */
function RetryActions({ row }: { readonly row: DeliveryRow }) {
  const target = useTargets(({ targets }) => targetOf(targets, row.target ?? null));
  const isGone = row.target !== undefined && target === undefined;
  return (
    <>
      {isGone ? (
        <Act row={row} label={t('uploads.saveCopy')} run={() => void saveDelivery(row.id)} />
      ) : (
        <Act row={row} label={t('window.retry')} run={() => void retryDeliveries([row.id])} />
      )}
      {target && hasFaultyDestination(row) && (
        <Act row={row} label={t('uploads.editDestination')} run={() => editDestination(row)} />
      )}
      <Act row={row} label={t('uploads.discard')} run={() => void removeDeliveries([row.id])} />
    </>
  );
}

interface ActProps {
  readonly row: DeliveryRow;
  readonly label: string;
  readonly run: () => void;
}

function Act({ row, label, run }: ActProps) {
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      aria-label={t('window.actionOn', { action: label, name: deliveryName(row) })}
      onClick={run}
    >
      {label}
    </Button>
  );
}

/** The choices for an upload whose name already exists. */
function ExistsChoices({ row }: { readonly row: DeliveryRow }) {
  const { id } = row;
  const file = deliveryName(row);
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        title={t('uploads.replaceHint', { file })}
        aria-label={t('window.actionOn', { action: message('uploads.replace'), name: file })}
        onClick={() => void retryDeliveries([id], 'overwrite')}
      >
        {t('uploads.replace')}
      </Button>
      <Button
        variant="default"
        size="compact-sm"
        title={t('uploads.keepBothHint')}
        aria-label={t('window.actionOn', { action: message('uploads.keepBoth'), name: file })}
        onClick={() => void retryDeliveries([id], 'number')}
      >
        {t('uploads.keepBoth')}
      </Button>
      <Button
        variant="subtle"
        color="gray"
        size="compact-sm"
        title={t('uploads.skipHint')}
        aria-label={t('window.actionOn', { action: message('uploads.skip'), name: file })}
        onClick={() => void removeDeliveries([id])}
      >
        {t('uploads.skip')}
      </Button>
    </>
  );
}

interface LinkMenuProps {
  readonly id: string;
  readonly file: string;
  /** Opens the upload. If set, space is short and the actions move into a menu. */
  readonly onOpen?: () => void;
}

/** Creates a temporary link to an object; asks how long it lasts. */
function LinkMenu({ id, file, onOpen }: LinkMenuProps) {
  const [isOpen, setIsOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);

  function close(): void {
    setIsOpen(false);
    opener.current?.focus();
  }

  return (
    <Popover
      opened={isOpen}
      onDismiss={close}
      position="top-end"
      width={288}
      shadow="md"
      trapFocus
      withRoles={false}
    >
      <Popover.Target>
        {onOpen ? (
          <span className="more-of-upload">
            <Menu position="top-end" shadow="md" withInitialFocusPlaceholder={false}>
              <Menu.Target>
                <Button
                  ref={opener}
                  variant="subtle"
                  size="compact-sm"
                  aria-label={t('uploads.moreActions', { file })}
                >
                  <Ellipsis size={16} aria-hidden />
                </Button>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item onClick={onOpen}>{t('window.open')}</Menu.Item>
                <Menu.Item
                  leftSection={<Clock size={14} aria-hidden />}
                  onClick={() => setIsOpen(true)}
                >
                  {t('uploads.createLink')}
                </Menu.Item>
              </Menu.Dropdown>
            </Menu>
          </span>
        ) : (
          <Button
            ref={opener}
            variant="subtle"
            size="compact-sm"
            leftSection={<Clock size={14} aria-hidden />}
            aria-label={t('uploads.createLinkTo', { file })}
            aria-expanded={isOpen}
            onClick={() => setIsOpen(!isOpen)}
          >
            {t('uploads.createLink')}
          </Button>
        )}
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={t('uploads.temporaryLink')}>
        {isOpen && <TimedLinkForm id={id} onDone={close} />}
      </Popover.Dropdown>
    </Popover>
  );
}

interface TimedLinkFormProps {
  readonly id: string;
  readonly onDone: () => void;
}

const own = 'own';
const units = ['minutes', 'hours', 'days'] as const satisfies readonly LinkUnit[];
const unitNames: Readonly<Record<LinkUnit, Message>> = {
  minutes: message('uploads.minutes'),
  hours: message('uploads.hours'),
  days: message('uploads.days'),
};

/** Asks when a link expires and copies the link. */
function TimedLinkForm({ id, onDone }: TimedLinkFormProps) {
  const fieldId = useId();
  const last = useSettings((settings) => settings.linkSeconds);
  const [choice, setChoice] = useState(
    linkTimes.some((seconds) => seconds === last) ? String(last) : own,
  );
  const [count, setCount] = useState(String(inUnits(last).count));
  const [unit, setUnit] = useState<LinkUnit>(inUnits(last).unit);
  const [isWrong, setIsWrong] = useState(false);

  async function submit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const seconds = choice === own ? linkSeconds(count, unit) : Number(choice);
    setIsWrong(seconds === null);
    if (seconds === null) return;
    if (await copyTimedLink(id, seconds, linkTimeText(seconds))) onDone();
  }

  return (
    <form className="timed-link" onSubmit={(event) => void submit(event)}>
      <label htmlFor={fieldId}>{t('uploads.linkExpires')}</label>
      <SelectInput id={fieldId} data-autofocus value={choice} onChange={setChoice}>
        {linkTimes.map((seconds) => (
          <option key={seconds} value={seconds}>
            {linkTimeText(seconds)}
          </option>
        ))}
        <option value={own}>{t('uploads.customTime')}</option>
      </SelectInput>
      {choice === own && (
        <div className="row">
          <TextInput
            inputMode="decimal"
            aria-label={t('uploads.duration')}
            aria-describedby={`${fieldId}-error`}
            aria-invalid={isWrong}
            error={isWrong}
            value={count}
            onChange={setCount}
          />
          <SelectInput
            aria-label={t('uploads.unit')}
            value={unit}
            onChange={(value) => setUnit(value === 'days' || value === 'hours' ? value : 'minutes')}
          >
            {units.map((each) => (
              <option key={each} value={each}>
                {textOf(unitNames[each])}
              </option>
            ))}
          </SelectInput>
        </div>
      )}
      <FieldError id={`${fieldId}-error`} message={isWrong ? t('uploads.linkTimeIssue') : null} />
      <div className="row several-end">
        <Button variant="default" onClick={onDone}>
          {t('window.cancel')}
        </Button>
        <Button type="submit">{t('uploads.copyLink')}</Button>
      </div>
    </form>
  );
}
