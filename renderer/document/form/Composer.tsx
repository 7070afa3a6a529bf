import { ContentSection } from './ContentSection.js';
import { MoreSection } from './MoreSection.js';
import { PaperSection } from './PaperSection.js';
import { RenderOnSection } from './RenderOnField.js';
import { SourceSection } from './SourceSection.js';
import './composer.css';

/** The options of the document: source, layout and output. */
export function Composer() {
  return (
    <div className="composer">
      <SourceSection />
      <RenderOnSection />
      <PaperSection />
      <ContentSection />
      <MoreSection />
    </div>
  );
}
