import { type StoreApi, type UseBoundStore, create } from 'zustand';
import type { AppErrorData, FieldIssue } from '@shared/errors.js';
import type { Result } from '@shared/result.js';
import { showFailure } from './notices.js';

/** What became of the last test. */
export type TestState =
  | { readonly kind: 'none' }
  | { readonly kind: 'running' }
  | { readonly kind: 'passed'; readonly message: string }
  | { readonly kind: 'failed'; readonly error: AppErrorData };

/** Something with a secret that is being added or changed in the settings. */
export interface EditingState<Form> {
  /** What is being written; null: nothing is. It stays while the settings are closed, so that Escape loses nothing but a secret, of which there is no copy beside its field. */
  readonly form: Form | null;
  readonly isNew: boolean;
  /** The fields whose mistakes are told: they were left, or an action was tried. */
  readonly revealed: ReadonlySet<string>;
  readonly showsAll: boolean;
  readonly test: TestState;
  readonly saving: boolean;
  /** Why it could not be kept. */
  readonly failure: AppErrorData | null;
  /** Another number each time that mistakes were found which the person is to be led to. */
  readonly led: number;
}

interface EditingParts<Form, Item> {
  /** Gives what a form amounts to, or null and its mistakes. */
  readonly read: (form: Form) => {
    readonly item: Item | null;
    readonly issues: readonly FieldIssue[];
  };
  /** @param secret the one in the field; empty: the one that is kept */
  readonly test: (item: Item, secret: string) => Promise<Result<{ readonly message: string }>>;
  /**
   * @param secret the new one; undefined: the one that is kept stays; null: is forgotten
   * @returns why it could not be kept; null if it could
   */
  readonly save: (item: Item, secret: string | null | undefined) => Promise<AppErrorData | null>;
}

/** What can be done with the form of something that is being edited. */
export interface Editing<Form> {
  readonly use: UseBoundStore<StoreApi<EditingState<Form>>>;
  readonly begin: (form: Form, isNew: boolean) => void;
  /** Goes back to the list; what was changed is dropped. */
  readonly stop: () => void;
  /** Changes the form; what a test said is no longer about it. */
  readonly change: (change: Partial<Form>) => void;
  /** Shows the mistake of a field from now on. */
  readonly reveal: (field: string) => void;
  /** Tries it as it is in the form. */
  readonly test: (secret: string) => Promise<void>;
  /** Keeps it and goes back to the list. */
  readonly keep: (secret: string | null | undefined) => Promise<void>;
  /** What is to be told beside the fields: the form's own mistakes where they are due, and what a test or the keeping found. */
  readonly mistakes: (state: EditingState<Form>) => readonly FieldIssue[];
}

/** The state and the actions of a form in the settings for something that can be tested and has a secret. */
export function createEditing<Form extends object, Item>(
  parts: EditingParts<Form, Item>,
): Editing<Form> {
  const nothing: EditingState<Form> = {
    form: null,
    isNew: false,
    revealed: new Set(),
    showsAll: false,
    test: { kind: 'none' },
    saving: false,
    failure: null,
    led: 0,
  };
  const use = create<EditingState<Form>>(() => nothing);
  const lead = () => use.setState(({ led }) => ({ led: led + 1 }));
  /** Another number with each form that is opened or left. */
  let round = 0;
  const open = (state: EditingState<Form>) => {
    round += 1;
    use.setState(state);
  };
  const stop = () => open(nothing);

  /** With a mistake in the form null, and the mistakes are shown. */
  function ready(): Item | null {
    const { form } = use.getState();
    if (!form) return null;
    const { item, issues } = parts.read(form);
    if (item === null) {
      use.setState({ revealed: new Set(issues.map(({ field }) => field)) });
      lead();
    }
    return item;
  }

  async function test(secret: string): Promise<void> {
    const item = ready();
    if (item === null) return;
    const asked = use.getState().form;
    use.setState({ test: { kind: 'running' }, failure: null });
    const result = await parts.test(item, secret);
    if (use.getState().form !== asked) return;
    if (result.ok) {
      use.setState({ test: { kind: 'passed', message: result.value.message } });
    } else {
      use.setState({ test: { kind: 'failed', error: result.error } });
      lead();
    }
  }

  async function keep(secret: string | null | undefined): Promise<void> {
    const item = ready();
    if (item === null || use.getState().saving) return;
    const kept = round;
    use.setState({ saving: true, failure: null });
    const failure = await parts.save(item, secret);
    if (round !== kept) {
      if (failure) showFailure("Couldn't save the change", failure);
      return;
    }
    if (!failure) {
      stop();
      return;
    }
    use.setState({ saving: false, failure });
    lead();
  }

  return {
    use,
    begin: (form, isNew) => open({ ...nothing, form, isNew }),
    stop,
    change: (change) =>
      use.setState(({ form }) => ({
        form: form && { ...form, ...change },
        test: nothing.test,
        failure: null,
      })),
    reveal: (field) =>
      use.setState(({ revealed }) => ({ revealed: new Set([...revealed, field]) })),
    test,
    keep,
    mistakes: ({ form, revealed, test: last, failure }) => {
      if (!form) return [];
      const own = parts.read(form).issues.filter(({ field }) => revealed.has(field));
      const found = last.kind === 'failed' ? (last.error.fields ?? []) : [];
      return [...own, ...found, ...(failure?.fields ?? [])];
    },
  };
}
