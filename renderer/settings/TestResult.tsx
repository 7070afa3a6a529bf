import { CircleAlert, CircleCheck } from 'lucide-react';
import type { EditingState } from '../document/form/editing.js';
import { fieldOf } from './form-issues.js';
import { t, textOf } from '../i18n/t.js';

interface TestResultProps {
  readonly state: Pick<EditingState<unknown>, 'test' | 'failure'>;
  /** Shown while a test runs. */
  readonly runningText: string;
  /** Field paths. An error that is shown beside its field isn't repeated here. */
  readonly fields: readonly string[];
}

/** The result of a test or of saving. */
export function TestResult({ state: { test, failure }, runningText, fields }: TestResultProps) {
  const error = failure ?? (test.kind === 'failed' ? test.error : null);
  const isMarked = error?.fields?.some(({ field }) => fieldOf(fields, field) !== null) === true;
  return (
    <div className="test-result" role="status">
      {test.kind === 'running' && <span className="quiet">{runningText}</span>}
      {test.kind === 'passed' && (
        <span className="test-line" data-passed>
          <CircleCheck size={16} aria-hidden />
          <span>{textOf(test.message)}</span>
        </span>
      )}
      {error && (
        <span className="test-line">
          <CircleAlert size={16} aria-hidden />
          <span>
            {isMarked
              ? failure
                ? t('settings.seeField')
                : t('settings.testFailed')
              : textOf(error.message)}
          </span>
        </span>
      )}
    </div>
  );
}
