import assert from 'node:assert/strict';
import { join } from 'node:path';
import { runPacked } from './run-packed.mjs';

/**
 * Creates an account with the packed files, which include the embedded PostgreSQL.
 * @param {string} root
 * @param {string} extracted folder with the archive's files
 * @param {string} work
 * @returns {import('./pack.mjs').Check[]}
 */
export function checkAccounts(root, extracted, work) {
  return [
    {
      name: 'the packed files create an account with a key in the embedded database',
      check: () => {
        const place = ['--accounts', join(work, 'accounts')];
        const added = runPacked(root, extracted, ['serve', 'keys', 'add', 'packed', ...place]);
        assert.equal(added.status, 0, `serve keys add ended with ${added.status}: ${added.stderr}`);
        assert.match(added.stdout, /^platen_/);
        const listed = runPacked(root, extracted, ['serve', 'keys', 'list', ...place]);
        assert.equal(
          listed.status,
          0,
          `serve keys list ended with ${listed.status}: ${listed.stderr}`,
        );
        assert.match(listed.stdout, /packed/);
      },
    },
  ];
}
