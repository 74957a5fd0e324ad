import { describe, expect, it } from 'vitest';
import { evaluateAllocation } from '../../../../../models/families/geo/evaluate.js';
import { nodeLoad } from '../../../../../models/families/geo/node-load.js';
import type { GeoEvaluation } from '../../../../../models/families/geo/outcome.js';
import type { GeoPlan, NodeLoad } from '../../../../../models/families/geo/plan.js';
import { geoPlanOf } from '../../../../../models/families/geo/plan-of.js';
import { checkGeoPlan } from '../../../../../src/families/geo/check/check-geo-plan.js';
import { parseGeoPlan } from '../../../../../src/families/geo/check/parse-geo-plan.js';
import { randomStream, type Uniform } from '../../../../../src/random/stream.js';
import {
  type GeoCase,
  geoCase,
  randomAllocation,
  withRandomRenewables,
} from '../../../../models/families/geo/geo-case.js';
import { randomGeoInstance } from '../../../../support/geo.js';
import { fuzzCount } from '../../../../support/fuzz.js';

const SHA256 = '0'.repeat(64);
const SEEDS = fuzzCount(4, 4);

/** What a plan may say, in a few lines: the oracle for what must be refused. */
function isWellFormed({ instance }: GeoCase, { loads, epochs }: GeoPlan): boolean {
  const count = (value: unknown): boolean => Number.isInteger(value) && (value as number) >= 0;
  const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
  const loadHolds = ({ nodeType, cores }: NodeLoad): boolean => {
    const type = instance.nodeTypes.find(({ name }) => name === nodeType);
    return (
      type !== undefined &&
      cores.every(
        (share) =>
          count(share.count) &&
          sum(share.slices.map(({ fraction }) => Math.max(0, fraction))) <= 1 + 1e-9 &&
          share.slices.every(
            ({ taskType, pState, fraction }) =>
              fraction >= -1e-9 &&
              type.tasks.some((task) => task.taskType === taskType) &&
              count(pState) &&
              pState < type.pStateFrequenciesGHz.length,
          ),
      ) &&
      sum(cores.map((share) => share.count)) <= type.cores
    );
  };
  return (
    loads.every(loadHolds) &&
    epochs.length === instance.horizon.epochs &&
    epochs
      .flat()
      .every(
        ({ setPointC, renewableKwh, nodes }) =>
          typeof setPointC === 'number' &&
          setPointC >= -273.15 &&
          setPointC <= 1000 &&
          (renewableKwh === undefined || typeof renewableKwh === 'number') &&
          nodes.every(([index, nodeCount]) => count(index) && index < loads.length && count(nodeCount)) &&
          new Set(nodes.map(([index]) => index)).size === nodes.length,
      ) &&
    epochs.every((row) => row.length === instance.dataCentres.length)
  );
}

function byModel({ model }: GeoCase, plan: GeoPlan): GeoEvaluation {
  const loads = plan.loads.map(({ nodeType, cores }) =>
    nodeLoad(
      model,
      model.nodeTypes.findIndex(({ name }) => name === nodeType),
      cores,
    )!,
  );
  const cells = plan.epochs
    .flat()
    .map(({ setPointC, renewableKwh, nodes }) => ({
      setPointC,
      ...(renewableKwh === undefined ? {} : { renewableKwh }),
      load: Int32Array.from(nodes, ([index]) => index),
      nodes: Int32Array.from(nodes, ([, nodeCount]) => nodeCount),
    }));
  return evaluateAllocation(model, { loads, cells });
}

type Tree = Record<string, unknown> | unknown[];

interface Place {
  /** Of a plan of its own. */
  readonly plan: GeoPlan;
  readonly tree: Tree;
  readonly key: string;
  readonly where: string;
}

/** Everything loads and epochs are made of. */
function placesOf(plan: GeoPlan): Place[] {
  const found: Place[] = [];
  const walk = (tree: Tree, path: string): void => {
    for (const [key, value] of Object.entries<unknown>(tree)) {
      found.push({ plan, tree, key, where: `${path}.${key}` });
      if (typeof value === 'object' && value !== null) walk(value as Tree, `${path}.${key}`);
    }
  };
  walk(plan.loads as unknown as Tree, 'loads');
  walk(plan.epochs as unknown as Tree, 'epochs');
  return found;
}

