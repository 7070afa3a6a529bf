/** Delay before a selected job is read, in milliseconds: the selection may move on. */
const pauseMs = 120;

/** Reads after a pause; returns what cancels it. */
export function readLater<T>(read: () => Promise<T>, onRead: (value: T) => void): () => void {
  let isCurrent = true;
  const timer = setTimeout(() => {
    void read().then((value) => {
      if (isCurrent) onRead(value);
    });
  }, pauseMs);
  return () => {
    isCurrent = false;
    clearTimeout(timer);
  };
}
