import { CircleAlert, CircleCheck } from 'lucide-react';
import type { useTargetEditing } from '../../store/delivery/target-editing.js';
import { hasField } from './target-mistakes.js';

interface TestResultProps {
  readonly state: ReturnType<typeof useTargetEditing.getState>;
}

/** What a test or the keeping came to. A sentence that stands beside its field is not said twice. */
export function TestResult({ state: { test, failure } }: TestResultProps) {
  const error = failure ?? (test.kind === 'failed' ? test.error : null);
  return (
    <div className="test-result" role="status">
      {test.kind === 'running' && <span className="quiet">Putting a small object there</span>}
      {test.kind === 'passed' && (
        <span className="test-line" data-passed>
          <CircleCheck size={16} aria-hidden />
          <span>{test.message}</span>
        </span>
      )}
      {error && (
        <span className="test-line">
          <CircleAlert size={16} aria-hidden />
          <span>{error.fields?.some(hasField) ? markedText : error.message}</span>
        </span>
      )}
    </div>
  );
}

const markedText = 'That did not work; the field with the reason is marked.';
