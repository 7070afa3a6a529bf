import { Button, Popover } from '@mantine/core';
import {
  FolderOpen,
  type LucideIcon,
  RectangleHorizontal,
  Shrink,
  TriangleAlert,
} from 'lucide-react';
import { useState } from 'react';
import {
  type Finding,
  findingKindLabels,
  findingKinds,
  foldersToAllow,
} from '@shared/request/preflight.js';
import { formatNumber, formatPercent } from '../../i18n/format.js';
import { t, textOf } from '../../i18n/t.js';
import { allowFolder, changeDraft, useDraft } from '../draft/draft-store.js';
import type { ShownPdf } from '../draft/preview-store.js';
import { activeViewer } from '../viewer/viewer-controller.js';

/** The number of warnings; opens the list with what helps against them. */
export function Warnings({ shown: { artifact, request } }: { readonly shown: ShownPdf }) {
  const { preflight } = artifact;
  const { zoom = 1 } = request;
  const [isOpen, setIsOpen] = useState(false);
  if (preflight.length === 0) return null;
  const groups = findingKinds
    .map((kind) => ({ kind, findings: preflight.filter((finding) => finding.kind === kind) }))
    .filter(({ findings }) => findings.length > 0);
  const count = t('preview.warningCount', { count: preflight.length });
  return (
    <Popover
      opened={isOpen}
      onChange={setIsOpen}
      position="bottom-end"
      width={400}
      shadow="md"
      trapFocus
    >
      <Popover.Target>
        <Button
          className="warnings-button"
          aria-label={count}
          variant="subtle"
          leftSection={<TriangleAlert size={14} aria-hidden />}
          onClick={() => setIsOpen(!isOpen)}
        >
          <span className="wide">{count}</span>
          <span className="narrow">{formatNumber(preflight.length)}</span>
        </Button>
      </Popover.Target>
      <Popover.Dropdown className="warnings" aria-label={t('preview.warnings')}>
        <div className="warnings-list" tabIndex={0}>
          {groups.map(({ kind, findings }) => (
            <section key={kind} aria-labelledby={`findings-${kind}`}>
              <h4 id={`findings-${kind}`}>{textOf(findingKindLabels[kind])}</h4>
              <ul>
                {findings.map((finding, index) => (
                  <li key={index}>
                    <span>{textOf(finding.message)}</span>
                    <ShowButton finding={finding} onShow={() => setIsOpen(false)} />
                  </li>
                ))}
              </ul>
              <Fixes findings={findings} zoom={zoom} />
            </section>
          ))}
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}

interface ShowButtonProps {
  readonly finding: Finding;
  readonly onShow: () => void;
}

/** Finds the text or the image of a finding in the PDF. */
function ShowButton({ finding: { text, image }, onShow }: ShowButtonProps) {
  if (text === undefined && image === undefined) return null;
  return (
    <Button
      className="warning-show"
      variant="subtle"
      size="compact-xs"
      onClick={() => {
        // The list would cover the paper.
        onShow();
        if (text !== undefined) activeViewer()?.showText(text);
        if (image !== undefined) void activeViewer()?.showImage(image);
      }}
    >
      {t('preview.showInPdf')}
    </Button>
  );
}

interface FixesProps {
  readonly findings: readonly Finding[];
  /** The scale of the conversion, 1 for actual size. */
  readonly zoom: number;
}

function Fixes({ findings, zoom }: FixesProps) {
  const orientation = useDraft(({ draft }) => draft.orientation);
  const beyond = Math.max(0, ...findings.map(({ beyondMillimeters = 0 }) => beyondMillimeters));
  const fitting = fittingZoom(zoom * 100, beyond);
  return (
    <div className="warning-fixes">
      {foldersToAllow(findings).map((folder) => (
        <Fix
          key={folder}
          icon={FolderOpen}
          label={t('preview.allowAccess', { folder })}
          onClick={() => allowFolder(folder)}
        />
      ))}
      {beyond > 0 && orientation !== 'landscape' && (
        <Fix
          icon={RectangleHorizontal}
          label={t('preview.useLandscape')}
          onClick={() => changeDraft({ orientation: 'landscape' })}
        />
      )}
      {fitting !== null && (
        <Fix
          icon={Shrink}
          label={t('preview.shrinkToFit', { zoom: formatPercent(fitting / 100) })}
          onClick={() => changeDraft({ zoom: String(fitting) })}
        />
      )}
    </div>
  );
}

interface FixProps {
  readonly icon: LucideIcon;
  readonly label: string;
  readonly onClick: () => void;
}

function Fix({ icon: Icon, label, onClick }: FixProps) {
  return (
    <Button
      className="warning-fix"
      variant="default"
      size="compact-xs"
      leftSection={<Icon size={14} aria-hidden />}
      title={label}
      onClick={onClick}
    >
      {label}
    </Button>
  );
}

/** The part of the paper's width that content has with usual margins. */
const contentShare = 0.88;

/** The smallest zoom of the form, in percent. */
const minZoom = 10;

/**
 * In percent, for the width of the paper; null if content fits, or would have to be smaller than
 * the form allows.
 * @param beyondMillimeters how much does not fit now
 */
function fittingZoom(zoom: number, beyondMillimeters: number): number | null {
  const paper = activeViewer()?.store.getState().paper;
  if (beyondMillimeters === 0 || !paper) return null;
  const width = ((paper.width * 25.4) / 72) * contentShare;
  const fitting = Math.floor((zoom * width) / (width + beyondMillimeters));
  return fitting >= minZoom ? fitting : null;
}
