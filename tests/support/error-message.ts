import {
  type AppErrorData,
  type FieldIssue,
  issueText,
  publicError,
} from '../../electron/shared/messages/errors.js';

/** Returns the English text of an error. */
export function errorMessage(error: AppErrorData | undefined): string | undefined {
  return error && publicError(error).message;
}

/** Returns issues with their English text. */
export function issuesInEnglish(
  issues: readonly FieldIssue[] = [],
): readonly { readonly field: string; readonly message: string }[] {
  return issues.map((issue) => ({ field: issue.field, message: issueText(issue) }));
}
