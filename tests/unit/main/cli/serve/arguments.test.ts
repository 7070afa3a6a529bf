import { describe, expect, it } from 'vitest';
import { parseServeArguments } from '../../../../../electron/main/cli/serve/arguments.js';
import { errorData, publicError } from '../../../../../electron/shared/errors.js';

/** Returns the issues of a command line of `serve`, as `field: message`. */
function issuesOf(...args: readonly string[]): readonly string[] {
  try {
    parseServeArguments(args, '/');
    return [];
  } catch (error) {
    return (publicError(errorData(error)).fields ?? []).map(
      ({ field, message }) => `${field}: ${message}`,
    );
  }
}

describe('--base-url', () => {
  const login =
    'base-url: --base-url contains a user name or password. Enter a URL such as https://pdf.example.org.';

  it.each([
    'https://u:secretpw@x.org/a?b=c',
    'https://u:secretpw@x.org',
    'https://u@x.org',
    'https://u:secret/pw@x.org',
    'https://u:secret pw@x.org',
  ])('%s has a login, which is not shown', (address) => {
    expect(issuesOf('--base-url', address)).toEqual([login]);
  });

  it.each(['ftp://u:secretpw@x.org', 'https://u:secretpw@x.org:99999', 'https://u:secretpw@'])(
    'other issues of %s are reported without its login',
    (address) => {
      const [issue = ''] = issuesOf('--base-url', address);
      expect(issue).toMatch(/URL\. Enter a URL such as/);
      expect(issue).not.toContain('secret');
    },
  );

  it.each(['https://x.org/a?b=c', 'https://x.org/?', 'https://x.org/#a'])(
    '%s has more than a base URL may have',
    (address) => {
      expect(issuesOf('--base-url', address)).toEqual([
        `base-url: --base-url "${address}" has more than a host and a path. Enter a URL such as https://pdf.example.org.`,
      ]);
    },
  );

  it.each([
    ['https://x.org/pdf/', 'https://x.org/pdf'],
    [' https://x.org ', 'https://x.org'],
    ['https://x.org/@pdf', 'https://x.org/@pdf'],
  ])('%j is accepted', (address, baseUrl) => {
    expect(parseServeArguments(['--base-url', address], '/')).toMatchObject({
      options: { baseUrl },
    });
  });
});

describe('--memory-limit', () => {
  it('is a number of gigabytes, and chosen for the machine without it', () => {
    expect(parseServeArguments(['--memory-limit', '8'], '/')).toMatchObject({ memoryLimit: 8 });
    expect(parseServeArguments([], '/')).toMatchObject({ memoryLimit: null });
  });

  it.each(['0', '65', '1.5', 'x'])('rejects %s', (value) => {
    expect(issuesOf('--memory-limit', value)).toEqual([
      expect.stringContaining('memory-limit: --memory-limit'),
    ]);
  });
});
