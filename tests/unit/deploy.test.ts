import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { parseKeysArguments } from '../../electron/main/cli/keys/arguments.js';
import { parseServeArguments } from '../../electron/main/cli/serve/arguments.js';
import { routes } from '../../electron/main/service/http/routes.js';
import { defaultOptions } from '../../electron/main/service/contract/service-options.js';

const root = resolve(import.meta.dirname, '../..');
const textOf = (path: string) => readFileSync(join(root, path), 'utf8');

/** Starts a display and becomes Platen; electron-builder.yml packs `resources/linux`. */
const displayProgram = '/opt/Platen/resources/xvfb-exec';

/** A file in place of the secret, which the machine of a test does not have. */
const folder = mkdtempSync(join(tmpdir(), 'platen-deploy-'));
const database = join(folder, 'database');
writeFileSync(database, 'postgres://platen:secret@postgres/platen\n');
afterAll(() => rmSync(folder, { recursive: true }));

/** Parses a command line of one of the files, as `platen` would. */
function parsed(words: readonly string[]) {
  const [command, ...args] = words
    .slice(words[0] === '--' ? 1 : 0)
    .map((word) => word.replace(/[\w${}/]*\/database$/, database));
  expect(command).toBe('serve');
  return args[0] === 'keys'
    ? parseKeysArguments(args.slice(1), '/')
    : parseServeArguments(args, '/');
}

const healthPaths = Object.values(routes).map(({ url }) => url);

/** Returns the paths of this service that a text checks. */
function checkedPaths(text: string): readonly string[] {
  return [...text.matchAll(/https?:\/\/127\.0\.0\.1(?::8080)?(\/[\w/]+)/g)].map(
    ([, path = '']) => path,
  );
}

const seconds = (text: string | undefined) => Number(/^(\d+)s?$/.exec(text ?? '')?.[1]);

