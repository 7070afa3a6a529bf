import { availableParallelism } from 'node:os';

/**
 * How many test files run at the same time, in every runner: as many as the machine has cores. The
 * tests compute more than they wait, so more of them only make each one slower. The variable
 * `PLATEN_TEST_WORKERS` overrides it.
 */
export const testWorkers = Number(process.env['PLATEN_TEST_WORKERS'] ?? availableParallelism());

/**
 * Limits in milliseconds for what takes at most a few seconds on two quiet cores: a machine may be
 * four times slower, and busy.
 */
export const testLimits = {
  test: 60_000,
  hook: 120_000,
  poll: 30_000,
  journey: 120_000,
} as const;

/**
 * Vitest's rule for repeating a test: once, and only if it timed out, because a machine may stall.
 * A wrong result is final. `npm test` names the tests that were repeated.
 */
export const retryTimeouts = { count: 1, condition: /timed out/ } as const;

/** The tags of vitest's tests. CONTRIBUTING.md says which tests are core. */
export const testTags = [
  {
    name: 'core',
    description: 'Proves the main job or the safety of a part of Platen through its front door.',
  },
];
