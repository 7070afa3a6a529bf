import { describe, expect, it } from 'vitest';
import type { Draft } from '../../../../../electron/shared/draft.js';
import type { ConversionRequest } from '../../../../../electron/shared/request/request.js';
import { draftDefaults } from '../../../../../renderer/document/draft/draft-defaults.js';
import type { ShownPdf } from '../../../../../renderer/document/draft/preview-store.js';
import { suggestedName } from '../../../../../renderer/document/draft/output.js';

const shownOf = (source: ConversionRequest['source']): ShownPdf => ({
  artifact: {
    id: 'a',
    address: '',
    size: 1,
    pages: 1,
    title: 'Made',
    suggestedName: 'Made.pdf',
    preflight: [],
  },
  request: { source, disableJavascript: false, timeoutSeconds: 30 },
  renderOn: null,
  receipt: null,
  source: 'html',
});
const made = shownOf({ kind: 'html', html: 'made' });
const nameOf = (draft: Partial<Draft>, shown: ShownPdf | null) =>
  suggestedName({ ...draftDefaults, tab: 'html', ...draft }, 0, shown, (html) =>
    html.replace('made', ''),
  );

describe('the default name of a PDF', () => {
  it('is that of the shown PDF, while the next one is converted locally', () => {
    expect(nameOf({ html: 'made' }, made)).toBe('Made.pdf');
    expect(nameOf({ html: 'Next' }, made)).toBe('Made.pdf');
    expect(nameOf({ html: 'made', renderOn: 'office' }, made)).toBe('Made.pdf');
  });

  it('is that of the HTML in the form, before a service has converted it', () => {
    expect(nameOf({ html: 'Next page', renderOn: 'office' }, made)).toBe('Next-page.pdf');
    expect(nameOf({ html: 'made', renderOn: 'office' }, null)).toBe('document.pdf');
  });

  it('is that of the file, and of the URL before it has been converted', () => {
    const files = { tab: 'files', selectedPath: '/home/me/Invoice 7.html' } as const;
    expect(nameOf({ ...files, renderOn: 'office' }, null)).toBe('Invoice 7.pdf');
    const shown = shownOf({ kind: 'file', path: '/home/me/Invoice 7.html' });
    expect(nameOf(files, shown)).toBe('Invoice 7.pdf');
    expect(nameOf({ tab: 'url', url: 'example.org/a.html' }, null)).toBe('a.pdf');
    expect(nameOf({ tab: 'url', url: '' }, null)).toBe('document.pdf');
  });
});
