import { describe, expect, it } from 'vitest';
import { parseServeArguments } from '../../../electron/main/cli/serve/arguments.js';
import { privateHostIssue } from '../../../electron/shared/private-hosts.js';
import { englishText } from '../../../electron/shared/messages/translator.js';
import { readHosts } from '../../../renderer/settings/LocalServer.js';

describe('privateHostIssue', () => {
  it.each(['wiki', '127.0.0.1:18080', '10.0.0.7', '[::1]', '[::1]:8080', '::1', 'bücher.example'])(
    'accepts %s',
    (entry) => {
      expect(privateHostIssue(entry)).toBeNull();
    },
  );

  it.each(['http://wiki', 'wiki/page', 'wiki:99999', 'wiki:http', 'me@wiki', '*.example', 'wiki?'])(
    'refuses %s, with the same message in the window and on the command line',
    (entry) => {
      const message = privateHostIssue(entry);
      expect(message && englishText(message)).toContain(
        `Private host "${entry}" is not a valid host.`,
      );
      expect(readHosts(entry)).toContain(`Private host “${entry}” is not a valid host.`);
      expect(() => parseServeArguments(['--no-auth', '--allow-private', entry], '/')).toThrow(
        expect.objectContaining({ fields: [{ field: 'allow-private', message }] }),
      );
    },
  );
});
