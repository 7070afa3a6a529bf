import { basename } from 'node:path';
import { type Message, literal, message } from '../../../shared/messages/message.js';
import type { Finding, Preflight } from '../../../shared/request/preflight.js';
import type { SingleSource } from '../../../shared/request/source.js';

/** More documents than this are counted rather than named. */
const maxNamed = 3;

/** What several documents may have in common, such as a missing font. */
interface SharedFinding {
  readonly finding: Finding;
  /** The documents that have it, each once. */
  readonly documents: Message[];
}

/** Collects the findings of documents that are merged; one that several have is listed once. */
export class PartFindings {
  readonly #shared = new Map<string, SharedFinding>();
  readonly #count: number;

  /** @param count the number of all documents */
  constructor(count: number) {
    this.#count = count;
  }

  add(source: SingleSource, findings: Preflight): void {
    const name = partName(source);
    for (const finding of findings) {
      const identity = JSON.stringify([finding.kind, finding.message]);
      const shared = this.#shared.get(identity) ?? { finding, documents: [] };
      this.#shared.set(identity, shared);
      const isNamed = shared.documents.some(
        (each) => JSON.stringify(each) === JSON.stringify(name),
      );
      if (!isNamed) shared.documents.push(name);
    }
  }

  /** The findings so far, in their order, with the names of their documents. */
  get preflight(): readonly Finding[] {
    return [...this.#shared.values()].map(({ finding, documents }) => {
      const params = { document: namesOf(documents, this.#count), finding: finding.message };
      return { ...finding, message: message('merge.partFinding', params) };
    });
  }
}

function namesOf(documents: readonly Message[], count: number): Message | readonly Message[] {
  const [first] = documents;
  if (count > 1 && documents.length === count) return message('merge.allParts');
  if (first === undefined || documents.length <= maxNamed) return documents;
  return message('merge.manyParts', { document: first, count: documents.length - 1 });
}

/** A name for the user. */
export function partName(source: SingleSource): Message {
  switch (source.kind) {
    case 'file':
      return literal(basename(source.entry ?? source.path));
    case 'url':
      return literal(source.url);
    case 'html':
      return source.name === undefined ? message('jobs.html') : literal(source.name);
  }
}
