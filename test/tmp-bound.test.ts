import { expect, it } from 'vitest';
import { robustBound } from '../src/methods/robust/bound/robust-bound.js';
import { UNLIMITED } from '../src/methods/control.js';
import { bruteForce } from './oracle/robust-brute-force.js';
import { randomRobustProblem } from './support/robust.js';

it('bound', async () => {
  let bad = 0; const gaps: string[] = []; const times = [0, 0];
  for (let seed = 0; seed < 300; seed++) {
    const c = randomRobustProblem(seed) as any;
    const problem = c.problem ?? c;
    for (const goal of ['mo-ec', 'eo-mc'] as const) {
      const t0 = performance.now();
      const b = await robustBound({ problem, goal, control: UNLIMITED, start: null });
      const t1 = performance.now();
      const o = bruteForce(problem, goal);
      times[0]! += t1 - t0; times[1]! += performance.now() - t1;
      if (o.bestZ !== null && !(b.boundZ >= o.bestZ - 1e-9)) { bad++; console.log('BAD', seed, goal, b.boundZ, o.bestZ, b.infeasibility); }
      if (o.bestZ !== null && goal==='eo-mc' && b.energyBoundJ > o.leastFeasibleEnergyJ! * (1 + 1e-9)) { bad++; console.log('BADE', seed, b.energyBoundJ, o.leastFeasibleEnergyJ); }
      if (seed < 25) gaps.push(`${seed} ${goal} best ${o.bestZ?.toFixed(3)} bound ${b.boundZ.toFixed(3)} ${b.infeasibility?.message ?? ''} E ${o.leastFeasibleEnergyJ?.toFixed(0)} >= ${b.energyBoundJ.toFixed(0)}`);
    }
  }
  console.log(gaps.join('\n')); console.log(times);
  expect(bad).toBe(0);
}, 600000);
