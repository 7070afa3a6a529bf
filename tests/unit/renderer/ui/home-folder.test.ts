import { beforeAll, describe, expect, it } from 'vitest';
import type { Draft } from '../../../../electron/shared/draft.js';
import { readBatch } from '../../../../renderer/document/draft/read-batch.js';
import { draftDefaults } from '../../../../renderer/document/draft/draft-defaults.js';
import { readDraft } from '../../../../renderer/document/draft/read-draft.js';
import { recognizePasted } from '../../../../renderer/document/form/sources.js';
import { readServerForm } from '../../../../renderer/settings/server-form.js';
import { newTargetForm } from '../../../../renderer/settings/target-form.js';
import { setHomeFolder, typedPath } from '../../../../renderer/ui/home-folder.js';

const html: Draft = { ...draftDefaults, tab: 'html', html: '<p>' };
const nothing = { unit: 'mm', targets: [], endpoints: [], protections: [] } as const;

beforeAll(() => setHomeFolder('/home/me'));

describe('typedPath', () => {
  it.each([
    ['~', '/home/me'],
    [' ~/papers ', '/home/me/papers'],
    ['~\\papers', '/home/me\\papers'],
    ['/~/papers', '/~/papers'],
    ['~you/papers', '~you/papers'],
    [' papers', 'papers'],
    ['', ''],
  ])('reads %j as %j', (text, path) => {
    expect(typedPath(text)).toBe(path);
  });
});

describe('a path below the home folder', () => {
  it('is an output folder, the base of HTML and a PDF to add', () => {
    const draft = { ...html, outputFolder: '~/out', base: '~', own: { stamp: '~/a.pdf' } };
    const { sources, options, issues } = readBatch(draft, nothing);
    expect(issues).toEqual([]);
    expect(sources).toEqual([{ kind: 'html', html: '<p>', base: '/home/me' }]);
    expect(options).toMatchObject({
      output: { folder: '/home/me/out' },
      request: { stamp: '/home/me/a.pdf' },
    });
    expect(readDraft(draft, '')).toMatchObject({
      issues: [],
      request: { source: { base: '/home/me' }, stamp: '/home/me/a.pdf' },
    });
  });

  it('is a source when it is pasted', () => {
    expect(recognizePasted('~/a.html\n~/b', '')).toEqual({
      kind: 'paths',
      paths: ['/home/me/a.html', '/home/me/b'],
    });
  });

  it('is a private key and a file of certificates', () => {
    const form = { ...newTargetForm('a', 'sftp'), name: 'a', user: 'me' };
    const key = { ...form, server: 'sftp://a.test', signIn: 'key', keyFile: '~/.ssh/key' } as const;
    expect(readServerForm(key, 'sftp').target).toMatchObject({
      login: { file: '/home/me/.ssh/key' },
    });
    const dav = { ...form, server: 'davs://a.test', caFile: '~/ca.pem' };
    expect(readServerForm(dav, 'webdav').target).toMatchObject({ caFile: '/home/me/ca.pem' });
  });
});
