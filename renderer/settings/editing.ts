import { type StoreApi, type UseBoundStore, create } from 'zustand';
import type { AppErrorData, FieldIssue } from '@shared/messages/errors.js';
import type { Message } from '@shared/messages/message.js';
import type { Result } from '@shared/result.js';
import { showFailure } from '../ui/notices.js';
import { forgetTypedSecret } from './secrets.js';
import { t } from '../i18n/t.js';

type TestState =
  | { readonly kind: 'none' }
  | { readonly kind: 'running' }
  | { readonly kind: 'passed'; readonly message: Message }
  | { readonly kind: 'failed'; readonly error: AppErrorData };

/** The state of an editor in the settings for an item with a secret. */
export interface EditingState<Form> {
  /** The edited form; null if none. Like a typed secret, it survives closing the settings. */
  readonly form: Form | null;
  readonly isNew: boolean;
  /** True once the form or its secret was changed. */
  readonly isChanged: boolean;
  /** Fields whose error is shown: they were left, or an action was tried. */
  readonly touched: ReadonlySet<string>;
  /** The collapsible sections that are open, by the keys of their labels. */
  readonly openSections: ReadonlySet<string>;
  readonly test: TestState;
  readonly saving: boolean;
  /** Why saving failed. */
  readonly failure: AppErrorData | null;
  /** Incremented to focus the first invalid field. */
  readonly focusErrorTick: number;
}

interface EditingParts<Form, Item> {
  /** Prefix of the ids of controls; that of the secret ends in `-secret`. */
  readonly idPrefix: string;
  /** The paths of errors that the form shows beside a control. */
  readonly fields: readonly string[];
  /** Parses a form; the item is null if there are errors. */
  readonly read: (form: Form) => {
    readonly item: Item | null;
    readonly issues: readonly FieldIssue[];
  };
  /** @param secret the typed one; empty for the stored one */
  readonly test: (item: Item, secret: string) => Promise<Result<{ readonly message: Message }>>;
  /**
   * @param secret the new one; undefined keeps the stored one, null deletes it
   * @returns why saving failed; null if it succeeded
   */
  readonly save: (item: Item, secret: string | null | undefined) => Promise<AppErrorData | null>;
}

export interface Editing<Form> {
  readonly use: UseBoundStore<StoreApi<EditingState<Form>>>;
  readonly idPrefix: string;
  readonly fields: readonly string[];
  readonly begin: (form: Form, isNew: boolean) => void;
  /** Returns to the list and discards changes. */
  readonly stop: () => void;
  /** Changes the form and clears the test result. */
  readonly change: (change: Partial<Form>) => void;
  /** Changes one property of the form and clears the test result. */
  readonly set: (name: keyof Form & string, value: string | boolean) => void;
  /** Shows the error of a field from now on. */
  readonly touch: (field: string) => void;
  /** Shows the errors of fields from now on, and focuses the first invalid one. */
  readonly showErrors: (fields: readonly string[]) => void;
  /** Shows an error from outside of the editor, and focuses its field. */
  readonly showFailure: (failure: AppErrorData) => void;
  /** Tests the item as entered. */
  readonly test: (secret: string) => Promise<void>;
  /** Saves the item and returns to the list. */
  readonly keep: (secret: string | null | undefined) => Promise<void>;
  /**
   * Shown beside fields: those of the form that are due, and those found by a test or by saving.
   */
  readonly issues: (state: EditingState<Form>) => readonly FieldIssue[];
}

/** Creates the state and actions of an editor for items that can be tested and have a secret. */
export function createEditing<Form extends object, Item>(
  parts: EditingParts<Form, Item>,
): Editing<Form> {
  const nothing: EditingState<Form> = {
    form: null,
    isNew: false,
    isChanged: false,
    touched: new Set(),
    openSections: new Set(),
    test: { kind: 'none' },
    saving: false,
    failure: null,
    focusErrorTick: 0,
  };
  const use = create<EditingState<Form>>(() => nothing);
  const focusError = () =>
    use.setState(({ focusErrorTick }) => ({ focusErrorTick: focusErrorTick + 1 }));
  /** Incremented whenever a form is opened or closed. */
  let round = 0;
  const open = (state: EditingState<Form>) => {
    round += 1;
    forgetTypedSecret(`${parts.idPrefix}-secret`);
    use.setState(state);
  };
  const stop = () => open(nothing);

  /** Null after showing the errors of the form. */
  function ready(): Item | null {
    const { form } = use.getState();
    if (!form) return null;
    const { item, issues } = parts.read(form);
    if (item === null) {
      use.setState({ touched: new Set(issues.map(({ field }) => field)) });
      focusError();
    }
    return item;
  }

  async function test(secret: string): Promise<void> {
    const item = ready();
    if (item === null) return;
    const tested = use.getState().form;
    use.setState({ test: { kind: 'running' }, failure: null });
    const result = await parts.test(item, secret);
    if (use.getState().form !== tested) return;
    if (result.ok) {
      use.setState({ test: { kind: 'passed', message: result.value.message } });
    } else {
      use.setState({ test: { kind: 'failed', error: result.error } });
      focusError();
    }
  }

  async function keep(secret: string | null | undefined): Promise<void> {
    const item = ready();
    if (item === null || use.getState().saving) return;
    const savedRound = round;
    use.setState({ saving: true, failure: null });
    const failure = await parts.save(item, secret);
    if (round !== savedRound) {
      if (failure) showFailure(t('settings.saveFailed'), failure);
      return;
    }
    if (!failure) {
      stop();
      return;
    }
    use.setState({ saving: false, failure });
    focusError();
  }

  function replace(changed: (form: Form) => Form): void {
    use.setState(({ form }) => ({
      form: form && changed(form),
      isChanged: true,
      test: nothing.test,
      failure: null,
    }));
  }

  return {
    use,
    idPrefix: parts.idPrefix,
    fields: parts.fields,
    begin: (form, isNew) => open({ ...nothing, form, isNew }),
    stop,
    change: (change) => replace((form) => ({ ...form, ...change })),
    set: (name, value) => replace((form) => ({ ...form, [name]: value })),
    touch: (field) => use.setState(({ touched }) => ({ touched: new Set([...touched, field]) })),
    showErrors: (fields) => {
      use.setState(({ touched }) => ({ touched: new Set([...touched, ...fields]) }));
      focusError();
    },
    showFailure: (failure) => {
      use.setState({ failure, test: nothing.test });
      focusError();
    },
    test,
    keep,
    issues: ({ form, touched, test: last, failure }) => {
      if (!form) return [];
      const own = parts.read(form).issues.filter(({ field }) => touched.has(field));
      const found = last.kind === 'failed' ? (last.error.fields ?? []) : [];
      return [...own, ...found, ...(failure?.fields ?? [])];
    },
  };
}
