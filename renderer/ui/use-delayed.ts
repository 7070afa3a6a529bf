import { useEffect, useState } from 'react';

/**
 * Returns true once the flag has been true for the delay, in milliseconds; false as soon as it
 * isn't.
 */
export function useDelayed(flag: boolean, delay: number): boolean {
  const [isDue, setIsDue] = useState(false);
  useEffect(() => {
    if (!flag) return;
    const timer = setTimeout(() => setIsDue(true), delay);
    return () => {
      clearTimeout(timer);
      setIsDue(false);
    };
  }, [flag, delay]);
  return flag && isDue;
}
