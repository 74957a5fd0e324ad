import { it } from 'vitest';
import { appendFileSync } from 'node:fs';
import { cellsOf } from '../../src/experiments/design.js';
import { figureDesign } from '../../src/studies/reproduction/robust/figures.js';
import { robustTrial } from '../../src/studies/reproduction/robust/trial.js';
const METHODS = ['tabu', 'ga', 'gals', 'min-min-balance', 'lagrange'];
async function run(figure: any, where: Record<string,string>, over: any = {}, seed = 1) {
  const design = figureDesign(figure, { scale: 'reduced', methods: METHODS });
  for (const cell of cellsOf(design)) {
    if (!Object.entries(where).every(([k, v]) => v.split(',').includes(cell[k]!))) continue;
    const cpu = process.cpuUsage().user;
    const out = await robustTrial({ cell, trial: seed - 1, seed, settings: { ...design.settings, ...over } });
    appendFileSync('/tmp/repro-smoke.txt', JSON.stringify({ figure, over, cell: Object.values(cell).join(' '), cpu: (process.cpuUsage().user - cpu) / 1e6, s: out.times['solve'], ...out.values }) + '\n');
  }
}
it('small', async () => {
  for (const steps of [20, 60, 150]) await run('fig-2.2', { method: 'lagrange', budgetMJ: '51' }, { 'lagrange-small': steps });
  await run('fig-2.2', { method: 'lagrange', budgetMJ: '58' }, { 'lagrange-small': 60 });
}, 600_000);
