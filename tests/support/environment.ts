import { devNull } from 'node:os';

/**
 * Returns the environment for a program under test: without npm's variables and the machine's AWS
 * settings, and with downloads disabled.
 */
export function cleanEnvironment(
  from: NodeJS.ProcessEnv = process.env,
): Readonly<Record<string, string>> {
  const kept = Object.entries(from).filter(
    (entry): entry is [string, string] =>
      entry[1] !== undefined && entry[0] !== 'INIT_CWD' && !entry[0].startsWith('AWS_'),
  );
  return {
    ...Object.fromEntries(kept),
    AWS_CONFIG_FILE: devNull,
    AWS_SHARED_CREDENTIALS_FILE: devNull,
    AWS_EC2_METADATA_DISABLED: 'true',
    ELECTRON_SKIP_BINARY_DOWNLOAD: '1',
  };
}
