import { setTimeout as after } from 'node:timers/promises';
import { AppError } from '../../../shared/messages/errors.js';
import { type Message, literal, message } from '../../../shared/messages/message.js';
import { excerpt } from '../../../shared/request/text.js';
import { fieldIssue, invalidRequest } from '../../../shared/request/validation.js';
import type { Findings } from '../contract/findings.js';
import type { LoadTracker } from './load-tracker.js';
import { shortened } from '../addresses/page-address.js';
import type { MainWorldAnswer, PageDevTools, RemoteValue } from './page-devtools.js';

/** How often a condition is checked, in milliseconds. */
const pollMs = 100;

/** How long nothing may be requested before the network counts as idle, in milliseconds. */
const quietMs = 500;

/** How long a page may take to be scrolled through, in milliseconds. */
const scrollLimitMs = 20_000;

/** How long requests that scrolling has started may make no progress, in milliseconds. */
const scrollStalledMs = 3000;

/** What a page is given time for before it is printed; an empty text waits for nothing. */
export interface WaitConditions {
  readonly selector: string;
  readonly expression: string;
  readonly networkIdle: boolean;
  /** Limit of each of the conditions above, in milliseconds. */
  readonly limitMs: number;
}

interface WaitingPage {
  readonly devTools: Pick<PageDevTools, 'find' | 'runInPage' | 'scrollOn' | 'scrollBack'>;
  readonly tracker: Pick<LoadTracker, 'pending' | 'untilQuiet' | 'whenIdle'>;
  readonly findings: Findings;
}

/** What the user wants a page to wait for beyond its own loading. */
export class PageWaits {
  readonly #page: WaitingPage;
  #awaited: Message | null = null;

  constructor(page: WaitingPage) {
    this.#page = page;
  }

  /** Null for nothing. */
  get awaited(): Message | null {
    return this.#awaited;
  }

  /**
   * Waits until all conditions hold.
   * @throws AppError `timed-out` with what was found instead, or `invalid-request` if an expression
   * fails
   */
  async until({ selector, expression, networkIdle, limitMs }: WaitConditions): Promise<void> {
    if (selector !== '') await this.#untilShown(selector, limitMs);
    if (expression !== '') await this.#untilTrue(expression, limitMs);
    if (networkIdle) await this.#untilNetworkIdle(limitMs);
  }

  async delay(delayMs: number): Promise<void> {
    await this.#during(message('engine.awaitedDelay'), after(delayMs));
  }

  /** Runs the user's own script in the page. @throws AppError `invalid-request` if it fails */
  async run(script: string): Promise<void> {
    const running = this.#page.devTools.runInPage(scriptSource(script));
    const { exception } = await this.#during(message('engine.awaitedScript'), running);
    if (exception === undefined) return;
    const { line, reason } = scriptFailure(exception);
    throw wrong(
      'javascript',
      line === null
        ? message('engine.scriptFailed', { reason })
        : message('engine.scriptFailedAt', { line, reason }),
    );
  }

  /** Scrolls the settled page and its scrollable elements to their ends, and back. */
  async scrollThrough(): Promise<void> {
    await this.#during(message('engine.awaitedScroll'), this.#scrollThrough());
  }

  async #untilShown(selector: string, limitMs: number): Promise<void> {
    const deadline = Date.now() + limitMs;
    const shown = { selector: excerpt(selector) };
    for (;;) {
      const { visible, matching } = await this.#page.devTools.find(selector);
      if (visible) break;
      this.#awaited = message(
        matching > 0 ? 'engine.awaitedSelectorHidden' : 'engine.awaitedSelectorMissing',
        shown,
      );
      if (Date.now() >= deadline) {
        const params = { ...shown, seconds: limitMs / 1000 };
        throw timedOut(
          matching > 0
            ? message('engine.selectorHidden', { ...params, count: matching })
            : message('engine.selectorMissing', params),
        );
      }
      await after(pollMs);
    }
    this.#awaited = null;
  }

  async #untilTrue(text: string, limitMs: number): Promise<void> {
    const deadline = Date.now() + limitMs;
    const expression = excerpt(text);
    const params = { expression, seconds: limitMs / 1000 };
    this.#awaited = message('engine.awaitedExpression', { expression });
    const untrue = (value: string) =>
      timedOut(message('engine.expressionFalse', { ...params, value }));
    let last: string | null = null;
    for (;;) {
      const answer = await this.#valueBefore(deadline, expressionSource(text));
      // A busy page answers late; its previous answer explains more than a timeout.
      if (answer === null && last !== null) throw untrue(last);
      if (answer === null) throw timedOut(message('engine.expressionPending', params));
      if (answer.exception !== undefined) {
        const { reason } = scriptFailure(answer.exception);
        const failure = message('engine.expressionFailed', { expression, reason });
        throw wrong('waitForExpression', failure);
      }
      if (isTruthy(answer.result)) break;
      last = excerpt(textOf(answer.result));
      if (Date.now() >= deadline) throw untrue(last);
      await after(pollMs);
    }
    this.#awaited = null;
  }

  /** Returns null if the page has not answered, or a promise is still pending, at the deadline. */
  async #valueBefore(deadline: number, source: string): Promise<MainWorldAnswer | null> {
    const ended = new AbortController();
    const value = this.#page.devTools.runInPage(source);
    value.catch(() => undefined);
    const limit = after(Math.max(pollMs, deadline - Date.now()), null, { signal: ended.signal });
    limit.catch(() => undefined);
    try {
      return await Promise.race([value, limit]);
    } finally {
      ended.abort();
    }
  }

  async #untilNetworkIdle(limitMs: number): Promise<void> {
    const { tracker, findings } = this.#page;
    const idle = tracker.untilQuiet(quietMs, Date.now() + limitMs);
    if (await this.#during(message('engine.awaitedNetwork'), idle)) return;
    const [address] = tracker.pending;
    const resource =
      address === undefined ? message('engine.furtherResources') : shortened(address);
    findings.add(
      'changing',
      message('preflight.networkBusy', { resource, seconds: limitMs / 1000 }),
    );
  }

  /** Content that requests bring may be followed by more. */
  async #scrollThrough(): Promise<void> {
    const { devTools, tracker, findings } = this.#page;
    const deadline = Date.now() + scrollLimitMs;
    while (await devTools.scrollOn(Math.max(0, deadline - Date.now()))) {
      await tracker.whenIdle(scrollStalledMs, deadline);
      if (Date.now() < deadline) continue;
      const seconds = scrollLimitMs / 1000;
      findings.add('changing', message('preflight.scrollStopped', { seconds }));
      break;
    }
    await devTools.scrollBack();
  }

  async #during<T>(awaited: Message, work: Promise<T>): Promise<T> {
    this.#awaited = awaited;
    try {
      return await work;
    } finally {
      this.#awaited = null;
    }
  }
}

