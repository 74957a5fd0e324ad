import { BENCHMARKS, type Benchmark, MEMORY_CLASS, MEMORY_CLASS_BOUNDS, type Server, SERVERS } from './benchmarks.js';

/**
 * Memory intensity E of a benchmark on a server, misses per instruction. The thesis gives only classes and their bounds,
 * but Eq. 21 pins E: alone (A = 0, D = E) at the highest frequency C a task must take its own time B,
 *
 *   B = v B + w C + (x + y) E + z   =>   E = ((1 - v) B - w C - z) / (x + y)
 *
 * Clipped into the class' bounds. Class IV on the Z820 is undetermined: the mean of the other two servers.
 */
export function memoryIntensity(server: Server, benchmark: Benchmark): number {
  const memoryClass = MEMORY_CLASS[benchmark];
  if (server.name === 'Z820' && memoryClass === 'IV') {
    const others = SERVERS.filter((other) => other !== server);
    return others.reduce((sum, other) => sum + memoryIntensity(other, benchmark), 0) / others.length;
  }
  const [low, high] = MEMORY_CLASS_BOUNDS[memoryClass];
  return Math.min(high, Math.max(low, soloConsistentIntensity(server, benchmark)));
}

/** Before clipping; may be negative. */
export function soloConsistentIntensity(server: Server, benchmark: Benchmark): number {
  const [, v, w, x, y, z] = server.coefficients[MEMORY_CLASS[benchmark]];
  const timeS = server.timeAtHighestS[BENCHMARKS.indexOf(benchmark)]!;
  const frequencyGHz = server.pStateFrequenciesGHz[0]!;
  return ((1 - v) * timeS - w * frequencyGHz - z) / (x + y);
}
