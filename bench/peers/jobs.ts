import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hypervolumeShare } from '../../models/families/jobs/hypervolume.js';
import type { TaskGraph } from '../../models/families/jobs/task-graph.js';
import { NSGA } from '../../src/families/jobs/methods/profiles/nsga/search.js';
import { layeredGraph, MOBILE_CORE } from '../jobs/layered-graphs.js';
import { CASES, type NsgaSpeed, nsgaSpeed } from '../jobs/nsga-speed.js';
import { PYTHON, tools } from './tools.js';

export interface JobsPeersOptions {
  /** True if the Python package DEAP is installed. */
  readonly deap: boolean;
  /** Folder that contains the Python scripts of bench/peers. */
  readonly sources: string;
}

/**
 * Compares profiles by Plenum's NSGA-II with the same algorithm written with DEAP. Returns Markdown lines for
 * bench/peers.md.
 */
export function jobsProfiles({ deap, sources }: JobsPeersOptions): string[] {
  const ours = nsgaSpeed({ ...NSGA, polish: 'none' });
  const polished = nsgaSpeed(NSGA);
  const theirs = deap ? deapSpeed(sources) : null;
  const runs = theirs === null ? [ours, polished] : [ours, polished, theirs];
  const best = CASES.map((_, n) => runs.flatMap(({ fronts }) => fronts[n]!));
  const rate = ({ evaluations, cpuS }: NsgaSpeed): number => evaluations / cpuS;
  const row = (name: string, speed: NsgaSpeed): string => {
    const share = CASES.reduce((sum, _, n) => sum + hypervolumeShare(speed.fronts[n]!, best[n]!), 0) / CASES.length;
    const ratio = theirs === null ? '' : (rate(speed) / rate(theirs)).toFixed(0);
    return `| ${name} | ${rate(speed).toFixed(0)} | ${ratio} | ${speed.cpuS.toFixed(2)} | ${share.toFixed(4)} |`;
  };
  return [
    '## Profiles of dependent jobs by NSGA-II',
    '',
    `${CASES.length} fronts of jobs of 5-10 tasks, population ${NSGA.populationSize}, ${NSGA.generations} generations, one run each, CPU time. Hypervolume as a share`,
    'of that of all rows together, below 1.1 times their greatest time and energy.',
    '',
    '| program | evaluations/s | times DEAP | CPU s | hypervolume |',
    '|-|-:|-:|-:|-:|',
    row('plenum, NSGA-II alone', ours),
    row('plenum, with local search', polished),
    theirs === null ? '| DEAP | skipped | | | |' : row('DEAP', theirs),
  ];
}

function deapSpeed(sources: string): NsgaSpeed {
  const scratch = mkdtempSync(join(tmpdir(), 'plenum-jobs-peers-'));
  try {
    const file = join(scratch, 'cases.json');
    writeFileSync(
      file,
      JSON.stringify({
        populationSize: NSGA.populationSize,
        generations: NSGA.generations,
        dynamicPowerW: Array.from(MOBILE_CORE.dynamicPowerW),
        staticPowerW: MOBILE_CORE.staticPowerW,
        cases: CASES.map(({ tasks, cores, seed }) => ({ cores, ...graphData(layeredGraph(tasks, seed)) })),
      }),
    );
    const text = execFileSync(PYTHON, [join(sources, 'deap_nsga2.py'), file], { encoding: 'utf8', maxBuffer: 1 << 28 });
    const { fronts, ...rest } = JSON.parse(text) as Omit<NsgaSpeed, 'fronts'> & {
      readonly fronts: readonly (readonly (readonly [number, number])[])[];
    };
    return { ...rest, fronts: fronts.map((front) => front.map(([timeS, energyJ]) => ({ timeS, energyJ }))) };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/**
 * Returns a task graph as plain data: task times [task][level], and for each task its incoming edges as pairs of
 * predecessor and transfer time.
 */
function graphData({ tasks, levels, timeS, firstEdge, edgeFrom, transferS }: TaskGraph) {
  const all = Array.from({ length: tasks }, (_, task) => task);
  return {
    timeS: all.map((task) => Array.from(timeS.subarray(task * levels, (task + 1) * levels))),
    edgesInto: all.map((task) =>
      Array.from(edgeFrom.subarray(firstEdge[task], firstEdge[task + 1]), (from, n) => [
        from,
        transferS[firstEdge[task]! + n],
      ]),
    ),
  };
}

/**
 * Prints this part of bench/peers.md alone.
 * - node dist/bench/peers/jobs.js
 */
if (process.argv[1]?.endsWith(join('peers', 'jobs.js')) === true) {
  const sources = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..', 'bench', 'peers');
  process.stdout.write(`${jobsProfiles({ deap: tools().deap.present, sources }).join('\n')}\n`);
}
