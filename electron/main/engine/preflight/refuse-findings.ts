import { AppError } from '../../../shared/errors.js';
import {
  type FindingKind,
  type Preflight,
  findingKinds,
  findingsCount,
} from '../../../shared/preflight.js';
import { englishText } from '../../../shared/messages/translator.js';

/** How many of the findings are quoted in the sentence of the failure. */
const quoted = 3;

/**
 * Ends a conversion whose page has findings of a kind that the request does not put up with.
 * @throws AppError `preflight-failed` that says how many of what there are, and the first of them
 */
export function refuseFindings(preflight: Preflight, failOn: readonly FindingKind[] = []): void {
  const wrong = preflight.filter(({ kind }) => failOn.includes(kind));
  if (wrong.length === 0) return;
  const counts = findingKinds.flatMap((kind) => {
    const count = wrong.filter((finding) => finding.kind === kind).length;
    return count === 0 ? [] : [englishText(findingsCount(kind, count))];
  });
  const first = wrong.slice(0, quoted).map(({ message }) => message);
  const left = wrong.length - first.length;
  const rest = left === 0 ? [] : [`(${left} more)`];
  throw new AppError(
    'preflight-failed',
    [
      `The page has ${counts.join(', ')}, which this conversion is to fail on.`,
      ...first,
      ...rest,
    ].join(' '),
  );
}
