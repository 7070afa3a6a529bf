import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import ssh2 from 'ssh2';
import { outputOf } from '../run-program.js';

/**
 * An SSH server that signs in by password, with OpenSSH's files behind it. OpenSSH's own server
 * knows only the passwords of the machine's users.
 */
export interface PasswordServer {
  readonly port: number;
  /** `SHA256:…` */
  readonly fingerprint: string;
  /** The passwords that it has received. */
  readonly received: readonly string[];
  /** Ends the SFTP programs, but no connection. */
  readonly endSftp: () => void;
  readonly stop: () => Promise<void>;
}

const sftpProgram = '/usr/lib/openssh/sftp-server';

/** @param folder for its host key */
export async function startPasswordServer(
  folder: string,
  { password, method }: { password: string; method: 'password' | 'keyboard-interactive' },
): Promise<PasswordServer> {
  const path = `${folder}/host`;
  await outputOf('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', path]);
  const printed = await outputOf('ssh-keygen', ['-l', '-f', `${path}.pub`]);
  const received: string[] = [];
  const clients: ssh2.Connection[] = [];
  const programs: ChildProcess[] = [];
  const server = new ssh2.Server({ hostKeys: [readFileSync(path)] }, (client) => {
    clients.push(client);
    client.on('error', () => undefined);
    client.on('authentication', (context) => {
      const answer = (given: string) => {
        received.push(given);
        if (given === password) context.accept();
        else context.reject([method]);
      };
      if (context.method === 'password' && method === 'password') answer(context.password);
      else if (context.method === 'keyboard-interactive' && method === 'keyboard-interactive') {
        context.prompt([{ prompt: 'Password:', echo: false }], ([given = '']) => answer(given));
      } else context.reject([method]);
    });
    client.on('session', (accept) => {
      accept().on('subsystem', (open) => {
        const stream = open();
        const files = spawn(sftpProgram, [], { stdio: ['pipe', 'pipe', 'ignore'] });
        programs.push(files);
        stream.pipe(files.stdin);
        files.stdout.pipe(stream);
        stream.once('close', () => files.kill());
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: portOf(server.address()),
    fingerprint: /(SHA256:\S+)/.exec(String(printed))?.[1] ?? '',
    received,
    endSftp: () => programs.forEach((program) => program.kill()),
    stop: async () => {
      for (const client of clients) client.end();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

function portOf(address: ReturnType<ssh2.Server['address']>): number {
  return typeof address === 'object' && address !== null ? address.port : 0;
}
