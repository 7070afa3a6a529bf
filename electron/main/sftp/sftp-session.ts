import { userInfo } from 'node:os';
import { isDeepStrictEqual } from 'node:util';
import ssh2, { type Client, type ConnectConfig, type SFTPWrapper } from 'ssh2';
import { serverParts } from '../../shared/upload-location.js';
import { untilAborted } from '../util/async.js';
import { HostKeyCheck } from './host-key.js';
import type { SftpAccess } from './sftp-access.js';
import { signInFailure, signIns } from './sign-in.js';

/** Limits of connections, in milliseconds. */
export interface SessionLimits {
  /** Until the user is signed in. */
  readonly connectMs: number;
  /** Without a response; the server is asked for one when it sends nothing. */
  readonly idleMs: number;
}

export const defaultLimits: SessionLimits = { connectMs: 20_000, idleMs: 30_000 };

/** How long a session without users keeps its connection, in milliseconds. */
const idleSessionMs = 10_000;

/** Why there is no session, before it is described for users. */
export class SessionFault extends Error {
  override readonly name = 'SessionFault';

  constructor(
    readonly problem: 'no-connection' | 'broken-off' | 'not-ssh' | 'no-sftp' | 'sign-in',
    override readonly cause?: unknown,
  ) {
    super(problem);
  }
}

/** An open SFTP session. */
export interface SftpSession {
  readonly sftp: SFTPWrapper;
  /** Rejects when the connection or its SFTP subsystem ends; never resolves. */
  readonly broken: Promise<never>;
}

interface SharedSession {
  readonly access: SftpAccess;
  readonly session: Promise<OpenSession>;
  users: number;
  idle: NodeJS.Timeout | undefined;
}

interface OpenSession extends SftpSession {
  readonly client: Client;
}

/** One SSH connection for each destination, which its uploads share. */
export class SftpSessions {
  readonly #limits: SessionLimits;
  readonly #shared = new Set<SharedSession>();

  constructor(limits: SessionLimits = defaultLimits) {
    this.#limits = limits;
  }

  /**
   * Runs a task with a session; the signal ends only the wait for the session. A session that could
   * not be opened or has ended is replaced for the next task.
   * @throws SessionFault, DeliveryFailure for a host key or sign-in that is refused; what the task
   * throws
   */
  async use<T>(
    access: SftpAccess,
    signal: AbortSignal,
    task: (session: SftpSession) => Promise<T>,
  ): Promise<T> {
    signal.throwIfAborted();
    const shared = this.#sessionFor(access);
    try {
      const session = await untilAborted(signal, shared.session);
      return await Promise.race([task(session), session.broken]);
    } finally {
      this.#release(shared);
    }
  }

  #sessionFor(access: SftpAccess): SharedSession {
    const existing = [...this.#shared].find((each) => isDeepStrictEqual(each.access, access));
    const shared = existing ?? {
      access,
      session: openSession(access, this.#limits),
      users: 0,
      idle: undefined,
    };
    clearTimeout(shared.idle);
    shared.users += 1;
    this.#shared.add(shared);
    if (existing === undefined) {
      const forget = () => void this.#shared.delete(shared);
      void shared.session.then(({ broken }) => broken.catch(forget), forget);
    }
    return shared;
  }

  #release(shared: SharedSession): void {
    shared.users -= 1;
    if (shared.users > 0) return;
    const end = () => {
      this.#shared.delete(shared);
      shared.session.then(
        ({ client }) => client.end(),
        // There is no connection to end; its users have received the error.
        () => undefined,
      );
    };
    if (!this.#shared.has(shared)) end();
    else shared.idle = setTimeout(end, idleSessionMs).unref();
  }
}

/** The sessions of this process. */
export const sftpSessions = new SftpSessions();

/** @throws SessionFault, DeliveryFailure */
async function openSession(access: SftpAccess, limits: SessionLimits): Promise<OpenSession> {
  const { host, port: written, user } = serverParts(access.server);
  const hostname = host.replace(/^\[|\]$/g, '');
  const port = written ?? 22;
  const username = user ?? userInfo().username;
  const authHandler = [...(await signIns(access, username, hostname))];
  const hostKeys = await HostKeyCheck.for(access, hostname, port);
  for (;;) {
    try {
      const check = hostKeys.nextConnection();
      return await connect({ host: hostname, port, username, authHandler, ...check }, limits);
    } catch (thrown) {
      if (!(thrown instanceof SessionFault)) throw thrown;
      if (thrown.problem === 'sign-in') throw signInFailure(access, hostname, username);
      if (thrown.problem !== 'not-ssh' || hostKeys.refusal === null) throw thrown;
      // Whether a key is refused or the server has none of the remaining types, ssh2 says the same.
      if (!hostKeys.mayRepeat) throw hostKeys.refusal;
    }
  }
}

/** @throws SessionFault */
async function connect(config: ConnectConfig, limits: SessionLimits): Promise<OpenSession> {
  const client = new ssh2.Client();
  const disconnected = new Promise<never>((_resolve, reject) => {
    client.once('close', () => reject(new SessionFault('broken-off')));
    // After an error of the agent, the client tries the next way to sign in.
    client.on('error', (error: LeveledError) => {
      if (error.level !== 'agent') reject(sessionFault(error));
    });
  });
  // Whoever uses the session receives the rejection as well.
  disconnected.catch(() => undefined);
  const ready = new Promise<void>((resolve) => client.once('ready', () => resolve()));
  try {
    client.connect({
      ...config,
      readyTimeout: limits.connectMs,
      keepaliveInterval: Math.ceil(limits.idleMs / 3),
      keepaliveCountMax: 3,
    });
    await Promise.race([ready, disconnected]);
    const sftp = await Promise.race([openSftp(client), disconnected]);
    const ended = new Promise<never>((_resolve, reject) => {
      sftp.once('close', () => reject(new SessionFault('broken-off')));
    });
    const broken = Promise.race([disconnected, ended]);
    broken.catch(() => undefined);
    return { client, broken, sftp };
  } catch (thrown) {
    client.destroy();
    throw thrown;
  }
}

async function openSftp(client: Client): Promise<SFTPWrapper> {
  return new Promise((resolve, reject) => {
    client.sftp((error, sftp) => {
      if (error) reject(new SessionFault('no-sftp', error));
      else resolve(sftp);
    });
  });
}

/** ssh2 names the stage of an error in its `level`. */
interface LeveledError extends Error {
  readonly level?: string;
}

function sessionFault(error: LeveledError): SessionFault {
  return new SessionFault(problems[error.level ?? ''] ?? 'broken-off', error);
}

const problems: Readonly<Record<string, SessionFault['problem']>> = {
  'client-timeout': 'no-connection',
  'client-authentication': 'sign-in',
  protocol: 'not-ssh',
  handshake: 'not-ssh',
};
