import { create } from 'zustand';
import type { FieldIssue } from '@shared/errors.js';

interface ConvertingState {
  /** True while documents are being added to the queue. */
  readonly adding: boolean;
  /** Errors that only apply to a batch; cleared when the form changes. */
  readonly issues: readonly FieldIssue[];
}

/** The state of the Convert action. */
export const useConverting = create<ConvertingState>(() => ({ adding: false, issues: [] }));