/** A value, or an element of a list gone, doubled or moved to its end. */
const CHANGES: readonly (({ tree, key }: Place) => void)[] = [
  ...['N0', 'N1', 'k0', 'k1', 'other', undefined, [], 0, 1e6, NaN].map(valued),
  ...[
    (value: number) => value + 1,
    (value: number) => value - 1,
    (value: number) => value + 0.5,
    (value: number) => -value,
    (value: number) => value * (1 - 1e-6),
  ].map((of) => ({ tree, key }: Place): void => {
    const at = tree as Record<string, unknown>;
    if (typeof at[key] === 'number') at[key] = of(at[key]);
  }),
  listed((list, n) => list.splice(n, 1)),
  listed((list, n) => list.splice(n, 0, structuredClone(list[n]))),
  listed((list, n) => list.push(list.splice(n, 1)[0])),
];

function valued(value: unknown): (place: Place) => void {
  return ({ tree, key }) => {
    (tree as Record<string, unknown>)[key] = value;
  };
}

function listed(change: (list: unknown[], n: number) => void): (place: Place) => void {
  return ({ tree, key }) => {
    if (Array.isArray(tree)) change(tree, Number(key));
  };
}

/** Every change somewhere of every kind of place there is: kinds are places without their numbers. */
function tamperedWith(plan: GeoPlan, draw: Uniform): { readonly plan: GeoPlan; readonly where: string }[] {
  // Of [load, nodes] the last number stays: it says which of the two.
  const kindOf = ({ tree, key, where }: Place): string =>
    typeof (tree as Record<string, unknown>)[key] === 'number'
      ? where.replaceAll(/\d+(?=\.)/g, '')
      : where.replaceAll(/\d+/g, '');
  const kinds = [...new Set(placesOf(plan).map(kindOf))];
  return kinds.flatMap((kind) =>
    CHANGES.map((change, n) => {
      const places = placesOf(structuredClone(plan)).filter((place) => kindOf(place) === kind);
      const place = places[Math.floor(draw(0, places.length))]!;
      change(place);
      return { plan: place.plan, where: `${place.where}, change ${n}` };
    }),
  );
}

/** What costs and feasibility follow from. */
function seen({ costUsd, costByCupUsd, carbonKg, servedPerS, cells, violations }: GeoEvaluation): number[] {
  const amounts = [...violations]
    .sort((a, b) => (`${a.constraint} ${a.where}` < `${b.constraint} ${b.where}` ? -1 : 1))
    .map(({ amount }) => amount);
  const inlets = cells.flat().map(({ hottestInletC }) => hottestInletC);
  return [costUsd, costByCupUsd, carbonKg, ...servedPerS.flat(), ...inlets, ...amounts];
}

describe('a plan tampered with', () => {
  it('is refused where it makes no sense, and otherwise judged as it stands: nothing passes unnoticed', () => {
    const found = { refused: 0, changed: 0 };
    for (let seed = 1; seed <= SEEDS; seed++) {
      const draw = randomStream(seed, 'tampered').uniform;
      const one = geoCase(randomGeoInstance(seed, { carbon: 'price', powerCaps: 0.3, load: 0.05 }));
      const allocation = withRandomRenewables(one.model, randomAllocation(one.model, draw), draw);
      const plan = geoPlanOf(one.model, allocation, { method: 'random', claimedCostUsd: 0, sha256: SHA256 });
      const check = (given: GeoPlan) => checkGeoPlan(one.instance, one.series, one.matrixOfRoom, given);
      const before = seen(check(plan)).join();
      for (const tampered of tamperedWith(plan, draw)) {
        const where = `seed ${seed} ${tampered.where}`;
        const text = JSON.stringify(tampered.plan);
        const parsed = parseGeoPlan(text, 'plan.json', { instance: one.instance, sha256: SHA256 });
        const formed = parseGeoPlan(text, 'plan.json');
        if ('faults' in formed || !isWellFormed(one, formed.plan)) {
          expect('faults' in parsed && parsed.faults.length, `at ${where}`).toBeGreaterThan(0);
          if ('plan' in formed) {
            const { costUsd, violations, servedPerS } = check(formed.plan);
            expect(costUsd, `at ${where}`).toBeNaN();
            expect(violations.length, `at ${where}`).toBeGreaterThan(0);
            expect(servedPerS.flat().every((rate) => rate === 0)).toBe(true);
          }
          found.refused++;
          continue;
        }
        expect('plan' in parsed, `at ${where}`).toBe(true);
        const judged = seen(check(formed.plan));
        const known = seen(byModel(one, formed.plan));
        expect(judged.length, `at ${where}`).toBe(known.length);
        for (const [k, value] of known.entries()) {
          expect(
            Math.abs(judged[k]! - value) <= 1e-9 * (10 + Math.abs(value)),
            `${where} ${k}: ${judged[k]!}, known ${value}`,
          ).toBe(true);
        }
        if (judged.join() !== before) found.changed++;
      }
    }
    expect(found.refused).toBeGreaterThan(400);
    expect(found.changed).toBeGreaterThan(60);
  });
});
