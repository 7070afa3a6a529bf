/**
 * Returns the processor time since a call of `process.cpuUsage`, in milliseconds. Unlike the time
 * on a clock, other programs on the machine don't lengthen it.
 */
export function processorMsSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