describe('the Dockerfile', () => {
  const text = textOf('deploy/Dockerfile');
  const instructions = text.replace(/^#.*\n/gm, '').replace(/\\\n/g, ' ');

  it('copies what exists, and nothing that its ignore file leaves out', () => {
    const ignored = textOf('deploy/Dockerfile.dockerignore').split('\n');
    const included = ignored.flatMap((line) => (line.startsWith('!') ? line.slice(1) : []));
    expect(ignored).toContain('*');
    expect(included.filter((path) => !existsSync(join(root, path)))).toEqual([]);
    const [, copied = ''] = /^COPY (package\S+ \S+) \.\/$/m.exec(instructions) ?? [];
    expect(included).toEqual(expect.arrayContaining(copied.split(' ')));
  });

  it('runs what electron-builder packs, as its own user, with the sandbox', () => {
    const { linux } = z
      .object({ linux: z.object({ executableName: z.string() }) })
      .parse(parse(textOf('electron-builder.yml')));
    const [, entry = ''] = /^ENTRYPOINT (\[.+\])$/m.exec(instructions) ?? [];
    const [display, program, ...switches] = z.array(z.string()).parse(JSON.parse(entry));
    expect(display).toBe(displayProgram);
    expect(program).toBe(`/opt/Platen/${linux.executableName}`);
    expect(switches.at(-1)).toBe('--');
    expect(instructions).toMatch(/ xauth xvfb /);
    expect(instructions).toMatch(/^USER platen$/m);
    expect(instructions).not.toMatch(/no-sandbox/);
    const [, command = ''] = /^CMD (\[.+\])$/m.exec(instructions) ?? [];
    expect(parsed(z.array(z.string()).parse(JSON.parse(command)))).toMatchObject({
      action: 'serve',
    });
  });

  it('checks a path that the service has, at its default port', () => {
    expect(instructions).toMatch(/^HEALTHCHECK /m);
    expect(instructions).toContain(`127.0.0.1:${defaultOptions.port}/`);
    expect(healthPaths).toEqual(expect.arrayContaining([...checkedPaths(instructions)]));
  });

  it('describes a start that the service accepts', () => {
    const [, words = ''] = /platen (serve --host .+)$/m.exec(text) ?? [];
    expect(parsed(words.split(' '))).toMatchObject({ options: { behindProxy: true } });
  });
});

const service = z.object({
  command: z.array(z.string()).optional(),
  build: z.object({ context: z.string(), dockerfile: z.string() }).optional(),
  secrets: z.array(z.string()),
  volumes: z.array(z.string()),
  networks: z.array(z.string()),
  read_only: z.literal(true),
  restart: z.literal('unless-stopped'),
  security_opt: z.array(z.string()),
  stop_grace_period: z.string().optional(),
  healthcheck: z.object({ test: z.array(z.string()) }).optional(),
});

const composeFile = z.object({
  services: z.object({ platen: service, postgres: service, nginx: service }),
  networks: z.record(z.string(), z.unknown()),
  volumes: z.record(z.string(), z.unknown()),
  secrets: z.record(z.string(), z.object({ file: z.string() })),
});

describe('the compose file', () => {
  const text = textOf('deploy/compose.yaml');
  const compose = composeFile.parse(parse(text));
  const services = Object.values(compose.services);
  const { platen } = compose.services;

  it('starts the service with options that it accepts', () => {
    expect(parsed(platen.command ?? [])).toMatchObject({
      accounts: { kind: 'database' },
      options: { port: 8080, behindProxy: true },
    });
  });

  it('gives a conversion the time that the service gives it', () => {
    expect(seconds(platen.stop_grace_period)).toBeGreaterThan(defaultOptions.stopSeconds + 5);
  });

  it('names only files, networks, volumes and secrets that there are', () => {
    const { context = '', dockerfile = '' } = platen.build ?? {};
    expect(existsSync(join(root, 'deploy', context, dockerfile))).toBe(true);
    const files = services
      .flatMap(({ volumes, security_opt: options }) => [...volumes, ...options])
      .flatMap((each) => /(?:^|=)(\.\/[^:]+)/.exec(each)?.[1] ?? []);
    expect(files).toEqual(['./seccomp.json', './nginx.conf']);
    for (const file of files) expect(existsSync(join(root, 'deploy', file))).toBe(true);
    const named = (names: readonly string[], defined: object) =>
      expect(Object.keys(defined).toSorted()).toEqual([...new Set(names)].toSorted());
    named(
      services.flatMap((each) => each.networks),
      compose.networks,
    );
    named(
      services.flatMap((each) => each.secrets),
      compose.secrets,
    );
    named(
      services.flatMap(({ volumes }) => volumes.flatMap((each) => /^\w+(?=:)/.exec(each) ?? [])),
      compose.volumes,
    );
  });

  it('has the secrets that make-secrets.sh creates', () => {
    const script = textOf('deploy/make-secrets.sh');
    for (const { file } of Object.values(compose.secrets))
      expect(script).toMatch(new RegExp(`(>|-keyout|-out) ${file.replace('./secrets/', '')}\\b`));
  });

  it('describes how keys are added', () => {
    const [, words = ''] = /^#\s+(serve keys .+)$/m.exec(text) ?? [];
    expect(parsed(words.split(' '))).toMatchObject({ task: { verb: 'add' } });
  });

  it('checks a path that the service has', () => {
    expect(healthPaths).toEqual(expect.arrayContaining([...checkedPaths(text)]));
  });
});

describe('the nginx configuration', () => {
  const text = textOf('deploy/nginx.conf');
  const valueOf = (name: string) => new RegExp(`^\\s*${name} (.+);`, 'm').exec(text)?.[1];

  it('passes requests on as --behind-proxy expects, and leaves limits to the service', () => {
    expect(text).toContain('proxy_set_header X-Forwarded-Host $http_host;');
    expect(text).toContain('proxy_set_header X-Forwarded-Proto $scheme;');
    expect(text).toContain('proxy_set_header X-Forwarded-For $remote_addr;');
    expect(parseInt(valueOf('client_max_body_size') ?? '', 10) * 1024 ** 2).toBeGreaterThan(
      defaultOptions.bodyLimit,
    );
    expect(valueOf('proxy_buffering')).toBe('off');
    expect(valueOf('proxy_request_buffering')).toBe('off');
    expect(valueOf('proxy_next_upstream')).not.toContain('non_idempotent');
  });

  it('logs no URL of a PDF, at either port', () => {
    const servers = text.split(/^server \{$/m).slice(1);
    expect(servers).toHaveLength(2);
    for (const each of servers) expect(each).toMatch(/^\s*access_log \S+ platen;$/m);
  });

  it('names the server, the port and the secrets of the compose file', () => {
    const { services, secrets } = composeFile.parse(parse(textOf('deploy/compose.yaml')));
    const [, host = '', port] = /^\s*server (\w+):(\d+)/m.exec(text) ?? [];
    expect(Object.keys(services)).toContain(host);
    expect(port).toBe(String(defaultOptions.port));
    const used = [...text.matchAll(/\/run\/secrets\/([\w-]+)/g)].map(([, name]) => name);
    expect(used).toEqual(services.nginx.secrets);
    expect(Object.keys(secrets)).toEqual(expect.arrayContaining(used));
  });

  it('treats only paths that the service has', () => {
    const paths = [...text.matchAll(/^\s*location (?:= )?(\/\S*)/gm)].map(([, path = '']) => path);
    expect(paths).toEqual(['/', '/v1/files/', '/metrics']);
    for (const path of paths)
      expect(healthPaths.some((each) => each.startsWith(path) || path === '/')).toBe(true);
  });
});

describe('the systemd unit', () => {
  const text = textOf('deploy/platen.service');
  const valueOf = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(text)?.[1];

  it('starts the installed application with options that it accepts', () => {
    const [display, program, ...rest] = (valueOf('ExecStart') ?? '').split(' ');
    expect(display).toBe(displayProgram);
    expect(program).toBe('/opt/Platen/platen');
    const words = rest.slice(rest.indexOf('--') + 1);
    expect(parsed(words)).toMatchObject({ action: 'serve', options: { behindProxy: true } });
    expect(Number(valueOf('TimeoutStopSec'))).toBeGreaterThan(defaultOptions.stopSeconds + 5);
  });

  it('reloads by the signal that the service knows', () => {
    expect(valueOf('ExecReload')).toBe('/bin/kill -HUP $MAINPID');
  });

  it("permits what Chromium's sandbox needs, and no more namespaces", () => {
    expect(valueOf('RestrictNamespaces')).toBe('user pid net');
    expect(valueOf('SystemCallFilter')).toBe('@system-service chroot');
    expect(valueOf('NoNewPrivileges')).toBe('yes');
    expect(valueOf('MemoryDenyWriteExecute')).toBeUndefined();
  });
});

// Signals must reach Platen, whose exit status decides whether a supervisor starts it again.
describe('xvfb-exec', () => {
  const folder = mkdtempSync(join(tmpdir(), 'platen-xvfb-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  const script = (name: string, lines: readonly string[]) =>
    writeFileSync(join(bin, name), ['#!/bin/sh', ...lines, ''].join('\n'), { mode: 0o755 });

  /** Runs it with a fake Xvfb, which writes the number of its display, or ends without one. */
  function run(xvfb: readonly string[], args: readonly string[]) {
    script('mcookie', ['echo 0123']);
    script('xauth', ['cat > /dev/null']);
    script('Xvfb', xvfb);
    return spawnSync(join(root, 'resources/linux/xvfb-exec'), args, {
      encoding: 'utf8',
      env: { PATH: `${bin}:${process.env['PATH'] ?? ''}`, TMPDIR: folder },
    });
  }

  it.skipIf(process.platform !== 'linux')('becomes the program, with the display', () => {
    const program = ['sh', '-c', 'echo "$DISPLAY $1"; kill -TERM $$', 'sh', 'a b'];
    const { stdout, signal } = run(['echo 42 >&3'], program);
    expect(stdout).toBe(':42 a b\n');
    expect(signal).toBe('SIGTERM');
  });

  it.skipIf(process.platform !== 'linux')('says why there is no display', () => {
    const { stderr, status } = run(['echo no screens found >&2'], ['echo', 'started']);
    expect(stderr).toBe('xvfb-exec: Xvfb did not start:\nno screens found\n');
    expect(status).toBe(1);
  });
});

describe('the seccomp profile', () => {
  const { defaultAction, syscalls } = z
    .object({
      defaultAction: z.string(),
      syscalls: z.array(
        z.object({
          names: z.array(z.string()),
          action: z.literal('SCMP_ACT_ALLOW'),
          args: z.array(z.object({ value: z.number(), op: z.string() })).optional(),
        }),
      ),
    })
    .parse(JSON.parse(textOf('deploy/seccomp.json')));
  const ruleOf = (name: string) => syscalls.filter(({ names }) => names.includes(name));

  it("allows what Chromium's sandbox needs", () => {
    expect(ruleOf('chroot')).toMatchObject([{ action: 'SCMP_ACT_ALLOW' }]);
    const newUserPidNet = 0x1000_0000 + 0x2000_0000 + 0x4000_0000;
    for (const name of ['clone', 'unshare']) {
      // Mount, cgroup, UTS and IPC namespaces.
      const value = 0x0002_0000 + 0x0200_0000 + 0x0400_0000 + 0x0800_0000;
      expect(value & newUserPidNet).toBe(0);
      expect(ruleOf(name)).toMatchObject([{ args: [{ value, op: 'SCMP_CMP_MASKED_EQ' }] }]);
    }
  });

  it.each(['mount', 'setns', 'ptrace', 'bpf', 'io_uring_setup', 'keyctl', 'perf_event_open'])(
    'denies %s',
    (name) => {
      expect(defaultAction).toBe('SCMP_ACT_ERRNO');
      expect(ruleOf(name)).toEqual([]);
    },
  );
});

describe('docs/operations.md', () => {
  const text = textOf('docs/operations.md');

  it('names only files of the repository', () => {
    const named = [...text.matchAll(/\bdeploy\/[\w.-]+/g)].map(([path]) => path);
    expect(named).not.toEqual([]);
    // Created by make-secrets.sh.
    for (const path of named.filter((each) => each !== 'deploy/secrets'))
      expect(existsSync(join(root, path)), path).toBe(true);
  });
});
