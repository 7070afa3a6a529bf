/** What the command talks to: the process, or a test's own. */
export interface CommandIo {
  readonly stdin: AsyncIterable<Uint8Array | string>;
  readonly stdout: { write(text: string): unknown };
  readonly stderr: { write(text: string): unknown };
  cwd(): string;
}
