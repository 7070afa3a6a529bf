import { expect, it } from 'vitest';
import { problemOf } from '../../../../electron/main/service/http/problem.js';

// Found by the fuzzer: the log had faults that were none.
it('a client that goes while its body is read is no fault of the service', () => {
  const aborted = Object.assign(new Error('aborted'), { code: 'ECONNRESET' });
  expect(problemOf(aborted, 1).status).toBe(499);
  const database = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
  expect(problemOf(database, 1).status).toBe(500);
});
