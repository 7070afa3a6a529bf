import { paperName } from './paper-name.js';
import type { OpenedPdf } from './preview-store.js';
import { useSettings } from '../../settings/settings-store.js';
import { useView } from './view-store.js';
import { formatPages } from '../../ui/wording.js';
import { formatBytes } from '../../i18n/format.js';

/** Paper size of the current page, page count and file size. */
export function PdfFacts({ shown }: { readonly shown: OpenedPdf }) {
  const page = useView((view) => view.page);
  const unit = useSettings(({ lengthUnit }) => lengthUnit);
  const size = shown.pdf.pages[page] ?? shown.pdf.pages[0];
  const facts = [
    ...(size ? [paperName(size, unit)] : []),
    formatPages(shown.pdf.pages.length),
    formatBytes(shown.artifact.size),
  ];
  return <span className="pdf-facts cut">{facts.join(' · ')}</span>;
}
