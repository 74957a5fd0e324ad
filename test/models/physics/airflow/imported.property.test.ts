import fc from 'fast-check';
import { Matrix, inverse } from 'ml-matrix';
import { describe, expect, it } from 'vitest';
import { balanceErrors } from '../../../../models/physics/airflow/balance.js';
import { importMatrix } from '../../../../models/physics/airflow/imported.js';
import type { FileMatrix } from '../../../../models/physics/airflow/import-faults.js';
import { roomInfluenceMatrix } from '../../../../models/physics/airflow/room-matrix.js';
import type { Facility, MatrixAirflow, NodeGroup } from '../../../../models/facility/facility.js';
import type { InfluenceMatrix } from '../../../../models/physics/thermal/influence-matrix.js';
import { anySmallRoom, facilityOf } from './small-rooms.js';
import { thermalResponse } from '../../../../models/physics/thermal/thermal-response.js';
import { sparseRows } from '../../../../models/physics/thermal/sparse-rows.js';
import { randomStream } from '../../../../src/random/stream.js';
import { conservingWeights } from '../../../oracle/conserving-weights.js';
import { fuzzCount } from '../../../support/fuzz.js';
import { denseOf } from '../../../support/dense-of.js';

const square = (values: Float64Array): FileMatrix => {
  const size = Math.round(Math.sqrt(values.length));
  return { rows: size, columns: size, entries: sparseRows(values) };
};

const fileOf = (kind: MatrixAirflow['kind'], nodeAirflowFactor = 1): MatrixAirflow => ({
  source: 'matrix',
  file: 'w.csv',
  kind,
  rowsPer: 'nodeGroup',
  nodeAirflowFactor,
  provenance: 'made by hand',
});

/** The facility that imports a room's matrix: one group per zone, in the order of the zones. */
function importing(room: Facility, matrix: InfluenceMatrix, kind: MatrixAirflow['kind'] = 'influence'): Facility {
  const nodeGroups: NodeGroup[] = matrix.zones.map(({ nodeType, nodeCount, rack, firstSlot }) => ({
    nodeType,
    count: nodeCount,
    rack,
    firstSlot,
  }));
  return { ...room, nodeGroups, airflow: fileOf(kind, room.airflow.nodeAirflowFactor) };
}

/** One CRAC of 1 m3/s and two groups A of 0.284 m3/s each in racks R and S. */
const pair = (kind: MatrixAirflow['kind'] = 'influence', cracFlow = 1): Facility =>
  facilityOf(
    fileOf(kind),
    [
      { nodeType: 'A', count: 10, rack: 'R' },
      { nodeType: 'A', count: 10, rack: 'S' },
    ],
    [cracFlow],
  );
/** Balanced for `pair`: each group draws 0.2 of the other's air and 0.8 fresh, the CRAC the rest. */
const PAIR_WEIGHTS = [1 - 2 * 0.2272, 0.2272, 0.2272, 0.8, 0, 0.2, 0.8, 0.2, 0];

const messagesOf = (facility: Facility, values: readonly number[], columns?: number): string => {
  const raw =
    columns === undefined
      ? square(Float64Array.from(values))
      : { rows: values.length / columns, columns, entries: sparseRows(values, columns) };
  const result = importMatrix(facility, raw);
  return result.accepted ? 'accepted' : result.faults.map((fault) => `${fault.path}: ${fault.message}`).join('\n');
};
const changed = (index: number, value: number): number[] => PAIR_WEIGHTS.map((w, i) => (i === index ? value : w));

