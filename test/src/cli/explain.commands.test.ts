import { expect, test } from 'vitest';
import { schemaFaults } from '../../support/committed-schema.js';
import { explain, type ExplainOptions, solve } from '../../../src/library/index.js';
import { accepted, faultsOf, jsonOf } from '../../support/accepted.js';
import { plenum } from '../../support/run-cli.js';
import { IDLE_TOTAL_W, TASK_TYPES, writeSmall } from '../../support/small-instance.js';

/** Explanation by the library: its record as JSON, and what a terminal shows. */
async function explained(instance: string, options: ExplainOptions = {}) {
  const { record, lines } = accepted(await explain(instance, options));
  const json = jsonOf(record);
  expect(schemaFaults('explain', json)).toEqual([]);
  return { json, text: lines.join('\n') };
}

/** The least cap of the small instance in steps of .01 W: a cap of 80 W has four digits. */
const NEEDED_CAP_W = Math.ceil(IDLE_TOTAL_W * 100) / 100;

test('a cap and a rack limit below idling are both named, and mended together, unless one is hard', async () => {
  const rackPowerLimits = [{ rack: 'R1', powerLimitW: 37.5 }];
  const { file } = writeSmall({ limits: { powerCapW: 80, rackPowerLimits } });
  const { json } = await explained(file, { prices: 'powerCap=1000,rackPower:R1=2000' });
  expect(json).toMatchObject({ feasible: false, infeasibility: { constraint: 'powerCap' } });
  expect(json['details']).toMatchObject({
    brokenLimits: [{ constraint: 'powerCap' }, { constraint: 'rackPower', where: 'R1', amount: 2.5 }],
    conflict: { limits: [{ constraint: 'powerCap', unit: 'W', limit: 80 }], proven: true, irreducible: true },
    // The rack's 40 W pass its limit whatever the cap.
    conflicts: [
      { limits: [{ constraint: 'powerCap' }] },
      { limits: [{ constraint: 'rackPower', where: 'R1', limit: 37.5 }], proven: true, irreducible: true },
    ],
    fixes: [
      {
        changes: [
          { constraint: 'rackPower', where: 'R1', unit: 'W', from: 37.5, to: 40 },
          { constraint: 'powerCap', where: '', unit: 'W', from: 80, to: NEEDED_CAP_W },
        ],
        // 2.5 W at 2 per W, and the rise of the cap at 1 per W.
        price: expect.closeTo(5 + NEEDED_CAP_W - 80, 9) as number,
        priceBound: expect.closeTo(9, 3) as number,
        proven: true,
      },
      {
        // One of two nodes of 20 W in R1: the rack draws 20 W, the room 50 W and 10 W of cooling.
        changes: [{ constraint: 'nodesOff', where: 'E', unit: 'nodes', from: 0, to: 1 }],
        nodesOff: [{ rack: 'R1', nodeType: 'E', nodes: 1 }],
        price: null,
        proven: true,
      },
    ],
  });
  const nodes = await explained(file, { hard: 'powerCap' });
  expect(nodes.text).toContain('A plan exists with 1 node of type E switched off (1 in R1); none does with one node');
  const shown = await plenum('explain', file, '--hard', 'powerCap,nodesOff');
  expect([shown.code, shown.stdout]).toEqual([3, expect.stringContaining('No changes of the limits that may move')]);
  const refused = faultsOf(await explain(file, { hard: 'powerCap', prices: 'powerCap=1' }));
  expect(JSON.stringify(refused)).toContain('It is hard');
  expect(shown.stdout).toContain('the power cap (80 W) alone excludes every plan');
});

test('hard marks on everything are refused: nothing may move', async () => {
  const { file } = writeSmall({ limits: { powerCapW: 80 } });
  const refused = faultsOf(await explain(file, { hard: 'powerCap,redLine,setPointMin,setPointMax,nodesOff' }));
  expect(JSON.stringify(refused)).toContain('nothing may move');
});

