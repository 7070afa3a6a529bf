import { Button } from '@mantine/core';
import { FolderOpen } from 'lucide-react';
import {
  type Preflight,
  findingKindLabels,
  findingKinds,
  foldersToAllow,
} from '@shared/preflight.js';
import { allowFolder } from '../form/draft-store.js';
import { t, textOf } from '../../i18n/t.js';

/** The warnings, grouped by kind; those about blocked files offer to allow their folders. */
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
      {foldersToAllow(findings).map((folder) => (
        <Button
          key={folder}
          className="allow-folder"
          variant="default"
          size="compact-xs"
          leftSection={<FolderOpen size={14} aria-hidden />}
          title={folder}
          onClick={() => allowFolder(folder)}
        >
          {t('preview.allowAccess', { folder })}
        </Button>
      ))}
    </section>
  ));
}