describe('importing an influence matrix', () => {
  it('returns a generated matrix as it was, and claims no repair', () => {
    fc.assert(
      fc.property(anySmallRoom, (room) => {
        const matrix = roomInfluenceMatrix(room);
        const result = importMatrix(importing(room, matrix), {
          rows: matrix.airFlowM3PerS.length,
          columns: matrix.airFlowM3PerS.length,
          entries: matrix.weights,
        });
        if (!result.accepted) throw new Error(JSON.stringify(result.faults));
        expect(result.matrix.weights).toEqual(matrix.weights);
        expect(result.matrix.airFlowM3PerS).toEqual(matrix.airFlowM3PerS);
        expect(result.matrix.provenance.repair).toBeUndefined();
      }),
      { seed: 21, numRuns: fuzzCount(25) },
    );
  });

  it('repairs 5 to 15 % noise that leaves row sums tolerable, and reports the largest change and the raw errors', () => {
    const room = fc.sample(anySmallRoom, { seed: 4, numRuns: 1 })[0]!;
    const matrix = roomInfluenceMatrix(room);
    const size = matrix.airFlowM3PerS.length;
    const factor = fc.double({ min: -1, max: 1, noNaN: true });
    fc.assert(
      fc.property(
        fc.constantFrom(0.05, 0.15),
        fc.array(factor, { minLength: size * size, maxLength: size * size }),
        (noise, factors) => {
          const noisy = denseOf(matrix.weights).map((weight, i) => weight * (1 + noise * factors[i]!));
          for (let row = 0; row < size; row++) {
            const sum = noisy.subarray(row * size, (row + 1) * size).reduce((a, b) => a + b, 0);
            for (let column = 0; column < size; column++) noisy[row * size + column]! *= 1.02 / sum;
          }
          const result = importMatrix(importing(room, matrix), square(noisy));
          if (!result.accepted) throw new Error(JSON.stringify(result.faults));
          const { weights, airFlowM3PerS, provenance } = result.matrix;
          const errors = balanceErrors(weights, airFlowM3PerS);
          expect(Math.max(errors.rowSum, errors.conservation)).toBeLessThan(1e-10);
          let largest = 0;
          denseOf(weights).forEach((weight, i) => (largest = Math.max(largest, Math.abs(weight - noisy[i]!))));
          expect(provenance.repair?.largestChange).toBe(largest);
          expect(provenance.rowSumError).toBeCloseTo(0.02, 10);
        },
      ),
      { seed: 22, numRuns: fuzzCount(20) },
    );
  });

  it('clips negative noise and says so', () => {
    const result = importMatrix(pair(), square(Float64Array.from(changed(4, -1e-7))));
    if (!result.accepted) throw new Error(JSON.stringify(result.faults));
    expect(denseOf(result.matrix.weights)[4]).toBe(0);
    expect(result.matrix.provenance.repair?.largestChange).toBeGreaterThanOrEqual(1e-7);
  });

  it('accepts the balanced pair the refusals below are variations of', () => {
    expect(messagesOf(pair(), PAIR_WEIGHTS)).toBe('accepted');
  });

  it.each<[string, string, RegExp]>([
    ['a wrong size', messagesOf(pair(), [1, 0, 0, 1]), /airflow.file: The matrix is 2 x 2/],
    ['a rectangle', messagesOf(pair(), [1, 0, 0, 1, 0, 0], 3), /2 x 3/],
    ['an entry that is no number', messagesOf(pair(), changed(5, NaN)), /Row 2, column 3.* NaN/],
    ['an infinite entry', messagesOf(pair(), changed(5, Infinity)), /Row 2, column 3.* Infinity/],
    [
      'a negative entry',
      messagesOf(pair(), changed(5, -2e-6)),
      /Row 2, column 3 \(air of S\/L1 at R\/L1\) is -0.000002/,
    ],
    ['a row sum', messagesOf(pair(), changed(5, 0.26)), /Row 2 \(R\/L1\) sums to 1.06/],
    [
      'air that never reaches a CRAC',
      messagesOf(pair(), [1, 0, 0, 1, 0, 0, 0.8, 0, 0.2]),
      /R\/L1 never reaches a CRAC/,
    ],
    ['nodes without fresh air', messagesOf(pair(), [1, 0, 0, 0, 0.5, 0.5, 0, 0.5, 0.5]), /R\/L1 never gets air/],
    [
      'flows that no weights of these can have',
      // The groups take only fresh air (2 x 0.284 m3/s), of which the CRAC has 0.5, and it takes all of theirs.
      messagesOf(pair('influence', 0.5), [0, 0.5, 0.5, 1, 0, 0, 1, 0, 0]),
      /No scaling makes .*: R\/L1, S\/L1 give 0.5680 m3\/s, and all .* draw 0.5000 m3\/s \(nodes 0.5680 m3\/s, CRACs 0.5000 m3\/s\)/,
    ],
    [
      'flows that are far from those of the weights',
      messagesOf(pair('influence', 0.3), [0.2, 0.4, 0.4, 1, 0, 0, 1, 0, 0]),
      /of the air of CRAC1 the sinks draw 109 % more or less than it gives/,
    ],
    ['a CRAC without flow', messagesOf(pair('influence', 0), PAIR_WEIGHTS), /cracs\[0\].airFlowM3PerS: .* 0 m3/],
    [
      'an unknown node type',
      messagesOf({ ...pair(), nodeTypes: [] }, PAIR_WEIGHTS),
      /nodeGroups\[0\].nodeType: Node type A is not defined/,
    ],
  ])('refuses %s', (_, messages, expected) => {
    expect(messages).toMatch(expected);
  });

  it('refuses a conserving matrix whose zones come first and CRACs last, and one for other air flows, instead of repairing them away', () => {
    const room = fc.sample(anySmallRoom, { seed: 4, numRuns: 1 })[0]!;
    const matrix = roomInfluenceMatrix(room);
    const size = matrix.airFlowM3PerS.length;
    const cracs = matrix.cracNames.length;
    const moved = (index: number): number => (index + cracs) % size;
    const dense = denseOf(matrix.weights);
    const cracsLast = dense.map((_, n) => dense[moved(Math.floor(n / size)) * size + moved(n % size)]!);
    const instance = importing(room, matrix);
    expect(messagesOf(instance, [...cracsLast])).toMatch(/Air is not conserved/);
    const doubled = {
      ...instance,
      nodeTypes: instance.nodeTypes.map((type) => ({ ...type, airFlowM3PerS: 2 * type.airFlowM3PerS })),
    };
    expect(messagesOf(doubled, [...dense])).toMatch(/Air is not conserved/);
  });

  it('counts the faults it does not list', () => {
    const messages = messagesOf(pair(), new Array<number>(9).fill(NaN)).split('\n');
    expect(messages).toHaveLength(5);
    expect(messages[4]).toMatch(/and 4 more such/);
  });
});

