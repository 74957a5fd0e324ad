/** A job as one row of a log states it; a job of several parts has a row for each. */
export interface JobRow {
  /** Name of the cluster; empty if the log has none. Numbers of jobs are unique within it. */
  readonly cluster: string;
  /** Number of the job, of its own for each task of an array and each part of a heterogeneous job. */
  readonly id: string;
  /** Number of the array that the job is a task of; empty for other jobs. */
  readonly array: string;
  /** True for tasks of an array that wait and have no number yet: one row for all of them. */
  readonly isWaitingArray: boolean;
  /** Number of the heterogeneous job that this is a part of; empty for other jobs. */
  readonly hetJob: string;
  /** Number of the part within the heterogeneous job, from 0; 0 for other jobs. */
  readonly part: number;
  readonly user: string;
  readonly account: string;
  readonly partition: string;
  readonly qos: string;
  readonly name: string;
  /** State in capitals, without what may follow it: COMPLETED, CANCELLED, RUNNING. */
  readonly state: string;
  /** Times, s since 1970 in UTC; null if they are unknown. */
  readonly submitS: number | null;
  readonly startS: number | null;
  readonly endS: number | null;
  /** Time for which the job ran, without suspensions, s; null if the log does not say it and it cannot be computed. */
  readonly runTimeS: number | null;
  /** True if the clock showed a time of the job twice, and the run time does not say which is meant. */
  readonly isClockOpen: boolean;
  /** Number of nodes; 0 if the job had none. */
  readonly nodes: number;
  /** Names of the nodes in the notation of Slurm; empty if the job had none or the log does not say. */
  readonly hosts: string;
  /** Number of CPUs as Slurm counts them: hardware threads, where a core has several. */
  readonly cpus: number;
  readonly gpus: number;
  /** Time limit, s; null if there is none or it is not said. */
  readonly limitS: number | null;
  /** Time for which CPUs computed, s; null if it was not measured. */
  readonly cpuTimeS: number | null;
  /** Energy of the job's nodes while it ran, J; null if it was not measured. */
  readonly energyJ: number | null;
}

/** Times of a run as they are understood. */
export interface RunTimes {
  readonly startS: number | null;
  readonly endS: number | null;
  readonly runTimeS: number | null;
  readonly isClockOpen: boolean;
}

/**
 * Returns start and end among the times that a clock can mean: the pair whose difference is nearest to the run time; the
 * earlier one if two are equally near, which is said.
 *
 * @param starts possible starts, s, ascending; none if the start is unknown
 * @param runTimeS run time, s; null if it is not said, then it is end minus start
 */
export function runTimesOf(starts: readonly number[], ends: readonly number[], runTimeS: number | null): RunTimes {
  const [startS = null] = starts;
  const [endS = null] = ends;
  if (starts.length <= 1 && ends.length <= 1) {
    const between = startS === null || endS === null ? null : endS - startS;
    return { startS, endS, runTimeS: runTimeS ?? between, isClockOpen: false };
  }
  if (startS === null || endS === null || runTimeS === null) {
    return { startS, endS, runTimeS: runTimeS ?? null, isClockOpen: true };
  }
  let best = { startS, endS, runTimeS, isClockOpen: false };
  let bestOff = Infinity;
  for (const start of starts) {
    for (const end of ends) {
      const off = Math.abs(end - start - runTimeS);
      if (off < bestOff) {
        best = { startS: start, endS: end, runTimeS, isClockOpen: false };
        bestOff = off;
      } else if (off === bestOff) best = { ...best, isClockOpen: true };
    }
  }
  return best;
}

/** Returns a text of its own: one that was cut from the text of a file keeps all of that in memory. */
export function copied(text: string): string {
  return Buffer.from(text).toString();
}

/** Returns a row whose texts are its own, to be kept for long. */
export function copiedRow(row: JobRow): JobRow {
  const texts = Object.entries(row).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return { ...row, ...Object.fromEntries(texts.map(([name, text]) => [name, copied(text)])) };
}
