import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Json, plenum, plenumDetails } from '../../../../support/run-cli.js';
import { temporaryDirectory } from '../../../../support/small-instance.js';

/** A day of eight jobs of a drawn type on two nodes of 2 cores. */
function smallMonth(): string {
  const month = JSON.parse(readFileSync('instances/jobs/month-2x10.json', 'utf8')) as Record<string, Json>;
  const { nodeTypes } = month['platform'] as { readonly nodeTypes: readonly Json[] };
  const file = join(temporaryDirectory(), 'small.json');
  const drawn = { least: 3, most: 4 };
  const small = {
    ...month,
    name: 'small',
    period: { durationS: 86_400 },
    platform: { ...month['platform'], nodeTypes: [{ ...nodeTypes[0], nodes: 2, coresPerNode: 2 }] },
    jobTypes: { ...month['jobTypes'], count: 1, tasks: drawn, layers: { least: 2, most: 2 } },
    arrivals: { ...month['arrivals'], jobs: 8 },
  };
  writeFileSync(file, JSON.stringify(small));
  return file;
}

describe('methods for jobs side by side', () => {
  it('have in each variant what solve finds on that variant, and gaps to its bounds', async () => {
    const file = smallMonth();
    const out = temporaryDirectory();
    const effort = ['--profile-nodes', '0'];
    const methods = ['val-en-adapt-opt:printed', 'val-opt:max-bid'];
    const words = ['--methods', methods.join(','), '--trials', '2', '--seed', '7', '--vary', ...effort];
    const { code, json } = await plenumDetails('compare', file, ...words, '--out', out);
    expect(code).toBe(0);
    const [runs, bounds] = [json['runs'], json['bounds']] as readonly (readonly Json[])[];
    expect(runs!.map(({ method, seed }) => [method, seed])).toEqual(
      [7, 8].flatMap((seed) => methods.map((method) => [method, seed])),
    );
    expect((await plenum('generate', file, '--seed', '7', '--count', '2', '--out', out)).code).toBe(0);
    const asked = [
      ['val-en-adapt-opt', '--readings', 'printed'],
      ['val-opt', '--cores', 'max-bid'],
    ];
    for (const [n, run] of runs!.entries()) {
      const variant = join(out, `small-seed${String(run['seed'])}.json`);
      const one = await plenumDetails(
        'solve',
        variant,
        '--seed',
        String(run['seed']),
        ...effort,
        '--method',
        ...asked[n % 2]!,
      );
      const { objective, energyJ, rejectedShare, moves, bound, malleableBound, gap } = one.json;
      expect(run).toMatchObject({ feasible: true, objective, energyJ, rejectedShare, moves, bound, gap });
      expect([run['method'], run['shareOfBound']]).toEqual([
        run['method'],
        (objective as number) / (malleableBound as number),
      ]);
    }
    expect(bounds).toHaveLength(2);
    expect(readFileSync(join(out, 'compare.csv'), 'utf8').split('\r\n')[0]).toContain(
      'objective,plan_objective,bound,gap,share_of_bound,energy_j,value_per_mj,in_time,late',
    );
    const page = readFileSync(join(out, 'compare.html'), 'utf8');
    const { summary } = json as unknown as {
      readonly summary: readonly { readonly objective: { readonly mean: number } }[];
    };
    expect(page).toContain(`data-field="objective.val-opt:max-bid" value="${summary[1]!.objective.mean}"`);
  });

  it('refuse labels that mean the same on the instance, and variants where nothing is drawn', async () => {
    const refused = async (...words: readonly string[]) => {
      const { code, json } = await plenumDetails('compare', 'instances/jobs/tiny-chains.json', ...words);
      return [code, json['faults']];
    };
    expect(await refused('--methods', 'val-en-adapt-opt,val-en-adapt-opt:checkpoints@300')).toMatchObject([
      2,
      [{ path: '--methods', value: 'val-en-adapt-opt:checkpoints@300' }],
    ]);
    expect(await refused('--methods', 'val-opt', '--vary')).toMatchObject([2, [{ path: 'seed' }]]);
  });
});
