import { describe, expect, it } from 'vitest';
import { Problem, admissionFrom } from '../../../../electron/main/service/http/problem.js';
import { DatabaseUnavailable } from '../../../../electron/main/service/store/database.js';

/** Returns the problem that an admission with this error results in. */
async function problemOf(
  thrown: Error,
  options: Parameters<typeof admissionFrom>[1],
): Promise<unknown> {
  return admissionFrom(Promise.reject(thrown), options).catch((error: unknown) => error);
}

describe('an admission during a database outage', () => {
  const interrupted = new Error('The connection was lost.');
  const unknownOutcome = new DatabaseUnavailable(false, interrupted);
  const rolledBack = new DatabaseUnavailable(true, interrupted);
  const [direct, later] = [{ isAsynchronous: false }, { isAsynchronous: true }];

  it.each([
    ['was not processed if it only waited for a connection', unknownOutcome, direct, false],
    ['was not processed if it was certainly rolled back', rolledBack, later, false],
    ['may be repeated with its key', unknownOutcome, later, true],
  ])('%s: 503', async (_what, thrown, options, hasKey) => {
    const problem = await problemOf(thrown, { ...options, hasKey });
    expect(problem).toBeInstanceOf(Problem);
    expect(problem).toMatchObject({
      status: 503,
      error: { code: 'no-database' },
      headers: { 'retry-after': '5' },
      cause: thrown,
    });
  });

  it('may have been processed if an asynchronous one may have been stored', async () => {
    expect(await problemOf(unknownOutcome, { ...later, hasKey: false })).toBe(unknownOutcome);
    expect(await problemOf(interrupted, { ...direct, hasKey: true })).toBe(interrupted);
  });
});