describe('importing an influence matrix of rooms that hardly exchange air', () => {
  it('finds the weights that one factor for each row and column make of those of the file, but for leaks that nothing flows back from', () => {
    const met = { dropped: 0, whole: 0 };
    for (let seed = 1; seed <= fuzzCount(300, 60); seed++) {
      const { uniform } = randomStream(seed, 'weakly-coupled');
      const counts = Array.from({ length: 6 }, () => Math.floor(uniform(4, 15)));
      const cracFlows = [0, 1, 2].map((room) => 0.0284 * (counts[2 * room]! + counts[2 * room + 1]!) * uniform(0.9, 2));
      const groups = counts.map((count, n) => ({ nodeType: 'A', count, rack: `R${n}` }));
      const facility = facilityOf(fileOf('influence'), groups, cracFlows);
      const roomOf = (entity: number): number => (entity < 3 ? entity : Math.floor((entity - 3) / 2));
      const blocks = [0, 1, 2].map((room) =>
        conservingWeights([cracFlows[room]!, 0.0284 * counts[2 * room]!, 0.0284 * counts[2 * room + 1]!], 1, uniform),
      );
      const within = (entity: number): number => (entity < 3 ? 0 : 1 + ((entity - 3) % 2));
      const leak = 10 ** uniform(-8, -2);
      const file = Float64Array.from({ length: 81 }, (_, n) => {
        const [sink, source] = [Math.floor(n / 9), n % 9];
        if (roomOf(sink) === roomOf(source)) return blocks[roomOf(sink)]![3 * within(sink) + within(source)]!;
        // Every third time nothing flows back from a later room.
        const mayLeak = seed % 3 !== 0 || roomOf(source) < roomOf(sink);
        return mayLeak && uniform(0, 1) < 0.3 ? leak * uniform(0.1, 1) : 0;
      });
      const result = importMatrix(facility, square(file));
      if (!result.accepted) throw new Error(JSON.stringify([seed, result.faults]));
      const { weights, airFlowM3PerS, provenance } = result.matrix;
      const errors = balanceErrors(weights, airFlowM3PerS);
      expect([seed, Math.max(errors.rowSum, errors.conservation) <= 1e-10]).toEqual([seed, true]);
      const used = denseOf(weights);
      const largest = used.reduce((most, weight, n) => Math.max(most, Math.abs(weight - file[n]!)), 0);
      expect([seed, provenance.repair?.largestChange ?? largest]).toEqual([seed, largest]);
      expect([seed, largest < 20 * leak]).toEqual([seed, true]);
      const isDropped = (n: number): boolean => file[n]! > 0 && used[n] === 0;
      // The factors cancel around every two rows and columns.
      const factor = (row: number, column: number): number => used[9 * row + column]! / file[9 * row + column]!;
      for (let n = 0; n < 81; n++) {
        const [i, a] = [Math.floor(n / 9), n % 9];
        for (let m = 0; m < n; m++) {
          const [j, b] = [Math.floor(m / 9), m % 9];
          const cross = (factor(i, a) * factor(j, b)) / (factor(i, b) * factor(j, a));
          if (Number.isFinite(cross) && cross > 0) expect([seed, Math.abs(cross - 1) < 1e-4]).toEqual([seed, true]);
        }
        // A leak is dropped only where its room draws from another that, by whatever ways, takes nothing from it.
        if (isDropped(n)) expect([seed, takesFrom(file, roomOf, roomOf(a)).has(roomOf(i))]).toEqual([seed, false]);
      }
      if (used.some((_, n) => isDropped(n))) met.dropped++;
      else met.whole++;
    }
    expect(Math.min(...Object.values(met))).toBeGreaterThan(2);
  });
});

