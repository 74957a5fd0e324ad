import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { randomStream } from '../../../../src/random/stream.js';
import { orderedCut, visitEach } from '../../../../src/solvers/genetic/operators.js';
import { superiorityOfFeasible } from '../../../../src/solvers/genetic/penalty.js';
import { geneticSearch } from '../../../../src/solvers/genetic/search.js';
import { linearBias } from '../../../../src/solvers/genetic/selection.js';

const textOf = (file: string): string => readFileSync(new URL(file, import.meta.url), 'utf8');

describe('the example in docs/engines/genetic-engine.md', () => {
  it('finds the best makespan, as it says', () => {
    // The document shows what follows up to the next comment of two words.
    const sizes = [7, 3, 9, 4, 6, 2, 8, 5, 1, 10, 12, 11];
    const search = geneticSearch<Uint8Array, undefined>({
      problem: {
        violationCount: 0,
        createGenome: () => new Uint8Array(12),
        createChange: () => undefined,
        clearChange: () => undefined,
        copyGenome: (target, source) => {
          target.set(source);
        },
        evaluate: (machineOf, score) => {
          const load = [0, 0, 0];
          for (const [task, size] of sizes.entries()) load[machineOf[task]!]! += size;
          score.objective = -Math.max(...load);
        },
      },
      founders: {
        seeds: [],
        randomise: (machineOf, random) => {
          for (const task of machineOf.keys()) machineOf[task] = random.integer(0, 2);
        },
      },
      variations: [
        {
          cross: (parents, children, _, random) => {
            const { from, to } = orderedCut(12, random);
            for (const c of [0, 1] as const) {
              children[c].set(parents[c]);
              children[c].set(parents[1 - c]!.subarray(from, to + 1), from);
            }
          },
          mutate: (machineOf, _, random) => {
            visitEach(12, 0.1, random, (task) => {
              machineOf[task] = random.integer(0, 2);
            });
          },
        },
      ],
      populationSize: 30,
      selection: linearBias(1.5),
      penalty: superiorityOfFeasible(),
      survival: 'steadyState',
      duplicates: 'keep',
      random: randomStream(1, 'example'),
    });
    for (let n = 0; n < 2000; n++) search.advance();
    const best = search.incumbent?.score.objective; // -26
    // document ends
    expect(best).toBe(-26);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(3 * 26);
  });

  it('is this code, word for word', () => {
    const here = textOf('example.test.ts');
    const from = here.indexOf('\n', here.indexOf('// The document')) + 1;
    const code = here.slice(from, here.indexOf('    // document ends'));
    const shown = /```ts\n([^]*?)```/.exec(textOf('../../../../docs/engines/genetic-engine.md'))?.[1];
    expect(shown).toBe(code.replaceAll(/^ {4}/gm, ''));
  });
});
