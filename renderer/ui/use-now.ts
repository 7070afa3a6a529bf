import { useEffect, useState } from 'react';

/**
 * In milliseconds since the epoch, updated while the flag is set.
 * @param intervalMs how often, in milliseconds
 */
export function useNow(isTicking: boolean, intervalMs = 1000): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!isTicking) return;
    const tick = () => setNow(Date.now());
    const first = setTimeout(tick);
    const timer = setInterval(tick, intervalMs);
    return () => {
      clearTimeout(first);
      clearInterval(timer);
    };
  }, [isTicking, intervalMs]);
  return now;
}