/** Rooms whose air reaches a room, by way of others too. */
function takesFrom(file: Float64Array, roomOf: (entity: number) => number, room: number): Set<number> {
  const reached = new Set([room]);
  for (const one of reached) {
    file.forEach((weight, n) => {
      if (weight > 0 && roomOf(Math.floor(n / 9)) === one) reached.add(roomOf(n % 9));
    });
  }
  return reached;
}

describe('importing a heat-recirculation matrix', () => {
  it('gives the temperatures of the room whose influence matrix D was made from', () => {
    const oneCrac = anySmallRoom.filter((room) => room.cracs.length === 1);
    fc.assert(
      fc.property(oneCrac, fc.double({ min: 1, max: 5e3, noNaN: true }), (room, scaleW) => {
        const matrix = roomInfluenceMatrix(room);
        const zones = matrix.zones.length;
        const dense = denseOf(matrix.weights);
        const size = zones + 1;
        // D = (I - W_NN)^-1 W_NN R
        const flow = (zone: number): number => matrix.airFlowM3PerS[1 + zone]!;
        const block = Matrix.zeros(zones, zones);
        const rest = Matrix.zeros(zones, zones);
        for (let j = 0; j < zones; j++) {
          for (let i = 0; i < zones; i++) {
            const weight = dense[(j + 1) * size + i + 1]!;
            block.set(j, i, weight / (1.204 * 1006 * flow(i)));
            rest.set(j, i, (i === j ? 1 : 0) - weight);
          }
        }
        const recirculation = Float64Array.from(inverse(rest).mmul(block).to1DArray(), (value) => Math.max(0, value));
        const result = importMatrix(importing(room, matrix, 'heatRecirculation'), square(recirculation));
        if (!result.accepted) throw new Error(JSON.stringify(result.faults));
        const powerW = Float64Array.from({ length: zones }, (_, z) => scaleW * (1 + (z % 3)));
        const theirs = thermalResponse(matrix, 1.204 * 1006).inletRiseC(powerW);
        const ours = thermalResponse(result.matrix, 1.204 * 1006).inletRiseC(powerW);
        ours.forEach((rise, z) => {
          expect(Math.abs(rise - theirs[z]!)).toBeLessThan(1e-9 * Math.max(1, theirs[z]!));
        });
      }),
      { seed: 23, numRuns: fuzzCount(25) },
    );
  });

  it('accepts a D that no air flow of the facility explains, and takes it as it is', () => {
    // 0.01 K/W beside 1 / (rho c F) of 0.003 K/W: no weights between 0 and 1 give this D.
    const values = Float64Array.of(0.01, 0, 0.002, 0);
    const result = importMatrix(pair('heatRecirculation', 0.3), square(values));
    if (!result.accepted) throw new Error(JSON.stringify(result.faults));
    expect(denseOf(result.matrix.recirculationKPerW!)).toEqual(values);
    expect(result.matrix.provenance.repair).toBeUndefined();
  });

  it('clips noise below 0, and calls it a repair only beyond rounding', () => {
    const repairOf = (noise: number): unknown => {
      const result = importMatrix(pair('heatRecirculation'), square(Float64Array.of(0.001, -noise, 0, 0.001)));
      if (!result.accepted) throw new Error(JSON.stringify(result.faults));
      expect(denseOf(result.matrix.recirculationKPerW!)[1]).toBe(0);
      return result.matrix.provenance.repair;
    };
    expect(repairOf(1e-17)).toBeUndefined();
    expect(repairOf(1e-10)).toMatchObject({ largestChange: 1e-10 });
  });

  it.each<[string, string, RegExp]>([
    [
      'two CRACs',
      messagesOf({ ...pair('heatRecirculation'), cracs: [...pair().cracs, ...pair().cracs] }, [0, 0, 0, 0]),
      /exactly one CRAC/,
    ],
    [
      'a negative D, by the entry of the file',
      messagesOf(pair('heatRecirculation'), [0, 1e-3, -1e-4, 0]),
      /Row 2, column 1 \(heat of R\/L1 at S\/L1\) is -0.0001/,
    ],
    [
      'a D beyond 100 K/W',
      messagesOf(pair('heatRecirculation'), [0, 1e30, 100, 0]),
      /^(?=.*Row 1, column 2)(?!.*Row 2)/s,
    ],
    ['a D that is negative throughout', messagesOf(pair('heatRecirculation'), [-1e-9, 0, 0, 0]), /Row 1, column 1/],
  ])('refuses %s', (_, messages, expected) => {
    expect(messages).toMatch(expected);
  });
});

