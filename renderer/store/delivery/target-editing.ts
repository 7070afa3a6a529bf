import { create } from 'zustand';
import type { AppErrorData, FieldIssue } from '@shared/errors.js';
import type { BucketTarget } from '@shared/targets.js';
import { call } from '../../bridge.js';
import {
  type TargetForm,
  copyOfTarget,
  formOfTarget,
  newTargetForm,
  readTargetForm,
} from './target-form.js';
import { saveTarget } from './targets-store.js';

/** What became of the last test. */
export type TestState =
  | { readonly kind: 'none' }
  | { readonly kind: 'running' }
  | { readonly kind: 'passed'; readonly message: string }
  | { readonly kind: 'failed'; readonly error: AppErrorData };

interface EditingState {
  /** The target that is being written; null: none is. It stays while the settings are closed, so that Escape loses nothing. */
  readonly form: TargetForm | null;
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

const nothing: EditingState = {
  form: null,
  isNew: false,
  revealed: new Set(),
  showsAll: false,
  test: { kind: 'none' },
  saving: false,
  failure: null,
  led: 0,
};

/** The target that is being added or changed in the settings. */
export const useTargetEditing = create<EditingState>(() => nothing);

export function addTarget(): void {
  begin(newTargetForm(crypto.randomUUID(), 'aws'), true);
}

export function editTarget(target: BucketTarget): void {
  begin(formOfTarget(target), false);
}

export function duplicateTarget(target: BucketTarget): void {
  begin(copyOfTarget(target, crypto.randomUUID()), true);
}

/** Goes back to the list; what was changed is dropped. */
export function stopEditing(): void {
  useTargetEditing.setState(nothing);
}

/** Changes the form; what a test said is no longer about it. */
export function changeTargetForm(change: Partial<TargetForm>): void {
  useTargetEditing.setState(({ form }) => ({
    form: form && { ...form, ...change },
    test: nothing.test,
    failure: null,
  }));
}

/** Shows the mistake of a field from now on. */
export function revealTargetField(field: string): void {
  useTargetEditing.setState(({ revealed }) => ({ revealed: new Set([...revealed, field]) }));
}

/**
 * Tries the target as it is in the form.
 * @param secret the key in the field; empty: the one that is kept
 */
export async function testTarget(secret: string): Promise<void> {
  const target = readyTarget();
  if (!target) return;
  const asked = useTargetEditing.getState().form;
  useTargetEditing.setState({ test: { kind: 'running' }, failure: null });
  const result = await call('targets:test', { target, ...(secret !== '' && { secret }) });
  if (useTargetEditing.getState().form !== asked) return;
  if (result.ok) {
    useTargetEditing.setState({ test: { kind: 'passed', message: result.value.message } });
  } else {
    useTargetEditing.setState({ test: { kind: 'failed', error: result.error } });
    lead();
  }
}

/**
 * Keeps the target and goes back to the list.
 * @param secret its key; undefined: the one that is kept stays; null: is forgotten
 */
export async function keepTarget(secret: string | null | undefined): Promise<void> {
  const target = readyTarget();
  if (!target || useTargetEditing.getState().saving) return;
  useTargetEditing.setState({ saving: true, failure: null });
  const failure = await saveTarget(target, secret);
  if (!failure) {
    stopEditing();
    return;
  }
  useTargetEditing.setState({ saving: false, failure });
  lead();
}

/** What is to be told beside the fields: the form's own mistakes where they are due, and what a test or the keeping found. */
export function targetMistakes(state: EditingState): readonly FieldIssue[] {
  const { form, revealed, test, failure } = state;
  if (!form) return [];
  const own = readTargetForm(form).issues.filter(({ field }) => revealed.has(field));
  const found = test.kind === 'failed' ? (test.error.fields ?? []) : [];
  return [...own, ...found, ...(failure?.fields ?? [])];
}

function begin(form: TargetForm, isNew: boolean): void {
  useTargetEditing.setState({ ...nothing, form, isNew });
}

/** The target in the form; with a mistake in it, null, and the mistakes are shown. */
function readyTarget(): BucketTarget | null {
  const { form } = useTargetEditing.getState();
  if (!form) return null;
  const { target, issues } = readTargetForm(form);
  if (!target) {
    useTargetEditing.setState({ revealed: new Set(issues.map(({ field }) => field)) });
    lead();
  }
  return target;
}

function lead(): void {
  useTargetEditing.setState(({ led }) => ({ led: led + 1 }));
}
