import { describe, expect, it } from 'vitest';
import { AppError } from '../../../../electron/shared/messages/errors.js';
import { findingKinds } from '../../../../electron/shared/request/preflight.js';
import { parseConversionRequest } from '../../../../electron/shared/request/request.js';
import { failOnFromText } from '../../../../electron/shared/request/fields.js';
import { issuesInEnglish } from '../../../support/error-message.js';

const source = { kind: 'html', html: '<p>x' };

function issues(failOn: unknown): unknown {
  try {
    return parseConversionRequest({ source, failOn });
  } catch (thrown) {
    return thrown instanceof AppError ? issuesInEnglish(thrown.fields) : thrown;
  }
}

describe('failOn', () => {
  it.each([
    [['console'], ['console']],
    [
      ['fonts', 'resources', 'fonts'],
      ['resources', 'fonts'],
    ],
    [[' Cut-Off'], ['cut-off']],
    [['all'], findingKinds],
    [['console', 'all'], findingKinds],
    [[], []],
  ])('%j is read as %j', (written, expected) => {
    const request = parseConversionRequest({ source, failOn: written });
    expect(request.failOn).toEqual(expected);
    expect(parseConversionRequest(request)).toEqual(request);
  });

  it('are unset by default', () => {
    expect(parseConversionRequest({ source })).not.toHaveProperty('failOn');
  });

  const kinds =
    'resources, refused, console, fonts, cut-off, images, changing, signatures, tags, or all';
  it.each([
    [
      ['resources', 'consol'],
      `"consol" is not a kind of warning. Did you mean console? The kinds are ${kinds}.`,
    ],
    [['Font'], `"Font" is not a kind of warning. Did you mean fonts? The kinds are ${kinds}.`],
    [['everything'], `"everything" is not a kind of warning. The kinds are ${kinds}.`],
    [[''], `Fail on contains an empty kind. The kinds are ${kinds}.`],
    [
      'console',
      'Fail on must be a list of kinds such as ["resources", "console"], but is "console".',
    ],
  ])('rejects %j', (written, message) => {
    expect(issues(written)).toEqual([{ field: 'failOn', message }]);
  });

  it('names the position of a value that is not text', () => {
    expect(issues(['console', 1])).toEqual([
      {
        field: 'failOn.1',
        message: 'A kind in Fail on must be text such as "console", but is 1.',
      },
    ]);
  });

  it('are one text on the command line', () => {
    expect(failOnFromText('resources, console')).toEqual(['resources', 'console']);
  });
});
