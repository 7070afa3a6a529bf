/** Which deliveries need which PDF; several may share one. */
export class SharedPdfs {
  readonly #pdfOf = new Map<string, string>();
  readonly #neededBy = new Map<string, Set<string>>();

  hold(pdf: string, delivery: string): void {
    this.#pdfOf.set(delivery, pdf);
    this.#neededBy.set(pdf, (this.#neededBy.get(pdf) ?? new Set<string>()).add(delivery));
  }

  /** A delivery needs its PDF no more. Gives the PDF if it was the last one. */
  letGo(delivery: string): string | null {
    const pdf = this.#pdfOf.get(delivery);
    if (pdf === undefined) return null;
    this.#pdfOf.delete(delivery);
    const needed = this.#neededBy.get(pdf);
    needed?.delete(delivery);
    if (needed?.size !== 0) return null;
    this.#neededBy.delete(pdf);
    return pdf;
  }
}
