import { describe, expect, it } from 'vitest';
import type { GeoModel } from '../../../../../../models/families/geo/model.js';
import { NodeSets } from '../../../../../../src/families/geo/methods/fdld/node-sets.js';
import { type FdldOptions, PRINTED_FDLD } from '../../../../../../src/families/geo/methods/fdld/options.js';
import { RemovalSearch } from '../../../../../../src/families/geo/methods/fdld/removal-search.js';
import { greatestShortage } from '../../../../../../src/families/geo/methods/fdld/served.js';
import { colocatedRates, estimatedRates } from '../../../../../../src/families/geo/methods/fdld/set-rates.js';
import { randomGeoModel, type RandomGeoOptions } from '../../../../../support/geo.js';
import { PlainFdld, type PlainKnowledge, type PlainRemoval } from './plain-fdld.js';
import { fuzzCount } from '../../../../../support/fuzz.js';

function searchOf(model: GeoModel, knowledge: PlainKnowledge, options: FdldOptions): RemovalSearch {
  const sets = new NodeSets(model);
  const rates = knowledge === 'co-location' ? colocatedRates(sets) : estimatedRates(model, knowledge);
  return new RemovalSearch(sets, rates, options);
}

function removalsOf(search: RemovalSearch): PlainRemoval[] {
  const made: PlainRemoval[] = [];
  while (search.remove()) {
    const { epoch, centre, set, task } = search.last!;
    made.push({ epoch, centre, type: set.type, tasks: [...set.tasks], task });
  }
  return made;
}

function text({ epoch, centre, type, tasks, task }: PlainRemoval): string {
  return `epoch ${epoch} centre ${centre} type ${type} {${tasks.join()}} - ${task}`;
}

/** Both make the same removals one by one and end at the same rates and cost. Returns how many; 0 where neither can begin. */
function expectSameAsPlain(model: GeoModel, knowledge: PlainKnowledge, options: FdldOptions, name: string): number {
  const search = searchOf(model, knowledge, options);
  if (greatestShortage(model, search.ratePerS) !== null) return 0;
  const plain = new PlainFdld(model, knowledge, options);
  const known = plain.run();
  expect(removalsOf(search).map(text), `of ${name}`).toEqual(known.map(text));
  expect(search.removals).toBe(known.length);
  expect(search.candidates, `of ${name}`).toBe(plain.candidates);
  const costUsd = plain.costUsd();
  expect(Math.abs(search.cost.estimatedUsd() - costUsd), `of ${name}`).toBeLessThan(1e-9 * (1 + Math.abs(costUsd)));
  for (const [n, rate] of plain.rates().flat().entries()) {
    expect(Math.abs(search.ratePerS[n]! - rate), `of ${name}`).toBeLessThan(1e-11 * (1 + rate));
  }
  return known.length;
}

const SMALL: RandomGeoOptions = { nodesPerType: 2, load: 0.7, pStates: 2 };

/** phi of SO or TAO, or CL; forces and ties in turns. */
function variantOf(seed: number, model: GeoModel): [PlainKnowledge, FdldOptions] {
  const phi = model.taskNames.map((_, i) => (seed % 3 === 0 ? 0.9 : 1 - 0.05 * (i % 4)));
  const options: FdldOptions = {
    ...PRINTED_FDLD,
    greatestCost: seed % 2 === 0 ? 'printed' : 'with-overhead',
    ties: seed % 4 < 2 ? 'dearest' : 'listed',
  };
  return [seed % 3 === 2 ? 'co-location' : phi, options];
}

describe('RemovalSearch, on counts, against Algorithm 4 on single nodes', () => {
  it.each(['cyclic', 'open'] as const)('has the same candidates, removals and cost, %s', (boundary) => {
    let removals = 0;
    const seen = { types: new Set<number>(), centres: new Set<number>(), restricted: 0, epochs: new Set<number>() };
    for (let seed = 1; seed <= fuzzCount(36, 36); seed++) {
      const { model, instance } = randomGeoModel(seed, {
        ...SMALL,
        boundary,
        epochs: 1 + (seed % 4),
        taskTypes: 1 + ((seed % 5) % 3),
      });
      const made = expectSameAsPlain(model, ...variantOf(seed, model), `${boundary} ${seed}`);
      if (made === 0) continue;
      removals += made;
      seen.types.add(model.nodeTypes.length);
      seen.centres.add(model.centres.length);
      seen.epochs.add(model.epochCount);
      if (instance.taskTypes.some(({ allowedDataCentres }) => allowedDataCentres !== undefined)) seen.restricted++;
    }
    expect([...seen.types].sort()).toEqual([1, 2, 3]);
    expect([...seen.centres].sort()).toEqual([1, 2, 3]);
    expect([...seen.epochs].sort()).toEqual([1, 2, 3, 4]);
    expect(seen.restricted).toBeGreaterThan(2);
    expect(removals).toBeGreaterThan(500);
  });
});
