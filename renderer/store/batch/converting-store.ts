import { create } from 'zustand';
import type { FieldIssue } from '@shared/errors.js';

interface ConvertingState {
  /** The documents of the form are on their way into the queue. */
  readonly adding: boolean;
  /** Mistakes that only a batch has; they go as soon as the form changes. */
  readonly issues: readonly FieldIssue[];
}

/** What the action "Convert" is doing. */
export const useConverting = create<ConvertingState>(() => ({ adding: false, issues: [] }));
