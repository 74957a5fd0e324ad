/** Point of a job on one node type. */
export interface OraclePoint {
  readonly nodeType: number;
  readonly cores: number;
  readonly timeS: number;
  readonly energyJ: number;
}

export interface OracleJob {
  readonly arrivalS: number;
  readonly pace: number;
  readonly points: readonly OraclePoint[];
  /** Value at an age at completion, s. */
  readonly value: (ageS: number) => number;
}

/** Node by itself: its type and its cores. */
export interface OracleNode {
  readonly type: number;
  readonly cores: number;
}

/** Month to be tried out. Every moment looked at is a whole number of steps. */
export interface OracleMonth {
  readonly jobs: readonly OracleJob[];
  readonly nodes: readonly OracleNode[];
  readonly perJ: number;
  readonly stepS: number;
  /** Steps from time 0 in which jobs may start (rigid) or run (malleable). */
  readonly steps: number;
}

interface Run {
  readonly node: number;
  readonly cores: number;
  readonly fromS: number;
  readonly toS: number;
}

/** Greatest value - priced energy of all schedules in which each job runs at one point on one node from a whole step on, or not at all. */
export function bestRigid({ jobs, nodes, perJ, stepS, steps }: OracleMonth): number {
  const runs: Run[] = [];
  const fits = (run: Run): boolean => {
    // The load of a node is greatest where a run begins.
    const others = runs.filter(({ node }) => node === run.node);
    return [run.fromS, ...others.map(({ fromS }) => fromS)]
      .filter((atS) => atS >= run.fromS && atS < run.toS)
      .every((atS) => {
        const load = others.reduce((sum, one) => sum + (one.fromS <= atS && atS < one.toS ? one.cores : 0), run.cores);
        return load <= nodes[run.node]!.cores;
      });
  };
  const from = (number: number): number => {
    const job = jobs[number];
    if (job === undefined) return 0;
    let best = from(number + 1);
    for (const { nodeType, cores, timeS, energyJ } of job.points) {
      for (const [node, { type }] of nodes.entries()) {
        if (type !== nodeType) continue;
        for (let step = Math.ceil(job.arrivalS / stepS); step < steps; step++) {
          const [fromS, toS] = [step * stepS, step * stepS + job.pace * timeS];
          const worth = job.value(toS - job.arrivalS) - perJ * job.pace * energyJ;
          const run = { node, cores, fromS, toS };
          if (worth <= 0 || !fits(run)) continue;
          runs.push(run);
          best = Math.max(best, worth + from(number + 1));
          runs.pop();
        }
      }
    }
    return best;
  };
  return from(0);
}

/**
 * Greatest value - priced energy of all schedules in which each job may at every step run at any point on any node, or pause; what is left of its work
 * is a share of any point's time.
 */
export function bestMalleable({ jobs, nodes, perJ, stepS, steps }: OracleMonth): number {
  const known = new Map<string, number>();
  const from = (step: number, left: readonly number[]): number => {
    if (step === steps || left.every((share) => share === 0)) return 0;
    const key = `${step}:${left.map((share) => share.toFixed(9)).join()}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const atS = step * stepS;
    const after = [...left];
    const free = nodes.map(({ cores }) => cores);
    const choose = (number: number, earned: number): number => {
      const job = jobs[number];
      if (job === undefined) return earned + from(step + 1, after);
      let best = choose(number + 1, earned);
      const share = left[number]!;
      if (share === 0 || job.arrivalS > atS) return best;
      for (const { nodeType, cores, timeS, energyJ } of job.points) {
        for (const [node, { type }] of nodes.entries()) {
          if (type !== nodeType || free[node]! < cores) continue;
          const fullS = job.pace * timeS;
          const ranS = Math.min(stepS, share * fullS);
          const ends = share * fullS <= stepS + 1e-9;
          free[node]! -= cores;
          after[number] = ends ? 0 : share - ranS / fullS;
          const value = ends ? job.value(atS + ranS - job.arrivalS) : 0;
          best = Math.max(best, choose(number + 1, earned + value - perJ * (energyJ / timeS) * ranS));
          free[node]! += cores;
          after[number] = share;
        }
      }
      return best;
    };
    const best = choose(0, 0);
    known.set(key, best);
    return best;
  };
  return from(
    0,
    jobs.map(() => 1),
  );
}
