import { expect, it } from 'vitest';
import { problemOf } from '../../../../electron/main/service/http/problem.js';

// Found by the fuzzer: the log reported faults for closed connections.
it('a client that disconnects while its body is read is not logged as a fault of the service', () => {
  const aborted = Object.assign(new Error('aborted'), { code: 'ECONNRESET' });
  expect(problemOf(aborted).status).toBe(499);
  const database = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
  expect(problemOf(database).status).toBe(500);
});
