import { describe, expect, it } from 'vitest';
import { parseServeArguments } from '../../../electron/main/cli/serve/arguments.js';
import { privateHostIssue } from '../../../electron/shared/private-hosts.js';
import { readHosts } from '../../../renderer/store/service/service-settings.js';

describe('an entry of the list of private hosts', () => {
  it.each(['wiki', '127.0.0.1:18080', '10.0.0.7', '[::1]', '[::1]:8080', '::1', 'bücher.example'])(
    'is %s',
    (entry) => {
      expect(privateHostIssue(entry)).toBeNull();
    },
  );

  it.each(['http://wiki', 'wiki/page', 'wiki:99999', 'wiki:http', 'me@wiki', '*.example', 'wiki?'])(
    'is not %s, which the settings and the command say in the same words',
    (entry) => {
      const message = privateHostIssue(entry);
      expect(message).toContain(`The private host "${entry}" cannot be one;`);
      expect(readHosts(entry)).toBe(message);
      expect(() => parseServeArguments(['--no-auth', '--allow-private', entry], '/')).toThrow(
        expect.objectContaining({ fields: [{ field: 'allow-private', message }] }),
      );
    },
  );
});
