import { expect, it } from 'vitest';
import type { RoomOverMonth } from '../../../../../models/families/jobs/room.js';
import type { Violation } from '../../../../../models/families/violation.js';
import { policyOf } from '../../../../../src/families/jobs/methods/month/policies.js';
import { jobsResultOf } from '../../../../../src/families/jobs/runs/result-of.js';
import { shortMonth } from '../../../../support/jobs-months.js';

const ROOM: RoomOverMonth = {
  untilS: 100,
  idleJ: 1,
  jobsJ: 2,
  upsLossJ: 3,
  coolingJ: 4,
  otherJ: 5,
  totalJ: 15,
  valuePerMJ: 6,
  setPoints: [{ fromS: 0, setPointC: 20 }],
  redLineC: 25,
  hottest: { zone: 'z', inletC: 24, atS: 0 },
};

function roomWith(violations: readonly Violation[]): RoomOverMonth | null {
  const isSound = violations.length === 0;
  return jobsResultOf({
    name: 'x',
    month: shortMonth([[1]], 1, []),
    seed: 1,
    steps: 1,
    stopReason: null,
    isCut: false,
    choices: { method: 'val-opt', policy: policyOf('val-opt'), nodeLimit: 0 },
    verdict: {
      value: isSound ? 1 : null,
      energyJ: isSound ? 1 : null,
      moves: 0,
      service: null,
      room: null,
      violations,
      outcomes: { inTime: 1, late: 0, worthless: 0, dropped: 0 },
    },
    room: ROOM,
    bounds: null,
    profiles: null,
  }).room;
}

it('energy of a room is told of plans that pass the checker, and of no others', () => {
  expect(roomWith([])).toEqual(ROOM);
  const broken = { constraint: 'redLine' as const, where: 'z', unit: 'C', value: 26, limit: 25, amount: 1 };
  expect(roomWith([broken])).toBeNull();
});
