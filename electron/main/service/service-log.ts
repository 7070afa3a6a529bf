import { type Logger, pino } from 'pino';

/** The service's log: JSON, one line each. Nothing that is given to it may hold the content of a request, an address' query, or a key. */
export type ServiceLog = Pick<Logger, 'info' | 'warn' | 'error'>;

/**
 * @param level `warn` leaves out the requests
 * @param write takes each line with its end
 */
export function serviceLog(level: 'info' | 'warn', write: (line: string) => void): ServiceLog {
  return pino(
    { level, base: null, timestamp: () => `,"time":"${new Date().toISOString()}"` },
    { write },
  );
}
