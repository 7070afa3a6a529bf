/** Why an exchange ended early. */
export type ExchangeProblem =
  /** No connection came about in time. */
  | 'no-connection'
  /** No byte moved for too long. */
  | 'standstill'
  /** By the caller's own signal. */
  | 'ended'
  /** The connection failed: the cause is what Node threw. */
  | 'connection';

/** A request that did not come to its answer. */
export class ExchangeFault extends Error {
  override readonly name = 'ExchangeFault';

  constructor(
    readonly problem: ExchangeProblem,
    /** Whether the other side may have got the request: false only where its body was certainly not sent. */
    readonly mayHaveArrived: boolean,
    cause?: unknown,
    /** Whether the other side has not said a byte. */
    readonly isUnanswered = false,
  ) {
    super(problem, { cause });
  }
}