describe('the repair of an influence matrix', () => {
  it('is none where only rounding is off', () => {
    const result = importMatrix(pair(), square(Float64Array.from(changed(5, 0.2 + 2e-11))));
    if (!result.accepted) throw new Error(JSON.stringify(result.faults));
    expect(result.matrix.provenance.repair).toBeUndefined();
  });

  it('is told in kelvins with every node at its greatest power', () => {
    // 0.22 instead of 0.2 of the other group's air: the row sums to 1.02.
    const facility = pair();
    const raw = changed(5, 0.22);
    const result = importMatrix(facility, square(Float64Array.from(raw)));
    if (!result.accepted) throw new Error(JSON.stringify(result.faults));
    const { weights, zones, provenance } = result.matrix;
    const perNodeW = (type: (typeof facility.nodeTypes)[number]): number => {
      const cores = type.tasks.map(({ corePowerW }) =>
        'atHighestFrequency' in corePowerW ? corePowerW.atHighestFrequency : Math.max(...corePowerW),
      );
      return (type.idlePowerW + type.cores * Math.max(0, ...cores)) / (type.psuEfficiency ?? 1);
    };
    const powerW = zones.map(
      ({ nodeCount, nodeType }) => nodeCount * perNodeW(facility.nodeTypes.find(({ name }) => name === nodeType)!),
    );
    // Two zones: x = W (x + r) solved by Cramer's rule, r the outlets' rise.
    const rises = (w: ArrayLike<number>): number[] => {
      const r = powerW.map((value) => value / (1.204 * 1006 * 0.284));
      const [a, b, c, d] = [w[4]!, w[5]!, w[7]!, w[8]!];
      const [e, f] = [a * r[0]! + b * r[1]!, c * r[0]! + d * r[1]!];
      const det = (1 - a) * (1 - d) - b * c;
      return [(e * (1 - d) + b * f) / det, ((1 - a) * f + c * e) / det];
    };
    const [before, after] = [rises(raw), rises(denseOf(weights))];
    const moved = Math.max(...before.map((rise, z) => Math.abs(rise - after[z]!)));
    expect(moved).toBeGreaterThan(0);
    expect(provenance.repair!.inletChangeK).toBeCloseTo(moved, 9);
    expect(provenance.repair!.atPowerW).toBeCloseTo(powerW[0]! + powerW[1]!, 9);
    expect(provenance.repair!.summary).toContain(`(${((powerW[0]! + powerW[1]!) / 1000).toPrecision(4)} kW in all)`);
    expect(provenance.repair!.summary).toContain(`up to ${String(Number(moved.toPrecision(2)))} K`);
  });
});