test('an instance with a plan has nothing to explain, and one of another family is refused', async () => {
  expect((await explained(writeSmall().file)).text).toBe('small has a plan: without any work all limits are kept.');
  expect(JSON.stringify(faultsOf(await explain('geo/tiny-arbitrage')))).toContain('plenum explain takes no other');
});

test('a demand above what the cap lets be served is told what must give way: the cap, a part of the demand, or the cheaper', async () => {
  const prices = 'powerCap=150,arrivals=1000';
  const { json } = await explained('tiny-power-cap', { serve: 'a=26', prices });
  // By hand: all that arrives is worth 5 reward/s, 45 W earn 1.25 and 47 W 1.3 (below): 25 % and 26 %.
  const { demand } = json['details'] as { demand: { brackets: Record<string, number | string>[] } };
  expect(demand).toMatchObject({
    demands: [{ taskType: 'a', share: 0.26 }],
    isServed: false,
    conflict: {
      limits: [
        { constraint: 'powerCap', limit: 45 },
        { constraint: 'arrivals', where: 'a', limit: 0.26 },
      ],
      irreducible: true,
    },
    fix: {
      changes: [{ constraint: 'powerCap', from: 45 }],
      price: expect.closeTo(0.3, 2) as number,
      priceBound: expect.closeTo(0.3, 3) as number,
    },
  });
  const [cap, share] = demand.brackets as [Record<string, number>, Record<string, number>];
  expect([cap['constraint'], cap['noneUpTo']! < 47, cap['enoughAt']! >= 47 - 1e-3]).toEqual(['powerCap', true, true]);
  expect([share['constraint'], share['noneUpTo']! > 0.25, share['enoughAt']]).toEqual(['arrivals', true, 0.25]);
  const { text } = await explained('tiny-power-cap', { serve: 'a=25' });
  expect(text).toBe('A plan serves 25 % of a under the limits as they are.');
});

test('a wanted reward is told the cap at which it begins to be earned, and the room earns it there', async () => {
  const { json } = await explained('tiny-power-cap', { wantedReward: 1.3 });
  const { wanted } = json['details'] as { wanted: { brackets: { noneUpTo: number; enoughAt: number }[] } };
  const [{ noneUpTo, enoughAt }] = wanted.brackets as [{ noneUpTo: number; enoughAt: number }];
  // By hand: 45 W earn 1.25. A core faster by 1 GHz draws 6 W more and earns 0.1875 more; so 0.05 need 1.6 W, 2 W with their cooling.
  expect(noneUpTo).toBeLessThan(47);
  expect(noneUpTo).toBeGreaterThan(46.9);
  expect(enoughAt).toBeGreaterThanOrEqual(47);
});

test('of a plan it says what heats the inlet asked about, what is not served, and what more cap is worth', async () => {
  // b earns next to nothing: the cap is spent on a.
  const taskTypes = TASK_TYPES.map((one) => (one.name === 'b' ? { ...one, rewardPerTask: 0.1 } : one));
  const { file } = writeSmall({ taskTypes, limits: { powerCapW: 110 } });
  const plan = accepted(await solve(file)).plan!;
  const { json } = await explained(file, { plan, inlet: 'R2/L1', task: 'b' });
  expect(json['details']).toMatchObject({
    plan: {
      feasible: true,
      inlet: { zone: 'R2/L1', racks: [{ rack: expect.stringMatching(/^R[12]$/) as string }, {}] },
      services: [{ taskType: 'b', completedPerS: 0, notServedAt: expect.any(Number) as number }],
      nextKilowatt: { stepW: 1, boundPerKW: expect.any(Number) as number },
    },
  });
  for (const [options, path] of [
    [{ inlet: 'R2/L1' }, 'inlet'],
    [{ plan, inlet: 'R9' }, 'inlet'],
    [{ plan, task: 'c' }, 'task'],
  ] as const) {
    expect(faultsOf(await explain(file, options))).toMatchObject([{ path }]);
  }
});
