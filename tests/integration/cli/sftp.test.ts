import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPasswordServer } from '../../support/file-servers/password-server.js';
import { type Sshd, startSshd } from '../../support/file-servers/sshd.js';
import { tcpProxy } from '../../support/file-servers/tcp-proxy.js';
import { outputOf } from '../../support/run-program.js';
import { readPdf } from '../../support/read-pdf.js';
import { runConvert, startConvert } from '../support/run-convert.js';
import { bucketHere } from '../support/run-here.js';
import { type TemporaryFolder, temporaryFolder } from '../support/temporary-folder.js';
import { describeWithServers } from '../support/with-servers.js';
import { largePdf } from './support/large-pdf.js';
import { filesIn, serverPlace } from './support/server-place.js';
import { startWebServer } from '../support/web-server.js';

/** Starts an SSH agent with a key. @param path folder for its socket */
async function startAgent(path: string, identity: string) {
  const socket = join(path, 'agent');
  const agent = spawn('ssh-agent', ['-D', '-a', socket], { stdio: ['ignore', 'pipe', 'inherit'] });
  await new Promise((resolve) => agent.stdout.once('data', resolve));
  await outputOf('env', [`SSH_AUTH_SOCK=${socket}`, 'ssh-add', '-q', identity]);
  return { socket, stop: () => agent.kill() };
}

