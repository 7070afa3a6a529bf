import { describe, expect, it, test } from 'vitest';
import type { Draft } from '../../../../../electron/shared/draft.js';
import { readBatch } from '../../../../../renderer/document/draft/read-batch.js';
import { draftDefaults } from '../../../../../renderer/document/draft/draft-defaults.js';
import { readDraft } from '../../../../../renderer/document/draft/read-draft.js';
import {
  placeIssues,
  remoteStageText,
  renderedByLabel,
} from '../../../../../renderer/document/draft/services.js';
import { endpoint, receipt } from '../../support/services.js';
import { issuesInEnglish } from '../../../../support/error-message.js';

const office = endpoint('office');
const known = { unit: 'mm', targets: [], endpoints: [office], protections: [] } as const;
const onOffice = (change: Partial<Draft> = {}): Draft => ({
  ...draftDefaults,
  tab: 'html',
  html: '<p>',
  renderOn: office.id,
  ...change,
});

describe('a form that a service converts', () => {
  it('reports together what no service supports', () => {
    const change: Partial<Draft> = {
      orientation: 'landscape',
      timeout: '60',
      failOn: ['fonts'],
      pages: '1-3,5',
      filename: '{name}.pdf',
    };
    const messages: Readonly<Record<string, RegExp>> = {
      landscape: /^The API has no landscape option/,
      timeoutSeconds: /^The API has no timeout/,
      failOn: /^The API cannot fail on warnings/,
      pages: /^Pages "1-3,5" has several parts/,
      filename: /^The API does not support placeholders/,
    };
    for (const { issues } of [
      readDraft(onOffice(change), ''),
      readBatch(onOffice(change), known),
    ]) {
      const byField = new Map(issuesInEnglish(issues).map((issue) => [issue.field, issue.message]));
      expect([...byField.keys()].sort()).toEqual(Object.keys(messages).sort());
      for (const [field, message] of Object.entries(messages))
        expect(byField.get(field)).toMatch(message);
    }
    expect(readDraft(onOffice({ ...change, renderOn: null }), '').issues).toEqual([]);
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
    const removed = onOffice({ renderOn: 'gone' });
    expect(placeIssues(removed, [office])).toMatchObject([{ field: 'renderOn' }]);
    expect(readBatch(removed, known)).toMatchObject({
      options: null,
      issues: [{ field: 'renderOn' }],
    });
    expect(placeIssues(onOffice(), [office])).toEqual([]);
    expect(placeIssues(draftDefaults, [])).toEqual([]);
  });
});

test.each([
  [
    { stage: 'sending', bytes: { done: 1_200_000, of: 3_400_000 } },
    'Sending 1.2 of 3.4 MB to office…',
  ],
  [{ stage: 'rendering' }, 'Waiting for office…'],
  [{ stage: 'fetching', bytes: { done: 500 } }, 'Downloading PDF, 500 B…'],
  [{ stage: 'loading' }, null],
] as const)('shows the progress %j', (progress, text) => {
  expect(remoteStageText(progress, 'office')).toBe(text);
});

test.each([
  [false, 'Converted by office'],
  [true, 'Converted by office (test mode)'],
])('names the service in a receipt, with test mode %s', (testMode, text) => {
  expect(renderedByLabel(receipt({ testMode }))).toBe(text);
});
