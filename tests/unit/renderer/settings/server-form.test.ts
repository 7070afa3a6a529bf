import { describe, expect, it } from 'vitest';
import { readFileServer, splitAddress } from '../../../../renderer/settings/server-form.js';
import type { TargetForm } from '../../../../renderer/settings/empty-target.js';
import {
  formOfTarget,
  newTargetForm,
  readTargetForm,
  withType,
} from '../../../../renderer/settings/target-form.js';
import { issuesInEnglish } from '../../../support/error-message.js';

const filled: TargetForm = {
  ...newTargetForm('1', 'sftp'),
  name: 'files',
  server: 'sftp://files.example.org',
};

describe('splitAddress', () => {
  const nothing = { user: '', folder: '' };

  it.each([
    ['sftp', 'files.example.org', 'sftp://files.example.org', nothing],
    ['sftp', ' SFTP://files.example.org:2222/ ', 'sftp://files.example.org:2222', nothing],
    ['sftp', 'ssh://me@h/srv/in', 'sftp://h', { user: 'me', folder: '/srv/in' }],
    ['sftp', 'me%40x@h/~/in', 'sftp://h', { user: 'me@x', folder: '~/in' }],
    ['sftp', 'h/a%20b', 'sftp://h', { user: '', folder: '/a%20b' }],
    ['webdav', 'https://me@h/dav/a%20b/', 'davs://h', { user: 'me', folder: '/dav/a b/' }],
    ['webdav', 'http://127.0.0.1:80', 'dav://127.0.0.1:80', nothing],
    ['webdav', 'h/100%', 'davs://h', { user: '', folder: '/100%' }],
    ['sftp', 'sftp://me:hunter22@h/a', 'sftp://me:hunter22@h/a', nothing],
    ['sftp', 'two words', 'sftp://two words', nothing],
    ['sftp', '', '', nothing],
  ] as const)('of %s divides %s', (kind, address, server, found) => {
    const form = { server: address, user: '', folder: '' };
    expect(splitAddress(form, kind)).toEqual({ server, ...found });
  });

  it('keeps a user and a folder that the address does not name', () => {
    const form = { server: 'h', user: 'me', folder: '/in' };
    expect(splitAddress(form, 'sftp')).toEqual({ ...form, server: 'sftp://h' });
  });
});

describe('the form of a server', () => {
  it.each([
    ['sftp', '', '~'],
    ['sftp', '/', ''],
    ['sftp', '/srv/in/', 'srv/in'],
    ['sftp', '~/in', '~/in'],
    ['sftp', 'in', '~/in'],
    ['webdav', '', ''],
    ['webdav', '/dav/in/', 'dav/in'],
    ['webdav', 'dav', 'dav'],
  ] as const)('of %s stores the folder "%s" as "%s"', (type, folder, stored) => {
    const server = type === 'sftp' ? 'h' : 'davs://h';
    const { target } = readTargetForm({ ...filled, type, server, folder });
    expect(target).toMatchObject({ folder: stored });
  });

  it.each([
    { signIn: 'password', user: 'me', folder: '/srv/in' },
    { signIn: 'key', keyFile: '/key', folder: '~', hostKey: `SHA256:${'A'.repeat(43)}` },
    { signIn: 'default', folder: '/' },
  ] as const)('round-trips %j', (change) => {
    const form: TargetForm = { ...filled, ...change };
    const { target } = readTargetForm(form);
    expect(target && formOfTarget(target)).toEqual(form);
  });

  it('round-trips a WebDAV server', () => {
    const form: TargetForm = {
      ...withType(filled, 'webdav'),
      server: 'davs://h',
      user: 'me',
      folder: '/dav',
      caFile: '/ca.pem',
    };
    const { target } = readTargetForm(form);
    expect(target).toEqual({
      ...{ id: '1', name: 'files', kind: 'webdav', server: 'davs://h' },
      ...{ user: 'me', folder: 'dav', caFile: '/ca.pem' },
    });
    expect(target && formOfTarget(target)).toEqual(form);
  });

  it('reports all invalid fields together', () => {
    const { target, issues } = readTargetForm({
      ...filled,
      name: '',
      server: '',
      folder: '/a//b',
      signIn: 'key',
      hostKey: 'x',
    });
    expect(target).toBeNull();
    expect(issuesInEnglish(issues).map(({ field }) => field)).toEqual([
      ...['name', 'server', 'folder', 'login.file', 'hostKey'],
    ]);
  });

  it.each([
    ['sftp', '', '~'],
    ['sftp', '/', ''],
    ['sftp', '/srv/in/', 'srv/in'],
    ['sftp', '/srv/../in', '~'],
    ['webdav', '/dav/in', 'dav/in'],
    ['webdav', '/dav//in', ''],
  ] as const)('of %s lists folders without a name, from "%s" in "%s"', (type, folder, place) => {
    const form = { ...withType(filled, type), name: ' ', server: 'me@h', folder };
    const found = readFileServer(form, type);
    const server = type === 'sftp' ? 'sftp://h' : 'davs://h';
    expect(found).toMatchObject({
      server: { server, name: server, user: 'me' },
      place,
      issues: [],
    });
    expect(found.server).not.toHaveProperty('folder');
  });

  it('lists no folders with an invalid server or host key', () => {
    const form = { ...filled, name: '', server: 'two words', hostKey: 'x' };
    const { server, issues } = readFileServer(form, 'sftp');
    expect(server).toBeNull();
    expect(issues.map(({ field }) => field)).toEqual(['server', 'hostKey']);
  });
});