/**
 * Checks texts that Chromium alone can judge, in any page.
 * @throws AppError `invalid-request` with all issues
 */
export async function checkSources(
  devTools: Pick<PageDevTools, 'compile' | 'unknownSelectors'>,
  { expression, script, selectors }: UserSources,
): Promise<void> {
  const unknown = await devTools.unknownSelectors(selectors.map(({ selector }) => selector));
  const failures = await Promise.all([
    expression === '' ? null : devTools.compile(expressionSource(expression)),
    script === '' ? null : devTools.compile(scriptSource(script)),
  ]);
  const [ofExpression, ofScript] = failures.map((each) => (each ? scriptFailure(each) : null));
  const issues = [
    ...selectors
      .filter(({ selector }) => unknown.includes(selector))
      .map(({ field, selector }) =>
        fieldIssue(field, message('engine.selectorUnknown', { selector: excerpt(selector) })),
      ),
    ...(ofExpression
      ? [
          fieldIssue(
            'waitForExpression',
            message('engine.expressionSyntax', {
              expression: excerpt(expression),
              reason: ofExpression.reason,
            }),
          ),
        ]
      : []),
    ...(ofScript
      ? [
          fieldIssue(
            'javascript',
            message('engine.scriptSyntax', { line: ofScript.line ?? 1, reason: ofScript.reason }),
          ),
        ]
      : []),
  ];
  if (issues.length > 0) throw invalidRequest(issues);
}

/** Texts of the user that only Chromium can judge. */
export interface UserSources {
  readonly expression: string;
  readonly script: string;
  readonly selectors: readonly { readonly field: string; readonly selector: string }[];
}

/** The name of the user's scripts in stack traces. */
const sourceName = 'platen-own-script';

function expressionSource(expression: string): string {
  return `(async () => (${expression}\n))()\n//# sourceURL=${sourceName}`;
}

/** The first line stays the first, so that the lines of errors are those of the user. */
function scriptSource(script: string): string {
  return `(async () => {${script}\n})()\n//# sourceURL=${sourceName}`;
}

interface ScriptFailure {
  /** In the user's text; null if the exception does not say where it was thrown. */
  readonly line: number | null;
  readonly reason: Message;
}

function scriptFailure({
  exception,
  lineNumber,
  text,
}: NonNullable<MainWorldAnswer['exception']>): ScriptFailure {
  const described = exception === undefined ? text : textOf(exception);
  const [reason = text] = described.split('\n');
  const [, inStack] = new RegExp(`${sourceName}:(\\d+):`).exec(described) ?? [];
  const isSyntax = exception?.className === 'SyntaxError' && inStack === undefined;
  const line = inStack === undefined ? (isSyntax ? lineNumber + 1 : null) : Number(inStack);
  return { line, reason: literal(excerpt(reason)) };
}

function isTruthy({ type, subtype, value, unserializableValue }: RemoteValue): boolean {
  if (unserializableValue !== undefined)
    return !['-0', 'NaN', '0n', '-0n'].includes(unserializableValue);
  if (type === 'object') return subtype !== 'null';
  return type === 'function' || type === 'symbol' || Boolean(value);
}

function textOf({ type, value, description, unserializableValue }: RemoteValue): string {
  if (type === 'string') return JSON.stringify(value);
  return description ?? unserializableValue ?? (value === undefined ? type : JSON.stringify(value));
}

function timedOut(reason: Message): AppError {
  return new AppError('timed-out', reason);
}

function wrong(field: string, reason: Message): AppError {
  return invalidRequest([fieldIssue(field, reason)]);
}
