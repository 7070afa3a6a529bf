import type { BucketTarget } from '@shared/targets.js';
import { call } from '../bridge.js';
import { createEditing } from '../document/form/editing.js';
import {
  type TargetForm,
  copyOfTarget,
  formOfTarget,
  newTargetForm,
  readTargetForm,
} from './target-form.js';
import { saveTarget } from './targets-store.js';

/** The destination that is being added or edited in the settings. */
export const targetEditing = createEditing<TargetForm, BucketTarget>({
  secretField: 'target-secret',
  read: (form) => {
    const { target, issues } = readTargetForm(form);
    return { item: target, issues };
  },
  test: (target, secret) => call('targets:test', { target, ...(secret !== '' && { secret }) }),
  save: saveTarget,
});

export const useTargetEditing = targetEditing.use;
export const changeTargetForm = targetEditing.change;
export const touchTargetField = targetEditing.touch;

export function addTarget(): void {
  targetEditing.begin(newTargetForm(crypto.randomUUID(), 'aws'), true);
}

export function editTarget(target: BucketTarget): void {
  targetEditing.begin(formOfTarget(target), false);
}

export function duplicateTarget(target: BucketTarget): void {
  targetEditing.begin(copyOfTarget(target, crypto.randomUUID()), true);
}
