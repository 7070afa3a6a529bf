import { describe, expect, it } from 'vitest';
import { Problem, admissionFrom } from '../../../../electron/main/service/http/problem.js';
import { DatabaseUnavailable } from '../../../../electron/main/service/store/database.js';

/** What an admission becomes that ends with this. */
async function endOf(thrown: Error, how: Parameters<typeof admissionFrom>[1]): Promise<unknown> {
  return admissionFrom(Promise.reject(thrown), how).catch((error: unknown) => error);
}

describe('an admission whose database is away', () => {
  const cut = new Error('The connection is cut.');
  const unheard = new DatabaseUnavailable(false, cut);
  const undone = new DatabaseUnavailable(true, cut);
  const [direct, later] = [{ isAsynchronous: false }, { isAsynchronous: true }];

  it.each([
    ['is nothing where the connection is all that waits for it', unheard, direct, false],
    ['is nothing where it certainly was undone', undone, later, false],
    ['may be sent again by its key', unheard, later, true],
  ])('%s: 503', async (_what, thrown, how, hasKey) => {
    const problem = await endOf(thrown, { ...how, hasKey });
    expect(problem).toBeInstanceOf(Problem);
    expect(problem).toMatchObject({
      status: 503,
      error: { code: 'no-database' },
      headers: { 'retry-after': '5' },
      cause: thrown,
    });
  });

  it('is not said to be nothing where an asynchronous one may have been taken in', async () => {
    expect(await endOf(unheard, { ...later, hasKey: false })).toBe(unheard);
    expect(await endOf(cut, { ...direct, hasKey: true })).toBe(cut);
  });
});
