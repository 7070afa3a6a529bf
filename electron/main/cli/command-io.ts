/** A stream that a command writes to. */
export interface CommandOutput {
  write(text: string): unknown;
  /** Whether a person sees it as it is written. */
  readonly isTTY?: boolean;
  /** In characters, on a terminal. */
  readonly columns?: number;
}

/** What the command talks to: the process, or a test's own. */
export interface CommandIo {
  readonly stdin: AsyncIterable<Uint8Array | string>;
  readonly stdout: CommandOutput;
  readonly stderr: CommandOutput;
  cwd(): string;
}
