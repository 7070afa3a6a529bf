import type { Draft } from '@shared/draft.js';
import type { FieldIssue } from '@shared/messages/errors.js';
import { message } from '@shared/messages/message.js';
import { ownOptionsOf } from '@shared/request/own-options.js';
import {
  type PasswordKind,
  type Security,
  type StoredProtection,
  passwordKinds,
  securitySchema,
} from '@shared/request/protection.js';
import { call } from '../../bridge/bridge.js';
import { useTargets } from '../../settings/targets-store.js';
import { focusField } from '../../ui/ui-store.js';
import { changeDraft, touchFields, useDraft } from './draft-store.js';

export type PasswordField = `protection.${PasswordKind}`;

/**
 * Passwords that were typed and are not stored yet. They are kept outside of React, so that no
 * attribute and no rendered state holds one.
 */
const typed = new Map<PasswordKind, string>();

let storing: Promise<void> = Promise.resolve();
let running = 0;

/** Empty if none is being typed. */
export function typedPassword(kind: PasswordKind): string {
  return typed.get(kind) ?? '';
}

/** Remembers a password for {@link storePasswords}. */
export function typePassword(kind: PasswordKind, text: string): void {
  if (text === '') typed.delete(kind);
  else typed.set(kind, text);
  setIssues([]);
}

/** Returns true while passwords have to be stored before the form is used. */
export function hasUnstoredPasswords(): boolean {
  return typed.size > 0 || running > 0;
}

/** Stores the typed passwords; those with an error stay in their fields. */
export async function storePasswords(): Promise<void> {
  return afterOthers(async () => {
    if (typed.size > 0) await store(Object.fromEntries(typed));
  });
}

async function afterOthers(work: () => Promise<void>): Promise<void> {
  running += 1;
  storing = storing.then(work).finally(() => (running -= 1));
  return storing;
}

/** Jobs that have the password keep it. */
export async function deletePassword(kind: PasswordKind): Promise<void> {
  typed.delete(kind);
  setIssues([]);
  if (useDraft.getState().draft.protection?.[kind] !== true) return;
  return afterOthers(async () => {
    const { protection } = useDraft.getState().draft;
    if (protection === null || isStored(protection)) await store({ [kind]: null });
    else await forgetLost(protection, kind);
  });
}

function isStored({ id }: StoredProtection): boolean {
  return useTargets.getState().secrets.protections.includes(id);
}

/** Removes a lost password from the form. The other one may be lost too, and can't be stored. */
async function forgetLost(protection: StoredProtection, kind: PasswordKind): Promise<void> {
  const left = { ...protection, [kind]: false };
  changeDraft({ protection: left.open || left.owner ? left : null });
  if (typed.size > 0) await store(Object.fromEntries(typed));
}

async function store(changes: Partial<Record<PasswordKind, string | null>>): Promise<void> {
  const { protection: stored } = useDraft.getState().draft;
  const result = await call('passwords:store', { stored, typed: changes });
  if (!result.ok) {
    const { fields, message: reason } = result.error;
    const [kind = 'open'] = passwordKinds.filter((each) => each in changes);
    setIssues(fields ?? [{ field: `protection.${kind}`, message: reason }]);
    touchFields(passwordKinds.map((each): PasswordField => `protection.${each}`));
    return;
  }
  for (const kind of passwordKinds) {
    // Another one may have been typed meanwhile.
    if (typed.get(kind) === changes[kind]) typed.delete(kind);
  }
  const { protection, secrets } = result.value;
  useTargets.setState({ secrets });
  setIssues([]);
  changeDraft({ protection });
}

function setIssues(passwordIssues: readonly FieldIssue[]): void {
  if (passwordIssues.length === 0 && useDraft.getState().passwordIssues.length === 0) return;
  useDraft.setState({ passwordIssues });
}

/** One for each password of the form that is not stored any more. */
export function lostPasswordIssues(
  protection: StoredProtection | null,
  storedIds: readonly string[],
): readonly FieldIssue[] {
  if (protection === null || storedIds.includes(protection.id)) return [];
  return passwordKinds
    .filter((kind) => protection[kind])
    .map((kind) => ({ field: `protection.${kind}`, message: message('protection.lost') }));
}

/** How the PDF is protected when it leaves Platen. */
export function securityOf({ protection, own }: Pick<Draft, 'protection' | 'own'>): Security {
  const passwords = protection === null ? {} : { protection };
  const permissions = ownOptionsOf('security').map((name) => [name, own[name]]);
  const whole = securitySchema.safeParse({ ...passwords, ...Object.fromEntries(permissions) });
  // Without an owner password, permissions have no effect; the form says so.
  return whole.success ? whole.data : passwords;
}

/**
 * Stores what was typed and returns {@link securityOf} the form; null if a password is invalid,
 * whose field then has the focus.
 */
export async function currentSecurity(): Promise<Security | null> {
  await storePasswords();
  const { draft, passwordIssues } = useDraft.getState();
  const { secrets } = useTargets.getState();
  const [first] = [...passwordIssues, ...lostPasswordIssues(draft.protection, secrets.protections)];
  if (first === undefined) return securityOf(draft);
  const [field = 'protection.open'] = passwordKinds
    .map((kind): PasswordField => `protection.${kind}`)
    .filter((each) => each === first.field);
  touchFields([field]);
  focusField(field);
  return null;
}
