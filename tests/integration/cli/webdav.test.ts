import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Apache, startApache } from '../../support/file-servers/apache.js';
import { tcpProxy } from '../../support/file-servers/tcp-proxy.js';
import { readPdf } from '../../support/read-pdf.js';
import { type TemporaryFolder, temporaryFolder } from '../support/temporary-folder.js';
import { startWebServer } from '../support/web-server.js';
import { describeWithServers } from '../support/with-servers.js';
import { largePdf } from './support/large-pdf.js';
import { serverPlace } from './support/server-place.js';

describeWithServers('convert --to dav://', () => {
  let apache: Apache;
  let folder: TemporaryFolder;
  let count = 0;

  beforeAll(async () => {
    apache = await startApache();
    folder = temporaryFolder();
  });
  afterAll(async () => {
    folder.remove();
    await apache.stop();
  });

  /** Returns a folder with sources, and one on the server, both of their own. */
  function place(files: Readonly<Record<string, string>> = { 'a.html': '<p>on a server' }) {
    count += 1;
    const name = `at-${count}`;
    const there = join(apache.files, name);
    mkdirSync(there);
    chmodSync(there, 0o777);
    const env = { PLATEN_SERVER_PASSWORD: 'hunter22' };
    return {
      ...serverPlace({ folder, files, there, env }),
      to: (port = apache.port) => `dav://me@127.0.0.1:${port}/private/${name}`,
      open: (port = apache.port) => `dav://127.0.0.1:${port}/open/${name}`,
    };
  }

  it(
    'creates folders, keeps special characters, and prints the URL of a browser',
    { tags: ['core'] },
    async () => {
      const { run, to, there, names } = place();
      const { status, lines, stderr } = await run(['a.html', '--to', `${to()}/x/y/ä 1% #.pdf`]);
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      const url = to().replace('dav://me@', 'http://');
      expect(lines).toEqual([`${url}/x/y/%C3%A4%201%25%20%23.pdf`]);
      expect(names()).toEqual(['x/y/ä 1% #.pdf']);
      const { text } = await readPdf(readFileSync(join(there, 'x/y/ä 1% #.pdf')));
      expect(text).toContain('on a server');
    },
  );

  it('keeps the tree of a folder, without signing in where no user is named', async () => {
    const { run, open, names } = place({ 'in/a.html': 'a', 'in/b/c.html': 'c' });
    const { status } = await run(['in', '--to', `${open()}/`, '--hipaa'], {
      PLATEN_SERVER_PASSWORD: '',
    });
    expect({ status, names: names() }).toEqual({ status: 0, names: ['a.pdf', 'b/c.pdf'] });
  });

  it.each([
    [[], 1, ['a.pdf'], false],
    [['--existing', 'number'], 0, ['a-2.pdf', 'a.pdf'], false],
    [['--existing', 'skip'], 0, ['a.pdf'], false],
    [['--existing', 'overwrite'], 0, ['a.pdf'], true],
  ])('with %j, follows the policy for an existing file', async (policy, status, found, isNew) => {
    const { run, to, there, names } = place();
    writeFileSync(join(there, 'a.pdf'), 'theirs');
    expect((await run(['a.html', '--to', `${to()}/a.pdf`, ...policy])).status).toBe(status);
    expect(names()).toEqual(found);
    expect(readFileSync(join(there, 'a.pdf'), 'utf8') !== 'theirs').toBe(isNew);
  });

  it('sends a large PDF unchanged, also over a connection that breaks', async () => {
    const { run, to, there, names } = place();
    const large = largePdf(20_000_000);
    const site = await startWebServer({
      '/large.pdf': (response) =>
        response.writeHead(200, { 'content-type': 'application/pdf' }).end(large),
    });
    const { port, stop } = await tcpProxy(apache.port, { bytes: 150, then: 'cut' });
    const args = [`${site.origin}/large.pdf`, '--to', `${to(port)}/a.pdf`];
    const { status } = await run(args);
    await Promise.all([stop(), site.close()]);
    expect({ status, names: names() }).toEqual({ status: 0, names: ['a.pdf'] });
    expect(readFileSync(join(there, 'a.pdf')).equals(large)).toBe(true);
  });

  it(
    'refuses a wrong password before converting, once, and never shows it',
    { tags: ['core'] },
    async () => {
      const { run, to, names } = place({ 'a.html': 'a', 'b.html': 'b' });
      const wrong = { PLATEN_SERVER_PASSWORD: 'hunter21' };
      const { status, stdout, stderr } = await run(['a.html', 'b.html', '--to', `${to()}/`], wrong);
      expect({ status, stdout, names: names() }).toEqual({ status: 1, stdout: '', names: [] });
      expect(stderr).toMatch(/refused the user and password\..+2 PDFs are affected\.\n$/);
      expect(stderr).not.toContain('hunter21');
    },
  );

  it.each([
    ['dav://me@files.example/a.pdf', 'hunter22', 'is not encrypted'],
    ['davs://me@files.example/a.pdf', '', 'There is no password for the user me'],
    ['davs://files.example/a.pdf', 'hunter22', 'the URL names no user'],
  ])('refuses to connect to %s with the password "%s"', async (to, password, reason) => {
    const { status, stderr } = await place().run(['a.html', '--to', to], {
      PLATEN_SERVER_PASSWORD: password,
    });
    expect(status).toBe(1);
    expect(stderr).toContain(reason);
  });

  it('signs in over HTTPS with a trusted certificate, and sends nothing with another', async () => {
    const { run, to, names } = place();
    const destination = `${to(apache.securePort).replace('dav:', 'davs:')}/in/a.pdf`;
    const refused = await run(['a.html', '--to', destination]);
    expect({ status: refused.status, names: names() }).toEqual({ status: 1, names: [] });
    expect(refused.stderr).toContain('or set NODE_EXTRA_CA_CERTS to it.');
    const trusted = { NODE_EXTRA_CA_CERTS: apache.caFile };
    const { status, lines, stderr } = await run(['a.html', '--to', destination], trusted);
    expect({ status, stderr, names: names() }).toEqual({
      ...{ status: 0, stderr: '' },
      names: ['in/a.pdf'],
    });
    expect(lines).toEqual([destination.replace('davs://me@', 'https://')]);
  });

  it('signs in with Digest authentication where that is asked for', async () => {
    const { run, to, there, names } = place();
    const destination = `${to().replace('/private/', '/digest/')}/in/ä 1.pdf`;
    const wrong = await run(['a.html', '--to', destination], { PLATEN_SERVER_PASSWORD: 'no' });
    expect(wrong.status).toBe(1);
    expect(wrong.stderr).toContain('refused the user and password.');
    expect(names()).toEqual([]);
    const { status, stderr } = await run(['a.html', '--to', destination]);
    expect({ status, stderr, names: names() }).toEqual({
      ...{ status: 0, stderr: '' },
      names: ['in/ä 1.pdf'],
    });
    const { text } = await readPdf(readFileSync(join(there, 'in/ä 1.pdf')));
    expect(text).toContain('on a server');
  });

  it('follows no redirect, and names a path without WebDAV', async () => {
    const { run } = place();
    const none = { PLATEN_SERVER_PASSWORD: '' };
    const moved = await run(['a.html', '--to', `dav://127.0.0.1:${apache.port}/moved/a.pdf`], none);
    expect(moved.stderr).toContain('redirects to http://127.0.0.1:9.');
    const plain = await run(['a.html', '--to', `dav://127.0.0.1:${apache.port}/x/a.pdf`], none);
    expect(plain.status).toBe(1);
    expect(plain.stderr).toMatch(/does not (?:accept WebDAV there|allow writing)/);
  });

  it('refuses options of SFTP servers', async () => {
    const { status, stderr } = await place().run([
      'a.html',
      '--to',
      'davs://h/a.pdf',
      '--identity=k',
    ]);
    expect(status).toBe(2);
    expect(stderr).toContain('--identity applies to SFTP servers.');
  });

  it('resends what could not be uploaded', async () => {
    const { run, to, there, outbox, names } = place();
    chmodSync(there, 0o555);
    const failed = await run(['a.html', '--to', `${to()}/in/a.pdf`]);
    expect(failed.status).toBe(1);
    expect((await outbox(['list'])).stdout).toContain('/in/a.pdf: ');
    chmodSync(there, 0o777);
    const resent = await outbox(['resend']);
    expect({ status: resent.status, stderr: resent.stderr }).toEqual({ status: 0, stderr: '' });
    expect(names()).toEqual(['in/a.pdf']);
  });
});
