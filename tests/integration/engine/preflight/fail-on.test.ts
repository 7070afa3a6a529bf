// @module-tag core

import { describe, expect, it } from 'vitest';
import { convert, failureOf } from '../../support/convert.js';

const html = `<script>console.error('one'); console.error('two')</script>
  <p style="font-family: Nowhere, serif">text</p>`;
const source = { kind: 'html', html };

describe('a conversion with failOn', () => {
  it('fails with the count of each kind, and the first warnings', async () => {
    expect(await failureOf(convert({ source, failOn: ['console'] }))).toMatchObject({
      code: 'preflight-failed',
      message:
        'The page has 2 console errors, and this conversion is set to fail on that. The console of the page shows an error (line 1): one The console of the page shows an error (line 1): two',
    });
  });

  it('fails on a warning that only the print reveals', async () => {
    expect(await failureOf(convert({ source, failOn: ['fonts'] }))).toMatchObject({
      code: 'preflight-failed',
      message: expect.stringMatching(/^The page has 1 font problem, and .* "Nowhere"/) as string,
    });
  });

  it('succeeds if it only has warnings of other kinds', async () => {
    const { preflight } = await convert({ source, failOn: ['resources', 'images', 'cut-off'] });
    expect(preflight.map(({ kind }) => kind)).toEqual(['console', 'console', 'fonts']);
  });
});
