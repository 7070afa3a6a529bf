import type { JobMemory } from '../../../../../../electron/main/conversion/queue/job-memory.js';

/** A memory whose program dies after so many steps: what comes later happens to nobody, and what waits for it waits for ever. */
export function mortal(memory: JobMemory, steps: number, onDeath: () => void): JobMemory {
  let left = steps;
  const lives = () => {
    if (left === 0) onDeath();
    left -= 1;
    return left >= 0;
  };
  return {
    begin: (snapshot, onTrouble) =>
      memory.begin(() => {
        if (left < 0) throw new Error('The program is dead.');
        return snapshot();
      }, onTrouble),
    note: (change) => {
      if (lives()) memory.note(change);
    },
    renew: () => {
      if (left >= 0) memory.renew();
    },
    settled: async () => (lives() ? memory.settled() : new Promise(() => undefined)),
    get trouble() {
      return memory.trouble;
    },
    keepSource: async (source) => memory.keepSource(source),
    readSource: async (source) => memory.readSource(source),
  };
}
