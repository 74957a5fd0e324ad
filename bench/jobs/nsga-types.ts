import { US_PER_S } from '../../models/units.js';
import { hypervolumeShare } from '../../models/families/jobs/hypervolume.js';
import type { Front } from '../../models/families/jobs/profile.js';
import { exactFront } from '../../src/families/jobs/methods/profiles/exact-fronts.js';
import { NSGA, nsgaFront } from '../../src/families/jobs/methods/profiles/nsga/search.js';
import { randomStream } from '../../src/random/stream.js';
import { layeredGraph, MOBILE_CORE } from './layered-graphs.js';

/**
 * Computes the profiles of `types` job types of 5 to 10 tasks by NSGA-II, on all numbers of cores, and measures the CPU
 * time. For every `every`-th type it also computes the exact Pareto fronts, and reports the share of their hypervolume
 * that NSGA-II reaches. `every` should be no multiple of 2 or 3, so that all sizes are included.
 * - node dist/bench/jobs/nsga-types.js [types] [every]
 */
const [types = 1000, every = 25] = process.argv.slice(2).map(Number);
/** Number of search-tree nodes after which an exact search stops. Its front is then not compared. */
const NODE_LIMIT = 2e7;

const graphOf = (type: number) => layeredGraph(5 + (type % 6), type);

const found: Front[][] = [];
let evaluations = 0;
const before = process.cpuUsage();
for (let type = 0; type < types; type++) {
  const [graph, random] = [graphOf(type), randomStream(type, 'types')];
  const outcomes = Array.from({ length: Math.min(graph.tasks, 10) }, (_, k) =>
    nsgaFront(graph, MOBILE_CORE, k + 1, NSGA, { random: random.fork(`${k + 1} cores`) }),
  );
  found.push(outcomes.map((outcome) => outcome.found));
  evaluations += outcomes.reduce((sum, outcome) => sum + outcome.evaluations, 0);
}
const { user, system } = process.cpuUsage(before);
const fronts = found.reduce((sum, profile) => sum + profile.length, 0);
say(`${types} types, ${fronts} fronts, ${evaluations} evaluations, ${((user + system) / US_PER_S).toFixed(1)} CPU s`);

const shares: number[] = [];
let unproven = 0;
for (let type = 0; type < types; type += every) {
  for (const front of found[type]!) {
    // One core: exact by itself.
    if (front.cores === 1) continue;
    const exact = exactFront(graphOf(type), MOBILE_CORE, front.cores, { seeds: front.points, nodeLimit: NODE_LIMIT });
    if (exact.complete) shares.push(hypervolumeShare(front.points, exact.points));
    else unproven++;
  }
}
shares.sort((a, b) => a - b);
const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length;
say(
  `hypervolume against ${shares.length} exact fronts of more than one core (${unproven} not proven): mean ${mean.toFixed(4)}, least ${shares[0]!.toFixed(3)}, ` +
    `a tenth below ${shares[Math.floor(shares.length / 10)]!.toFixed(3)}`,
);

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
