import { type Logger, pino } from 'pino';

/**
 * Writes one line of JSON per entry, which must not contain a request's content, a URL's query or a
 * key.
 */
export type ServiceLog = Pick<Logger, 'info' | 'warn' | 'error'>;

/**
 * @param level `warn` omits requests
 * @param write receives each line with its line feed
 */
export function serviceLog(level: 'info' | 'warn', write: (line: string) => void): ServiceLog {
  return pino(
    { level, base: null, timestamp: () => `,"time":"${new Date().toISOString()}"` },
    { write },
  );
}
