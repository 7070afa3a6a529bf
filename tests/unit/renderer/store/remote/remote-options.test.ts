import { describe, expect, it } from 'vitest';
import type { Draft } from '../../../../../electron/shared/draft.js';
import { readBatch } from '../../../../../renderer/store/batch/read-batch.js';
import { draftDefaults } from '../../../../../renderer/store/draft-defaults.js';
import { readDraft } from '../../../../../renderer/store/read-draft.js';
import {
  renderedByLabel,
  remoteStageText,
} from '../../../../../renderer/store/remote/remote-wording.js';
import { placeIssues } from '../../../../../renderer/store/remote/render-place.js';
import { endpoint, receipt } from './support.js';
import { issuesInEnglish } from '../../../../support/error-message.js';

const office = endpoint('office');
const known = { targets: [], endpoints: [office] };
const onOffice = (change: Partial<Draft> = {}): Draft => ({
  ...draftDefaults,
  html: '<p>',
  renderOn: office.id,
  ...change,
});

const beyond: readonly [Partial<Draft>, string, RegExp][] = [
  [{ orientation: 'landscape' }, 'landscape', /^The API has no landscape option/],
  [{ timeout: '60' }, 'timeoutSeconds', /^The API has no timeout/],
  [{ failOn: ['fonts'] }, 'failOn', /^The API cannot fail on warnings/],
  [{ pages: '1-3,5' }, 'pages', /^Pages "1-3,5" has several parts/],
  [{ filename: '{name}.pdf' }, 'filename', /^The API does not support placeholders/],
];

describe('a form that a service converts', () => {
  it.each(beyond)('marks what no service knows: %j', (change, field, sentence) => {
    const expected = [{ field, message: expect.stringMatching(sentence) as string }];
    expect(issuesInEnglish(readDraft(onOffice(change), '').issues)).toEqual(expected);
    expect(readDraft(onOffice({ ...change, renderOn: null }), '').issues).toEqual([]);
    expect(issuesInEnglish(readBatch(onOffice(change), known).issues)).toEqual(expected);
  });

  it.each<Partial<Draft>>([
    { base: '/home/me/site' },
    { base: 'https://example.org/' },
    {
      tab: 'files',
      files: [{ path: '/home/me/a.html', name: 'a.html', size: 1 }],
      selectedPath: '/home/me/a.html',
    },
    { filename: 'invoice.pdf', pages: '1,4' },
  ])('accepts what can be sent: %j', (change) => {
    expect(readDraft(onOffice(change), '').issues).toEqual([]);
    expect(readBatch(onOffice(change), known)).toMatchObject({
      issues: [],
      options: { renderOn: office.id },
    });
  });

  it('leaves out the default zoom', () => {
    expect(readDraft(onOffice(), '').request).not.toHaveProperty('zoom');
    expect(readDraft(onOffice({ zoom: '85' }), '').request).toHaveProperty('zoom', 0.85);
  });

  it('reports a removed service', () => {
    const gone = onOffice({ renderOn: 'gone' });
    expect(placeIssues(gone, [office])).toMatchObject([{ field: 'renderOn' }]);
    expect(readBatch(gone, known)).toMatchObject({
      options: null,
      issues: [{ field: 'renderOn' }],
    });
    expect(placeIssues(onOffice(), [office])).toEqual([]);
    expect(placeIssues(draftDefaults, [])).toEqual([]);
  });
});

describe('the texts of a service', () => {
  it('show its progress', () => {
    const bytes = { done: 1_200_000, of: 3_400_000 };
    expect(remoteStageText({ stage: 'sending', bytes }, 'office')).toBe(
      'Sending 1.2 of 3.4 MB to office…',
    );
    expect(remoteStageText({ stage: 'rendering' }, 'office')).toBe('Waiting for office…');
    expect(remoteStageText({ stage: 'fetching', bytes: { done: 500 } }, 'office')).toBe(
      'Downloading PDF, 500 B…',
    );
    expect(remoteStageText({ stage: 'loading' }, 'office')).toBeNull();
  });

  it('show the test mode', () => {
    expect(renderedByLabel(receipt())).toBe('Converted by office');
    expect(renderedByLabel(receipt({ testMode: true }))).toBe('Converted by office (test mode)');
  });
});
