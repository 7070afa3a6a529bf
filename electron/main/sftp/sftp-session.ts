import ssh2, { type Client, type ConnectConfig, type SFTPWrapper } from 'ssh2';
import { serverParts } from '../../shared/upload-location.js';
import { untilAborted } from '../util/async.js';
import { SharedValues } from '../util/shared-values.js';
import { HostKeyCheck } from './host-key.js';
import type { SftpAccess } from './sftp-access.js';
import { signInFailure, signIns } from './sign-in.js';
import { sshHost } from './ssh-config.js';

/** Limits of connections, in milliseconds. */
export interface SessionLimits {
  /** Until the user is signed in. */
  readonly connectMs: number;
  /** Without a response; the server is asked for one when it sends nothing. */
  readonly idleMs: number;
}

export const defaultLimits: SessionLimits = { connectMs: 20_000, idleMs: 30_000 };

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

export interface SftpSession {
  readonly sftp: SFTPWrapper;
  /** Rejects when the connection or its SFTP subsystem ends; never resolves. */
  readonly broken: Promise<never>;
}

interface OpenSession extends SftpSession {
  readonly client: Client;
}

/** One SSH connection for each destination, which its uploads share. */
export class SftpSessions {
  readonly #shared: SharedValues<SftpAccess, Promise<OpenSession>>;

  constructor(limits: SessionLimits = defaultLimits) {
    this.#shared = new SharedValues((access) => this.#open(access, limits), endSession);
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
    return this.#shared.use(access, async (opened) => {
      const session = await untilAborted(signal, opened);
      return Promise.race([task(session), session.broken]);
    });
  }

  #open(access: SftpAccess, limits: SessionLimits): Promise<OpenSession> {
    const session = openSession(access, limits);
    const forget = () => this.#shared.forget(session);
    void session.then(async ({ broken }) => broken.catch(forget), forget);
    return session;
  }
}

/** Without a session there is nothing to end; its users have received the error. */
function endSession(session: Promise<OpenSession>): void {
  session.then(
    ({ client }) => client.end(),
    () => undefined,
  );
}

/** The sessions of this process. */
export const sftpSessions = new SftpSessions();

/** @throws SessionFault, DeliveryFailure */
async function openSession(access: SftpAccess, limits: SessionLimits): Promise<OpenSession> {
  const server = await sshHost(serverParts(access.server));
  const { host, port, user: username } = server;
  const authHandler = [...(await signIns(access, server))];
  const hostKeys = await HostKeyCheck.for(access, server);
  for (;;) {
    try {
      const check = hostKeys.nextConnection();
      return await connect({ host, port, username, authHandler, ...check }, limits);
    } catch (thrown) {
      if (!(thrown instanceof SessionFault)) throw thrown;
      if (thrown.problem === 'sign-in') throw signInFailure(access, server);
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
