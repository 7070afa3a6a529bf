import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SshHost, sshHost } from '../../../../electron/main/sftp/ssh-config.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'platen-ssh-config-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Reads configuration files, of which the first one is the user's. */
async function read(
  files: string | Readonly<Record<string, string>>,
  host = 'files',
  url: { readonly user?: string; readonly port?: number } = {},
): Promise<SshHost> {
  const own = mkdtempSync(join(folder, 'at-'));
  const texts = typeof files === 'string' ? { config: files } : files;
  for (const [name, text] of Object.entries(texts)) {
    mkdirSync(dirname(join(own, name)), { recursive: true });
    writeFileSync(join(own, name), text);
  }
  const paths = ['config', 'system'].map((name) => join(own, name));
  return sshHost({ host, user: url.user ?? null, port: url.port ?? null }, paths);
}

const local = userInfo().username;
const nothing: SshHost = {
  ...{ name: 'files', host: 'files', port: 22, user: local },
  ...{ hostKeyAlias: null, knownHostsFiles: null, identityFiles: null },
  ...{ identitiesOnly: false, agent: undefined },
};

describe('sshHost', () => {
  it.each<readonly [string, string, Partial<SshHost>]>([
    ['nothing', '', {}],
    ['a comment', '# Host files\n  #Port 1\n', {}],
    ['settings of all hosts', 'Port 23', { port: 23 }],
    ['a host', 'Host files\n  HostName files.example.org', { host: 'files.example.org' }],
    ['another host', 'Host other\n Port 23', {}],
    ['several hosts', 'Host other files\n Port 23', { port: 23 }],
    ['an excluded host', 'Host * !files\n Port 23', {}],
    ['patterns', 'Host f?les\n Port 23\nHost f*s\n User me', { port: 23, user: 'me' }],
    ['a pattern of fewer characters', 'Host files?\n Port 23', {}],
    ['no special characters in patterns', 'Host f.les\n Port 23', {}],
    ['any case', 'hOST FILES\n pORT 23', { port: 23 }],
    [
      'the first value',
      'Host files\n Port 23\nHost *\n Port 24\n User me',
      { port: 23, user: 'me' },
    ],
    ['an equals sign', 'Host=files\n Port = 23\n User=me', { port: 23, user: 'me' }],
    ['quotes', 'Host "files"\n User "you and me" # nobody', { user: 'you and me' }],
    ['escapes', 'User you\\ and\\"me', { user: 'you and"me' }],
    ['the name in the host', 'HostName %h.example.org', { host: 'files.example.org' }],
    ['lines of Windows', 'Host files\r\n Port 23\r\n', { port: 23 }],
    ['no Match', 'Match user me\n Port 23\nHost *\n User me', { user: 'me' }],
    ['Match all', 'Match all\n Port 23', { port: 23 }],
    ['other keywords', 'Host *\n Compression yes\n SendEnv LANG LC_*', {}],
    [
      'keys',
      'Host files\n IdentityFile ~/.ssh/%h\nHost *\n IdentityFile "/keys/%r of me"\n User me',
      { identityFiles: [join(homedir(), '.ssh/files'), '/keys/me of me'], user: 'me' },
    ],
    [
      'tokens',
      'IdentityFile %d/%n/%p/%u/%%',
      { identityFiles: [`${homedir()}/files/22/${local}/%`] },
    ],
    ['no key', 'IdentityFile none', { identityFiles: [] }],
    ['selected keys', 'IdentitiesOnly yes', { identitiesOnly: true }],
    ['all keys', 'IdentitiesOnly no\nIdentitiesOnly yes', {}],
    ['an agent', 'IdentityAgent ~/agent\\ socket', { agent: join(homedir(), 'agent socket') }],
    ['no agent', 'IdentityAgent none', { agent: null }],
    ['the agent of the environment', 'IdentityAgent SSH_AUTH_SOCK', {}],
    [
      'a variable',
      'IdentityAgent $HOME\nIdentityFile ${HOME}/x',
      {
        agent: process.env['HOME'] ?? null,
        identityFiles: [`${process.env['HOME'] ?? ''}/x`],
      },
    ],
    ['the name of a key', 'HostKeyAlias cluster', { hostKeyAlias: 'cluster' }],
    ['known hosts', 'UserKnownHostsFile ~/a /b', { knownHostsFiles: [join(homedir(), 'a'), '/b'] }],
    ['no known hosts', 'UserKnownHostsFile none', { knownHostsFiles: [] }],
    ['no proxy', 'Host files\n ProxyJump none\nHost *\n ProxyJump bastion', {}],
    ['no command', 'Host files\n ProxyCommand none\nHost *\n ProxyJump bastion', {}],
    ['a proxy of another host', 'Host other\n ProxyJump bastion', {}],
  ])('reads %s', async (_what, config, expected) => {
    expect(await read(config)).toEqual({ ...nothing, ...expected });
  });

  it('prefers what the URL names', async () => {
    const config = 'Host *\n Port 23\n User me';
    const named = { user: 'you', port: 24 };
    expect(await read(config, 'files', named)).toEqual({ ...nothing, ...named });
  });

  it('matches the host of the URL, without brackets', async () => {
    const config = 'Host ::1\n Port 23';
    expect(await read(config, '[::1]')).toMatchObject({ name: '::1', host: '::1', port: 23 });
  });

  it('reads the files of the user and then of the system, if they exist', async () => {
    const system = { system: 'Port 23\nUser me' };
    expect(await read(system)).toEqual({ ...nothing, port: 23, user: 'me' });
    const both = { ...system, config: 'Port 24' };
    expect(await read(both)).toEqual({ ...nothing, port: 24, user: 'me' });
  });

  it('reads included files where they are named, for their hosts', async () => {
    const files = {
      config: 'Include d*/*.conf missing\nHost other\n Include other\nHost *\n Port 25\n User me',
      'dir/1.conf': 'Host files\n Port 23',
      'dir/2.conf': 'Port 24',
      'dir/.hidden.conf': 'User hidden',
      other: 'User you',
    };
    expect(await read(files)).toEqual({ ...nothing, port: 23, user: 'me' });
    expect(await read(files, 'other')).toMatchObject({ port: 24, user: 'you' });
  });

  it.each([
    ['Host *\n ProxyJump bastion', /^Line 2 of ".+config" sets ProxyJump: files is reached/],
    ['ProxyCommand nc %h %p\nProxyJump none', /^Line 1 of .+ sets ProxyCommand: /],
    ['ProxyJump none\nProxyCommand nc %h %p', /^Line 2 of .+ sets ProxyCommand: /],
    ['ProxyJump bastion\nProxyCommand none', /^Line 1 of .+ sets ProxyJump: /],
    ['\nPort many', /^In line 2 of .+, Port has a value .+: "many"\. Correct the line\.$/],
    ['Port 65536', /Port has a value/],
    ['HostName %C', /HostName has a value .+"%C"/],
    ['IdentityFile ${NO_SUCH_VARIABLE}/x', /IdentityFile has a value/],
    ['Host', /Host has a value .+""/],
    ['Include config', /Include has a value/],
  ])('refuses %j', async (config, expected) => {
    await expect(read(config)).rejects.toThrow(expected);
  });

  it('names a file that cannot be read', async () => {
    const unreadable = /^The file ".+config" could not be read \(EISDIR\)/;
    await expect(read({ 'config/x': '' })).rejects.toThrow(unreadable);
  });
});
