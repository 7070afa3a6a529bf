/** Sentences for the person about what happened behind the window: the window asks for them as it starts, and is sent those that come later. */
export class WindowNotices {
  readonly #messages: string[];
  #confirmOpen = false;

  /** @param send gives a sentence to a window that has started */
  constructor(
    first: readonly string[],
    private readonly send: (message: string) => void,
  ) {
    this.#messages = [...first];
  }

  /** What there is to tell a window that starts now, one that is loaded anew as well. */
  list(): readonly string[] {
    this.#confirmOpen = true;
    return [...this.#messages];
  }

  add(messages: readonly string[]): void {
    this.#messages.push(...messages);
    if (this.#confirmOpen) messages.forEach((message) => this.send(message));
  }
}
