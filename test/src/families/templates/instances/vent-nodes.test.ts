import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { TemplatesInstance } from '../../../../../models/families/templates/instance.js';
import { jsonText } from '../../../../../src/instances/json-text.js';
import { type OpenedTemplates, openTemplates } from '../../../../../src/families/templates/instances/open.js';
import { tinyTemplatesInstances } from '../../../../support/bundled.js';
import { transientRooms } from '../../../../../src/families/templates/studies/day/rooms.js';
import { lastingDirectory } from '../../../../support/small-instance.js';

const directory = lastingDirectory();
const TWO = tinyTemplatesInstances()[2]!;
const INSTANCE: TemplatesInstance = {
  ...TWO,
  facility: {
    ...TWO.facility,
    airflow: { source: 'vent-matrices', file: 'vents.csv', nodeAirflowFactor: 1, provenance: 'by hand' },
  },
  quadrants: TWO.quadrants.map((quadrant) => ({ ...quadrant, tiles: [] })),
};
/** CRAC 3 m3/s, ten nodes of 0.1 m3/s and five of 0.1 m3/s: all air mixed. */
const SHARE: Readonly<Record<string, number>> = { CRAC1: 3 / 4.5, R1: 1 / 4.5, R2: 0.5 / 4.5 };
const NODES = [
  'CRAC1',
  ...Array.from({ length: 10 }, (_, k) => `R1/1/${k + 1}`),
  ...Array.from({ length: 5 }, (_, k) => `R2/1/${k + 1}`),
];
const GROUPS = ['CRAC1', 'R1/1', 'R2/1'];

interface Pair {
  readonly sink: string;
  readonly source: string;
}

/** @param more added to the share of a pair. @param travelS undefined: no such column. */
function opened(
  entities: readonly string[],
  more: (pair: Pair) => number = () => 0,
  travelS?: (pair: Pair) => number | '',
): Extract<OpenedTemplates, { readonly ok: true }> {
  const peers = (name: string): number => entities.filter((other) => rackOf(other) === rackOf(name)).length;
  const lines = ['00', '01', '10', '11'].flatMap((vent) =>
    entities.flatMap((sink) =>
      entities.map((source) => {
        const weight = SHARE[rackOf(source)]! / peers(source) + more({ sink, source });
        return `${vent},${sink},${source},${weight}${travelS === undefined ? '' : `,${travelS({ sink, source })}`}`;
      }),
    ),
  );
  const header = `vent_id,sink_id,source_id,w${travelS === undefined ? '' : ',tau_s'}`;
  writeFileSync(join(directory, 'vents.csv'), [header, ...lines, ''].join('\n'));
  const file = join(directory, 'instance.json');
  writeFileSync(file, jsonText(INSTANCE));
  const answer = openTemplates(file);
  if (!answer.ok) throw new Error(JSON.stringify(answer.faults));
  return answer;
}

function rackOf(name: string): string {
  return name.split('/')[0]!;
}

describe('matrices by single node', () => {
  it('of nodes that are alike give the same problem as those by node group, at no loss', () => {
    const byGroup = opened(GROUPS);
    const byNode = opened(NODES);
    expect(byGroup.warnings).toEqual([]);
    expect(byNode.model.blocks).toEqual(byGroup.model.blocks);
    byNode.model.outletRiseKPerW.forEach((rise, v) => {
      rise.forEach((value, k) => {
        expect(value).toBeCloseTo(byGroup.model.outletRiseKPerW[v]![k]!, 12);
      });
    });
    expect(byNode.warnings).toHaveLength(1);
    const differences = [...byNode.warnings[0]!.matchAll(/by up to (\S+) K/g)].map(([, text]) => Number(text));
    expect(differences).toHaveLength(2);
    for (const difference of differences) expect(difference).toBeLessThan(1e-5);
  });

  it('tell how much hotter a node is than its block', () => {
    // Of its air, node 1 of R1 has 0.1 more from R1 and less from the CRAC, node 2 the reverse: their block's mean stays.
    const more = ({ sink, source }: Pair): number => {
      const sign = sink === 'R1/1/1' ? 1 : sink === 'R1/1/2' ? -1 : 0;
      return sign * (source === 'CRAC1' ? -0.1 : rackOf(source) === 'R1' ? 0.01 : 0);
    };
    const { model, warnings } = opened(NODES, more);
    const rise = model.outletRiseKPerW[0]!;
    const [one, two] = model.blocks;
    const hotterK = (busy: number): number =>
      0.1 * (rise[0]! * (one!.idleW + busy * one!.busyW) + rise[1]! * (two!.idleW + busy * two!.busyW));
    // That of the R1 nodes the two differ in changes nothing for the others.
    expect(warnings[0]).toContain(`${hotterK(1).toPrecision(3)} K from its block's (R1/L1, vent combination`);
    expect(warnings[0]).toContain(`at idle by up to ${hotterK(0).toPrecision(3)} K`);
  });
});

describe('travel times of imported matrices', () => {
  it('are those of the pairs in the file, and of nodes their mean by weight', () => {
    const seconds = ({ sink, source }: Pair): number | '' =>
      rackOf(sink) === 'R2' && rackOf(source) === 'R1' ? '' : source === 'CRAC1' ? 4 : rackOf(sink) === 'R1' ? 9 : 6;
    const byGroup = opened(GROUPS, undefined, seconds).transientAir!(3);
    expect(byGroup.matrix.weights.column.length).toBe(9);
    expect([...byGroup.air.meanTravelS]).toEqual([4, 6, 6, 4, 9, 9, 4, 0, 6]);
    expect(byGroup.air.volumeM3[3]).toBeCloseTo((1 * 3 * 4) / 4.5, 9);
    const more = ({ sink, source }: Pair): number =>
      sink === 'R1/1/1' ? (source === 'CRAC1' ? -0.1 : rackOf(source) === 'R1' ? 0.01 : 0) : 0;
    const long = (pair: Pair): number | '' => (pair.sink === 'R1/1/1' && pair.source === 'CRAC1' ? 14 : seconds(pair));
    const { air } = opened(NODES, more, long).transientAir!(0);
    // CRAC to R1: nine nodes with 2/3 of their air at 4 s, one with 2/3 - 0.1 at 14 s.
    const least = 2 / 3 - 0.1;
    expect(air.meanTravelS[3]).toBeCloseTo((9 * (2 / 3) * 4 + least * 14) / (6 + least), 9);
    expect(air.meanTravelS[4]).toBeCloseTo(9, 9);
  });

  it('let the day be simulated, and without them it cannot', () => {
    expect(opened(GROUPS).transientAir).toBeNull();
    const { instance, transientAir } = opened(GROUPS, undefined, () => 5);
    const room = transientRooms(instance, transientAir!)(0);
    const powerW = Float64Array.of(1600, 700);
    const state = room.settled(Float64Array.of(1000, 300), Float64Array.of(20));
    for (let step = 0; step < 2000; step += 1) room.step(state, powerW, Float64Array.of(20), 30);
    const settled = room.settled(powerW, Float64Array.of(20));
    for (const [b, outletC] of settled.outletC.entries()) expect(state.outletC[b]).toBeCloseTo(outletC, 6);
  });
});
