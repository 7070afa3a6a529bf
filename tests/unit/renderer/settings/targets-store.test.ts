import { describe, expect, it } from 'vitest';
import {
  batchDestination,
  uploadDestination,
  uploadPathIssue,
} from '../../../../renderer/settings/targets-store.js';
import { target } from '../support/deliveries.js';
import { englishText } from '../../../../electron/shared/messages/translator.js';

const papers = target('papers', { prefix: 'reports' });

describe('the path of a PDF in a bucket', () => {
  it('is the folder of the destination and the name', () => {
    expect(uploadDestination(papers, 'a.pdf')).toBe('s3://papers/reports/a.pdf');
    expect(uploadDestination(target('papers'), 'a.pdf')).toBe('s3://papers/a.pdf');
  });

  it('escapes placeholders in the name of a finished PDF', () => {
    expect(uploadDestination(papers, 'About {name}.pdf')).toBe(
      's3://papers/reports/About (name).pdf',
    );
  });

  it.each([
    ['', '', 's3://papers/reports/{name}.pdf'],
    ['', '{n}.pdf', 's3://papers/reports/{n}.pdf'],
    ['{date}', '', 's3://papers/reports/{date}/{name}.pdf'],
    [' /{date}/ ', 'a.pdf', 's3://papers/reports/{date}/a.pdf'],
    ['{date}/{title}.pdf', 'a.pdf', 's3://papers/reports/{date}/{title}.pdf'],
  ])('in a batch, path %j and file name %j: %s', (path, filename, destination) => {
    expect(batchDestination(papers, path, filename)).toBe(destination);
  });

  it('reports an invalid path', () => {
    const issueOf = (path: string) => {
      const issue = uploadPathIssue([papers], path, '');
      return issue && englishText(issue);
    };
    expect(issueOf('{day}')).toMatch(/contains \{day\}/);
    expect(issueOf('a//b')).toMatch(/empty part/);
    expect(issueOf('{date}')).toBeNull();
    expect(uploadPathIssue([], '{day}', '')).toBeNull();
  });
});
