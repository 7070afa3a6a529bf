import { useEffect, useState } from 'react';

/** True once the flag has been true for the time, in milliseconds; false as soon as it is not. */
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
