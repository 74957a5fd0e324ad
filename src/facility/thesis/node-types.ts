import { pStateTable } from '../../../models/physics/power/p-states.js';
import type { NodeType } from '../../../models/facility/facility.js';
import { fourDigits } from '../../instances/four-digits.js';
import { type Benchmark, BENCHMARKS, MEMORY_CLASS, MEMORY_CLASS_BOUNDS, type Server, SERVERS } from './benchmarks.js';

/** Returns the three node types of thesis Table 3.2 with the given benchmarks as task types. */
export function thesisNodeTypes(benchmarks: readonly Benchmark[]): NodeType[] {
  return SERVERS.map((server) => nodeType(server, benchmarks));
}

function nodeType(server: Server, benchmarks: readonly Benchmark[]): NodeType {
  const classes = [...new Set(benchmarks.map((benchmark) => MEMORY_CLASS[benchmark]))];
  return {
    name: server.name,
    description: server.description,
    cores: server.cores,
    idlePowerW: server.idlePowerW,
    airFlowM3PerS: server.airFlowM3PerS,
    pStateFrequenciesGHz: server.pStateFrequenciesGHz,
    tasks: benchmarks.map((benchmark) => {
      const i = BENCHMARKS.indexOf(benchmark);
      return {
        taskType: benchmark,
        timeS: { atHighestFrequency: server.timeAtHighestS[i]!, atLowestFrequency: server.timeAtLowestS[i]! },
        corePowerW: { atHighestFrequency: server.powerAtHighestW[i]!, atLowestFrequency: server.powerAtLowestW[i]! },
        memoryIntensity: fourDigits(memoryIntensity(server, benchmark)),
      };
    }),
    interference: Object.fromEntries(
      classes.map((memoryClass) => {
        const [u, v, w, x, y, z] = server.coefficients[memoryClass];
        return [
          memoryClass,
          {
            perNeighbourS: u,
            perAverageIntensityS: x,
            baseTimeFactor: v,
            perGHzS: w,
            perOwnIntensityS: y,
            constantS: z,
          },
        ];
      }),
    ),
  };
}

/** Returns the index of the middle P-state of Eq. 61: half the number of P-states, rounded down. */
export function middlePState(type: NodeType): number {
  return Math.floor(type.pStateFrequenciesGHz.length / 2);
}

/**
 * Returns the execution time of a task type in the middle P-state without co-location, s.
 *
 * @throws RangeError if the node type does not run the task type
 */
export function middleTimeS(type: NodeType, taskType: string): number {
  const task = type.tasks.find((candidate) => candidate.taskType === taskType);
  if (task === undefined) throw new RangeError(`${type.name} does not run ${taskType}`);
  return pStateTable(type, task).timeS[middlePState(type)]!;
}

/**
 * Returns the memory intensity E of a benchmark on a server, misses per instruction, moved into the range of its class.
 * The thesis gives only classes and ranges, but Eq. 21 determines E. Without co-located tasks (A = 0, D = E), at the
 * highest frequency C, a task must take its own time B: B = v B + w C + (x + y) E + z. Hence
 *
 * E = ((1 - v) B - w C - z) / (x + y)
 *
 * For class IV on the Z820, E is undetermined; the mean of the other two servers is taken.
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

/**
 * Returns the memory intensity with which Eq. 21 gives the measured time without co-located tasks. The intensity may be
 * negative or outside the range of its class.
 */
export function soloConsistentIntensity(server: Server, benchmark: Benchmark): number {
  const [, v, w, x, y, z] = server.coefficients[MEMORY_CLASS[benchmark]];
  const timeS = server.timeAtHighestS[BENCHMARKS.indexOf(benchmark)]!;
  const frequencyGHz = server.pStateFrequenciesGHz[0]!;
  return ((1 - v) * timeS - w * frequencyGHz - z) / (x + y);
}
