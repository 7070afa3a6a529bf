import { closeSync, readFileSync } from 'node:fs';

/** Names of variables whose values are secrets, such as those of Platen, AWS and PostgreSQL. */
const secretName =
  /(^|_|PG)(DATABASE|PASSPHRASE|PASSWORD|SECRET|TOKEN|KEY|KEY_ID|CREDENTIALS)$|_(SECRET|TOKEN|KEY)_(?!FILE$)/i;

/** Names of those that Platen itself reads. */
const ownName = /^(PLATEN|AWS)_|^PGPASSWORD$/;

/** The variable with the number of the pipe from which the secrets are read. */
const pipeVariable = 'PLATEN_SECRETS_PIPE';

/** The environment as a program of its own would get it, and the secrets that it lacks. */
export interface SecretVariables {
  readonly secrets: Readonly<Record<string, string>>;
  /**
   * Whether Chromium's zygote, from which the processes of pages are forked, has them: it is older
   * than any script.
   */
  readonly reachPages: boolean;
}

/**
 * Takes secrets out of the environment, so that no process that is started from now on inherits
 * them. `process.env` still returns each by its name, but lists none.
 */
export function hideSecrets(
  process: Pick<NodeJS.Process, 'env' | 'platform' | 'versions'>,
): SecretVariables {
  const { env } = process;
  const pipe = env[pipeVariable];
  const inherited = Object.entries(env).filter(([name]) => secretName.test(name));
  const passed = pipe === undefined ? {} : readPipe(Number(pipe));
  const secrets = Object.fromEntries([...inherited, ...Object.entries(passed)].filter(isText));
  for (const name of [pipeVariable, ...Object.keys(secrets)]) Reflect.deleteProperty(env, name);
  const hidden = new Map(Object.entries(secrets));
  process.env = new Proxy(env, {
    get: (target, name): unknown =>
      (typeof name === 'string' ? hidden.get(name) : undefined) ?? Reflect.get(target, name),
    // The default would define a property of the proxy, which Node refuses.
    set: (target, name, value) => Reflect.set(target, name, value),
  });
  const hasZygote = process.platform === 'linux' && 'electron' in process.versions;
  const reachPages = hasZygote && inherited.some(([name]) => ownName.test(name));
  return { secrets, reachPages };
}

/** The pipe and the variable by which another start of Platen gets the secrets. */
export function secretsPipe(number: number): Readonly<Record<string, string>> {
  return { [pipeVariable]: String(number) };
}

function readPipe(number: number): Readonly<Record<string, unknown>> {
  const text = readFileSync(number, 'utf8');
  closeSync(number);
  // The cast is safe: it was written by `startAgain`.
  return JSON.parse(text) as Readonly<Record<string, unknown>>;
}

function isText(entry: readonly [string, unknown]): entry is [string, string] {
  return typeof entry[1] === 'string';
}