describeWithServers('convert --to sftp://', () => {
  let sshd: Sshd;
  let folder: TemporaryFolder;

  beforeAll(async () => {
    sshd = await startSshd();
    folder = temporaryFolder();
  });
  afterAll(async () => {
    folder.remove();
    await sshd.stop();
  });

  /** Returns a folder with sources, a home folder and a folder on the server, all of their own. */
  function place(files: Readonly<Record<string, string>> = { 'a.html': '<p>on a server' }) {
    const there = mkdtempSync(join(sshd.files, 'at-'));
    const home = folder.with({ '.ssh/config': '' });
    const env = { HOME: home, SSH_AUTH_SOCK: '', PLATEN_SERVER_PASSWORD: '' };
    return {
      ...serverPlace({ folder, files, there, env }),
      ...{ env, home },
      at: (port = sshd.port) => `sftp://${sshd.user}@127.0.0.1:${port}${there}`,
      /** How the server is known and signed in to. */
      access: ['--identity', sshd.identity, '--host-key', sshd.hostKeys.ed25519.fingerprint],
      knows: (port: number, line: string) =>
        writeFileSync(join(home, '.ssh/known_hosts'), `[127.0.0.1]:${port} ${line}\n`),
    };
  }

  it(
    'puts the PDF only onto the server, and prints its URL without the user',
    { tags: ['core'] },
    async () => {
      const { run, at, there, access, path, names } = place();
      const { status, lines, stderr } = await run([
        'a.html',
        '--to',
        `${at()}/in/ä 1.pdf`,
        ...access,
      ]);
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      expect(lines).toEqual([`sftp://127.0.0.1:${sshd.port}${there}/in/%C3%A4%201.pdf`]);
      expect(names()).toEqual(['in/ä 1.pdf']);
      const { text } = await readPdf(readFileSync(join(there, 'in/ä 1.pdf')));
      expect(text).toContain('on a server');
      expect(filesIn(path).filter((name) => name.endsWith('.pdf'))).toEqual([]);
    },
  );

  it('keeps the tree of a folder, and saves locally with --out as well', async () => {
    const { run, at, access, path, names } = place({ 'in/a.html': 'a', 'in/b/c.html': 'c' });
    const args = ['in', '--to', `${at()}/`, '--out', 'here', '--json', '--hipaa', ...access];
    const { status, lines } = await run(args);
    expect(status).toBe(0);
    expect(names()).toEqual(['a.pdf', 'b/c.pdf']);
    expect(filesIn(join(path, 'here'))).toEqual(['a.pdf', 'b/c.pdf']);
    const results = lines.map((line) => JSON.parse(line) as { destination?: string });
    expect(results.map(({ destination }) => destination).sort()).toEqual(
      ['a.pdf', 'b/c.pdf'].map((name) => at().replace(`${sshd.user}@`, '') + `/${name}`),
    );
  });

  it.each([
    [[], 1, ['a.pdf'], false],
    [['--existing', 'number'], 0, ['a-2.pdf', 'a.pdf'], false],
    [['--existing', 'skip'], 0, ['a.pdf'], false],
    [['--existing', 'overwrite'], 0, ['a.pdf'], true],
  ])('with %j, follows the policy for an existing file', async (policy, status, found, isNew) => {
    const { run, at, there, access, names } = place();
    writeFileSync(join(there, 'a.pdf'), 'theirs');
    const args = ['a.html', '--to', `${at()}/a.pdf`, ...policy, ...access];
    expect((await run(args)).status).toBe(status);
    expect(names()).toEqual(found);
    expect(readFileSync(join(there, 'a.pdf'), 'utf8') !== 'theirs').toBe(isNew);
  });

  it.each(['ed25519', 'ecdsa', 'rsa'] as const)(
    'accepts any of the keys of a server with --host-key: %s',
    async (type) => {
      const { run, at, names } = place();
      const access = ['--identity', sshd.identity, '--host-key', sshd.hostKeys[type].fingerprint];
      const { status, stderr } = await run(['a.html', '--to', `${at()}/a.pdf`, ...access]);
      expect({ status, stderr, names: names() }).toEqual({
        status: 0,
        stderr: '',
        names: ['a.pdf'],
      });
    },
  );

  it.each(['ed25519', 'ecdsa', 'rsa'] as const)(
    'accepts a key in known_hosts, and no other: %s',
    async (type) => {
      const { run, at, names, knows } = place();
      // A port of its own, so that no connection of another test is shared.
      const { port, stop } = await tcpProxy(sshd.port);
      const args = ['a.html', '--to', `${at(port)}/a.pdf`, '--identity', sshd.identity];
      knows(port, `${sshd.hostKeys[type].line.slice(0, -9)}AAAAAAAA=`);
      const changed = await run(args);
      expect(changed.status).toBe(1);
      expect(changed.stderr).toMatch(
        /which is not the one in .+known_hosts", line 1\. Somebody may/,
      );
      knows(port, sshd.hostKeys[type].line);
      expect((await run(args)).status).toBe(0);
      await stop();
      expect(names()).toEqual(['a.pdf']);
    },
  );

  it('names the key of an unknown server, and converts nothing', { tags: ['core'] }, async () => {
    const { run, at, names } = place({ 'a.html': 'a', 'b.html': 'b' });
    const { port, stop } = await tcpProxy(sshd.port);
    const args = ['a.html', 'b.html', '--to', `${at(port)}/`, '--identity', sshd.identity];
    const { status, stdout, stderr } = await run(args);
    await stop();
    expect({ status, stdout, names: names() }).toEqual({ status: 1, stdout: '', names: [] });
    expect(stderr).toMatch(/with --host-key SHA256:\S{43}, or in known_hosts\./);
    expect(stderr).toMatch(/2 PDFs are affected\.\n$/);
    expect(stderr.match(/SHA256/g)).toHaveLength(2);
  });

  it('refuses all keys but that of --host-key', async () => {
    const { run, at, names } = place();
    const wrong = `SHA256:${'A'.repeat(43)}`;
    const access = ['--identity', sshd.identity, '--host-key', wrong];
    const { status, stderr } = await run(['a.html', '--to', `${at()}/a.pdf`, ...access]);
    expect({ status, names: names() }).toEqual({ status: 1, names: [] });
    expect(stderr).toContain(`not ${wrong}. Somebody may be impersonating it.`);
  });

  it('signs in with a key in ~/.ssh, although the agent is away', async () => {
    const { run, at, home, names } = place();
    writeFileSync(join(home, '.ssh/id_ed25519'), readFileSync(sshd.identity), { mode: 0o600 });
    const args = ['a.html', '--to', `${at()}/a.pdf`, '--host-key', sshd.hostKeys.rsa.fingerprint];
    const { status, stderr } = await run(args, { SSH_AUTH_SOCK: join(home, 'nowhere') });
    expect({ status, stderr, names: names() }).toEqual({ status: 0, stderr: '', names: ['a.pdf'] });
  });

  it('signs in with a key of the agent', async () => {
    const { run, at, path, names } = place();
    const agent = await startAgent(path, sshd.identity);
    const args = ['a.html', '--to', `${at()}/a.pdf`, '--host-key', sshd.hostKeys.rsa.fingerprint];
    const { status, stderr } = await run(args, { SSH_AUTH_SOCK: agent.socket });
    agent.stop();
    expect({ status, stderr, names: names() }).toEqual({ status: 0, stderr: '', names: ['a.pdf'] });
  });

  describe('with ~/.ssh/config', () => {
    let count = 0;

    /** Returns a folder whose home has a host, and its name, which no other test uses. */
    function configured(...lines: readonly string[]) {
      count += 1;
      const name = `reports-${count}`;
      const { home, there, ...rest } = place();
      const known = `${name} ${sshd.hostKeys.ed25519.line}`;
      writeFileSync(join(home, '.ssh/known'), known);
      const common = ['HostName 127.0.0.1', `Port ${sshd.port}`, `User ${sshd.user}`];
      const keys = [`HostKeyAlias ${name}`, 'UserKnownHostsFile ~/.ssh/known'];
      const config = [`Host ${name}`, ...common, ...keys, ...lines].join('\n  ');
      writeFileSync(join(home, '.ssh/config'), config);
      return { ...rest, home, to: `sftp://${name}${there}/a.pdf` };
    }

    it('connects and signs in as it says, and prints the URL as it is written', async () => {
      const { run, to, names } = configured(`IdentityFile ${sshd.identity}`);
      const { status, stderr, lines } = await run(['a.html', '--to', to]);
      expect({ status, stderr, lines }).toEqual({ status: 0, stderr: '', lines: [to] });
      expect(names()).toEqual(['a.pdf']);
    });

    it('says that none of its keys was accepted', async () => {
      const { run, to } = configured(`IdentityFile ${sshd.strangeIdentity}`);
      const { status, stderr } = await run(['a.html', '--to', to]);
      expect(status).toBe(1);
      expect(stderr).toContain('nor one that the configuration of SSH names was accepted.');
    });

    it('has the agent sign with its keys only, if it says so', async () => {
      const agent = await startAgent(folder.with({}), sshd.identity);
      const only = ['IdentitiesOnly yes', `IdentityAgent ${agent.socket}`];
      const strange = configured(`IdentityFile ${sshd.strangeIdentity}`, ...only);
      expect((await strange.run(['a.html', '--to', strange.to])).status).toBe(1);
      const { run, to, home, names } = configured('IdentityFile ~/.ssh/in-agent', ...only);
      writeFileSync(join(home, '.ssh/in-agent.pub'), readFileSync(`${sshd.identity}.pub`));
      const { status, stderr } = await run(['a.html', '--to', to]);
      agent.stop();
      expect({ status, stderr, names: names() }).toEqual({
        ...{ status: 0, stderr: '' },
        names: ['a.pdf'],
      });
    });

    it('refuses a host behind another one', async () => {
      const { run, to, names } = configured('ProxyJump bastion');
      const { status, stdout, stderr } = await run(['a.html', '--to', to]);
      expect({ status, stdout, names: names() }).toEqual({ status: 1, stdout: '', names: [] });
      expect(stderr).toMatch(/Line 7 of ".+config" sets ProxyJump: reports-\d is reached through/);
    });
  });

  it('opens a key with the passphrase of the environment or of a file, never shown', async () => {
    const { run, at, path, names } = place();
    const key = ['--identity', sshd.lockedIdentity, '--host-key', sshd.hostKeys.rsa.fingerprint];
    const args = (name: string) => ['a.html', '--to', `${at()}/${name}`, ...key];
    expect((await run(args('a.pdf'), { PLATEN_SERVER_PASSWORD: 'passphrase' })).status).toBe(0);
    writeFileSync(join(path, 'secret'), 'passphrase\n');
    const file = ['--server-password-file', 'secret'];
    expect((await run([...args('b.pdf'), ...file])).status).toBe(0);
    writeFileSync(join(path, 'secret'), 'hunter22\n');
    const wrong = await run([...args('c.pdf'), ...file]);
    expect(wrong.status).toBe(1);
    expect(wrong.stderr).toMatch(/The passphrase of the private key .+ is wrong\./);
    expect(wrong.stderr).not.toContain('hunter22');
    expect(names()).toEqual(['a.pdf', 'b.pdf']);
  });

  it.each(['password', 'keyboard-interactive'] as const)('signs in by %s', async (method) => {
    const { run, at, path, there } = place();
    const server = await startPasswordServer(path, { password: 'hunter22', method });
    const to = ['a.html', '--to', `${at(server.port)}/a.pdf`, '--host-key', server.fingerprint];
    const wrong = await run(to, { PLATEN_SERVER_PASSWORD: 'hunter21' });
    expect(wrong.status).toBe(1);
    expect(wrong.stderr).toContain('the password was not accepted');
    expect(wrong.stderr).not.toContain('hunter21');
    const { status, stderr } = await run(to, { PLATEN_SERVER_PASSWORD: 'hunter22' });
    await server.stop();
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(existsSync(join(there, 'a.pdf'))).toBe(true);
  });

  it('sends no password to a server whose key is refused', { tags: ['core'] }, async () => {
    const { run, at, path } = place();
    const server = await startPasswordServer(path, { password: 'hunter22', method: 'password' });
    const secret = { PLATEN_SERVER_PASSWORD: 'hunter22' };
    expect((await run(['a.html', '--to', `${at(server.port)}/a.pdf`], secret)).status).toBe(1);
    await server.stop();
    expect(server.received).toEqual([]);
  });

  it('sends no password to several servers', async () => {
    const { run, at } = place();
    const to = ['a.html', '--to', `${at()}/a.pdf`, '--to', 'sftp://other.example/a.pdf'];
    const { status, stderr } = await run(to, { PLATEN_SERVER_PASSWORD: 'hunter22' });
    expect(status).toBe(2);
    expect(stderr).toContain(
      `--to: PLATEN_SERVER_PASSWORD is the password of one server, but the PDFs go to sftp://127.0.0.1:${sshd.port} and sftp://other.example.`,
    );
  });

  it.each([
    ['sftp://me:secret@host/a.pdf', 'contains a password', '--to'],
    ['sftp:///a.pdf', 'has no valid server', '--to'],
    ['sftp://host:99999/a.pdf', 'has the invalid port 99999', '--to'],
    ['sftp://host/a.txt', 'does not end in the name of a .pdf file', '--to'],
    ['sftp://host/../a.pdf', 'has a part "." or ".."', '--to'],
    ['ftp://host/a.pdf', 'is of no kind that Platen uploads to', '--to'],
  ])('refuses %s', async (destination, reason, field) => {
    const { status, stderr } = await place().run(['a.html', '--to', destination]);
    expect(status).toBe(2);
    expect(stderr).toContain(reason);
    expect(stderr.startsWith(`${field}: `)).toBe(true);
    expect(stderr).not.toContain('secret');
  });

  describe('with a destination of the settings', () => {
    /** Saves a server with a private key in the settings. */
    function save(configFolder: string): void {
      mkdirSync(join(configFolder, 'Platen'), { recursive: true });
      const target = {
        ...{ id: '1', name: 'Files', kind: 'sftp', user: sshd.user },
        server: `sftp://127.0.0.1:${sshd.port}`,
        login: { kind: 'key', file: sshd.identity },
        hostKey: sshd.hostKeys.rsa.fingerprint,
      };
      const text = JSON.stringify({ version: 1, targets: [target] });
      writeFileSync(join(configFolder, 'Platen/targets.json'), text);
    }

    it('signs in as the settings say: by name, or at the same server with the same user', async () => {
      const { run, at, configFolder, names } = place();
      save(configFolder);
      const withoutUser = at().replace(`${sshd.user}@`, '');
      const variable = { PLATEN_SERVER_PASSWORD: 'of another server' };
      const named = ['a.html', '--to', `${withoutUser}/a.pdf`, '--target', 'files'];
      const first = await run(named, variable);
      const second = await run(['a.html', '--to', `${at()}/b.pdf`]);
      expect([first, second].map(({ status, stderr }) => `${status}${stderr}`)).toEqual(['0', '0']);
      expect(names()).toEqual(['a.pdf', 'b.pdf']);
    });

    it('resends with it what could not be uploaded', async () => {
      const { run, at, there, configFolder, outbox, names } = place();
      save(configFolder);
      writeFileSync(join(there, 'in'), 'a file in place of the folder');
      await run(['a.html', '--to', `${at()}/in/a.pdf`, '--target', 'files']);
      await outputOf('rm', [join(there, 'in')]);
      expect((await outbox(['resend'])).status).toBe(0);
      expect(names()).toEqual(['in/a.pdf']);
    });

    it.each([
      [
        ['--to', 'sftp://other.example/a.pdf'],
        '--target: --target names the server sftp://127.0.0.1:PORT, where sftp://other.example/a.pdf is not. Correct one of them.',
      ],
      [
        ['--to', 'sftp://you@127.0.0.1:PORT/a.pdf'],
        '--target: --target names the server sftp://127.0.0.1:PORT, where sftp://127.0.0.1:PORT/a.pdf is not. Correct one of them.',
      ],
      [
        ['--to', 's3://papers/a.pdf'],
        '--target: --target names the server sftp://127.0.0.1:PORT, where s3://papers/a.pdf is not. Correct one of them.',
      ],
      [
        ['--to', 'sftp://127.0.0.1:PORT/a.pdf', '--identity', 'key'],
        '--identity: --identity has no effect with --target, which signs in as the settings say. Remove one of them.',
      ],
    ])('refuses %j', async (args, issue) => {
      const { run, configFolder } = place();
      save(configFolder);
      const withPort = (text: string) => text.replaceAll('PORT', String(sshd.port));
      const { status, stderr } = await run([
        ...['a.html', '--target', 'files'],
        ...args.map(withPort),
      ]);
      expect({ status, stderr }).toEqual({ status: 2, stderr: `${withPort(issue)}\n` });
    });

    it('refuses the AWS configuration for a server, and a server for bucket list', async () => {
      const { run, configFolder, env } = place();
      save(configFolder);
      const aws = await run(['a.html', '--to', 'sftp://h/a.pdf', '--target', 'aws']);
      expect(aws.stderr).toContain('--target names a bucket, but sftp://h/a.pdf is on a server.');
      const listed = await bucketHere(['list', '--target', 'files'], { configFolder, env });
      expect(listed.status).toBe(2);
      expect(listed.stderr).toContain('The destination "Files" is a server, and has no buckets.');
    });
  });

  it('refuses options of buckets for servers, and options of servers without one', async () => {
    const { run } = place();
    const both = await run(['a.html', '--to', 'sftp://h/a.pdf', '--link', '7d', '--host-key', 'x']);
    expect(both.status).toBe(2);
    expect(both.stderr).toContain('--link applies to buckets only, not to sftp://h/a.pdf.');
    expect(both.stderr).toContain('"x" is not a fingerprint.');
    const alone = await run(['a.html', '--identity', sshd.identity]);
    expect(alone.stderr).toContain('--identity applies to SFTP servers.');
  });

  it('survives a broken connection', async () => {
    const { run, at, access, names } = place();
    const proxy = await tcpProxy(sshd.port, { bytes: 6_000, then: 'cut' });
    const { status } = await run(['a.html', '--to', `${at(proxy.port)}/a.pdf`, ...access]);
    await proxy.stop();
    expect({ status, names: names() }).toEqual({ status: 0, names: ['a.pdf'] });
  });

  it('lists, resends and cleans what could not be uploaded', async () => {
    const { run, at, there, access, outbox, names } = place();
    writeFileSync(join(there, 'in'), 'a file in place of the folder');
    const failed = await run(['a.html', '--to', `${at()}/in/a.pdf`, ...access]);
    expect(failed.status).toBe(1);
    expect(failed.stderr).toContain('/in" is a file, not a folder.');
    const listed = await outbox(['list']);
    expect(listed.stdout).toContain(`sftp://127.0.0.1:${sshd.port}${there}/in/a.pdf: `);
    await outputOf('rm', [join(there, 'in')]);
    const resent = await outbox(['resend']);
    expect({ status: resent.status, stderr: resent.stderr }).toEqual({ status: 0, stderr: '' });
    expect(names()).toEqual(['in/a.pdf']);
    expect((await outbox(['list'])).stdout).toBe('');

    writeFileSync(join(there, 'b'), '');
    await run(['a.html', '--to', `${at()}/b/a.pdf`, ...access]);
    const cleaned = await outbox(['clean', '--all']);
    expect(cleaned.stderr).toBe('1 PDF deleted.\n');
  });

  it('leaves no torn file when killed or stopped, and lists what was not uploaded', async () => {
    const { path, at, there, env, configFolder, access, names, outbox, keptIds } = place();
    const large = largePdf(3_000_000);
    const site = await startWebServer({
      '/large.pdf': (response) =>
        response.writeHead(200, { 'content-type': 'application/pdf' }).end(large),
    });
    const args = (port: number) => [
      ...[`${site.origin}/large.pdf`, '--to', `${at(port)}/a.pdf`, '--quiet'],
      ...access,
    ];
    const killing = await tcpProxy(sshd.port, { bytes: 1_000_000, then: 'hang' });
    const child = startConvert(args(killing.port), {
      cwd: path,
      configFolder,
      env,
      detached: true,
    });
    const ended = new Promise((resolve) => child.once('close', resolve));
    await killing.reached;
    process.kill(-(child.pid ?? 0), 'SIGKILL');
    await ended;
    await killing.stop();
    expect(names()).toEqual([expect.stringMatching(/^\.platen-.+\.part$/) as string]);
    expect((await outbox(['list', '--json'])).lines).toHaveLength(1);
    await outbox(['clean', ...(await keptIds())]);
    const stopping = await tcpProxy(sshd.port, { bytes: 1_000_000, then: 'hang' });
    const stop = new AbortController();
    const run = runConvert(args(stopping.port), {
      cwd: path,
      configFolder,
      env,
      stop: stop.signal,
    });
    await stopping.reached;
    stop.abort();
    expect((await run).status).toBe(130);
    await stopping.stop();
    expect((await outbox(['list'])).stdout).toContain(`${stopping.port}${there}/a.pdf`);
    expect(names()).not.toContain('a.pdf');
    await outbox(['clean', ...(await keptIds())]);

    const again = await runConvert(args(sshd.port), { cwd: path, configFolder, env });
    expect(again.status).toBe(0);
    expect(names()).toContain('a.pdf');
    expect(readFileSync(join(there, 'a.pdf')).equals(large)).toBe(true);
    await site.close();
  });
});
