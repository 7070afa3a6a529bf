import { UnstyledButton } from '@mantine/core';
import { ChevronRight, CircleAlert } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { type OwnOptionGroup, ownOptionsOf } from '@shared/request/own-options.js';
import type { OptionGroup } from '@shared/settings.js';
import { formatList } from '../../i18n/format.js';
import { t } from '../../i18n/t.js';
import { changeSettings, useSettings } from '../../settings/settings-store.js';
import { useUi } from '../../ui/ui-store.js';
import { useDraft } from '../draft/draft-store.js';
import type { FieldName } from '../../ui/fields.js';
import { OwnFields, ownFacts } from './OwnOptions.js';
import { useHasError } from '../draft/reading.js';

/** The fields of each group, which opens when one of them is to be focused. */
const fieldsOfGroups: Readonly<Record<OptionGroup, readonly FieldName[]>> = {
  page: [
    'format',
    'landscape',
    'margin',
    'margin.top',
    'margin.right',
    'margin.bottom',
    'margin.left',
    'zoom',
    'pages',
    ...ownOptionsOf('page'),
  ],
  header: ownOptionsOf('header'),
  contents: ownOptionsOf('contents'),
  loading: [
    'disableJavascript',
    'timeoutSeconds',
    'source.base',
    'failOn',
    ...ownOptionsOf('loading'),
  ],
  appearance: ownOptionsOf('appearance'),
  info: [...ownOptionsOf('info'), 'attachments'],
  security: ['protection.open', 'protection.owner', ...ownOptionsOf('security')],
  privacy: ['compliance', 'webhook'],
};

interface GroupProps {
  readonly name: OptionGroup;
  readonly title: string;
  /** What is set, shown while the group is closed. */
  readonly summary: string;
  readonly isChanged: boolean;
  readonly children: ReactNode;
}

/** A group of options that opens and closes, and stays so over a restart. */
export function Group({ name, title, summary, isChanged, children }: GroupProps) {
  const isOpen = useSettings(({ openGroups }) => openGroups.includes(name));
  const isWanted = useUi(
    ({ focusWanted }) => focusWanted !== null && fieldsOfGroups[name].includes(focusWanted),
  );
  const hasError = useHasError(fieldsOfGroups[name]);
  const group = useRef<HTMLDivElement>(null);
  const isOpening = useRef(false);
  useEffect(() => {
    if (isWanted && !isOpen) setOpen(name, true);
  }, [name, isWanted, isOpen]);
  useEffect(() => {
    if (isOpen && isOpening.current) group.current?.scrollIntoView({ block: 'nearest' });
    isOpening.current = false;
  }, [isOpen]);
  const toggle = () => {
    isOpening.current = !isOpen;
    setOpen(name, !isOpen);
  };

  return (
    <div className="option-group" ref={group}>
      <h2>
        <UnstyledButton className="group-toggle" aria-expanded={isOpen} onClick={toggle}>
          <ChevronRight size={14} aria-hidden />
          <span>{title}</span>
          {!isOpen && (
            <>
              {isChanged && (
                <span className="reset-dot" role="img" aria-label={t('form.changed')} />
              )}
              {hasError && (
                <CircleAlert className="group-error" size={14} aria-label={t('form.hasError')} />
              )}
              <span className="group-summary quiet cut">{summary}</span>
            </>
          )}
        </UnstyledButton>
      </h2>
      {isOpen && <div className="group-fields">{children}</div>}
    </div>
  );
}

interface OwnGroupProps {
  readonly name: OptionGroup & OwnOptionGroup;
  readonly title: string;
  /** The summary if nothing is set. */
  readonly unset: string;
}

/** A group that only holds options from the table. */
export function OwnGroup({ name, title, unset }: OwnGroupProps) {
  const facts = useDraft(useShallow(({ draft }) => ownFacts(draft, name)));
  return (
    <FactsGroup name={name} title={title} facts={facts} unset={unset}>
      <OwnFields group={name} />
    </FactsGroup>
  );
}

interface FactsGroupProps extends Pick<GroupProps, 'name' | 'title' | 'children'> {
  /** Descriptions of what is set. */
  readonly facts: readonly string[];
  /** The summary if nothing is set. */
  readonly unset: string;
}

/** A group that is changed if anything in it is set. */
export function FactsGroup({ facts, unset, ...group }: FactsGroupProps) {
  const summary = facts.length === 0 ? unset : formatList(facts);
  return <Group {...group} summary={summary} isChanged={facts.length > 0} />;
}

function setOpen(name: OptionGroup, isOpen: boolean): void {
  const others = useSettings.getState().openGroups.filter((each) => each !== name);
  void changeSettings({ openGroups: isOpen ? [...others, name] : others });
}
