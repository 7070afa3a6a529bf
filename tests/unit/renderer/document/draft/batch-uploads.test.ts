import { describe, expect, it } from 'vitest';
import type { Draft } from '../../../../../electron/shared/draft.js';
import { uploadExamples } from '../../../../../renderer/document/draft/output.js';
import { readBatch } from '../../../../../renderer/document/draft/read-batch.js';
import { draftDefaults } from '../../../../../renderer/document/draft/draft-defaults.js';
import { target } from '../../support/deliveries.js';
import { issuesInEnglish } from '../../../../support/error-message.js';

const targets = [target('papers', { prefix: 'reports' }), target('archive')];
const known = { unit: 'mm', targets, endpoints: [], protections: [] } as const;
const files: Draft = {
  ...draftDefaults,
  tab: 'files',
  files: ['/home/a/one.html', '/home/a/two.html'].map((path) => ({
    path,
    name: path.slice(8),
    size: 1,
  })),
  selectedPath: '/home/a/two.html',
};
const uploaded: Draft = { ...files, uploadTargets: ['id-of-papers'] };

describe('the uploads of a batch', () => {
  it('are empty by default', () => {
    expect(readBatch(files, known).options?.output).toMatchObject({ save: true, uploads: [] });
  });

  it('go to each destination, below its folder, with the choice for existing files', () => {
    const { options } = readBatch(
      {
        ...uploaded,
        uploadTargets: ['id-of-archive', 'id-of-papers'],
        uploadPath: '{date}',
        existing: 'skip',
        save: false,
      },
      known,
    );
    expect(options?.output).toEqual({
      folder: null,
      existing: 'skip',
      save: false,
      uploads: [
        {
          target: 'id-of-papers',
          destination: 's3://papers/reports/{date}/{name}.pdf',
          existing: 'skip',
        },
        {
          target: 'id-of-archive',
          destination: 's3://archive/{date}/{name}.pdf',
          existing: 'skip',
        },
      ],
    });
  });

  it('are accompanied by the webhook and the flags', () => {
    const { options } = readBatch({ ...files, webhook: ' https://a.example/x ', gdpr: true }, {
      unit: 'mm',
      targets: [],
      endpoints: [],
      protections: [],
    } as const);
    expect(options?.request).toMatchObject({
      webhook: 'https://a.example/x',
      compliance: { gdpr: true, hipaa: false },
    });
  });

  it.each([
    [{ uploadTargets: ['gone'] }, 'output.uploads', /was removed/],
    [{ uploadTargets: ['gone', 'too'] }, 'output.uploads', /^2 selected destinations/],
    [{ uploadTargets: [], save: false }, 'output.save', /neither saved locally nor uploaded/],
    [{ uploadPath: '{day}' }, 'output.uploadPath', /contains \{day\}/],
    [{ uploadPath: 'a.pdf' }, 'output.uploadPath', /would be named "a\.pdf"/],
    [{ webhook: 'mailto:a' }, 'webhook', /is not an http or https URL/],
  ])('have an error: %j', (change, field, message) => {
    const { issues } = readBatch({ ...uploaded, ...change }, known);
    expect(issuesInEnglish(issues)).toEqual([
      { field, message: expect.stringMatching(message) as string },
    ]);
  });

  it('are shown with an example', () => {
    const facts = { title: '', date: new Date(2026, 10, 20) };
    const examples = (draft: Draft) => uploadExamples(draft, 0, facts, targets);
    expect(examples({ ...uploaded, uploadPath: '{date}/{n}-{name}.pdf' })).toEqual([
      's3://papers/reports/2026-11-20/2-two.pdf',
    ]);
    expect(examples(files)).toEqual([]);
    expect(examples({ ...uploaded, uploadPath: '{day}' })).toEqual([]);
  });
});
