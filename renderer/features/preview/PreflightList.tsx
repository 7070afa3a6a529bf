import { type Preflight, findingKindLabels, findingKinds } from '@shared/preflight.js';
import { textOf } from '../../i18n/t.js';

/** The warnings, grouped by kind. */
export function PreflightList({ preflight }: { readonly preflight: Preflight }) {
  const groups = findingKinds
    .map((kind) => ({ kind, findings: preflight.filter((finding) => finding.kind === kind) }))
    .filter(({ findings }) => findings.length > 0);
  return groups.map(({ kind, findings }) => (
    <section key={kind} aria-labelledby={`findings-${kind}`}>
      <h4 id={`findings-${kind}`}>{textOf(findingKindLabels[kind])}</h4>
      <ul>
        {findings.map(({ message }, index) => (
          <li key={index}>{textOf(message)}</li>
        ))}
      </ul>
    </section>
  ));
}
