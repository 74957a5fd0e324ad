import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Schedule } from '../../../../../models/families/utility/schedule.js';
import { openRoom } from '../../../../../src/families/utility/instances/facility/room.js';
import { utilityFiles } from '../../../../../src/families/utility/instances/load.js';
import { utilityModel } from '../../../../support/utility/utility-model.js';
import { companyError } from '../../../../../src/families/utility/runs/company-error.js';

/** The tiny facility where each neighbour costs a second, so that times are taken to be 10 + 3 and 16 + 3 s. */
function opened() {
  const raw = JSON.parse(readFileSync('instances/utility/tiny-facility.json', 'utf8')) as {
    facility: { colocation: unknown; nodeTypes: Record<string, unknown>[] };
  };
  raw.facility.colocation = { model: 'anchored' };
  raw.facility.nodeTypes[0]!['interference'] = { M: { perNeighbourS: 1, perAverageIntensityS: 0 } };
  const judged = utilityFiles.judge(raw);
  if (!judged.ok) throw new Error(JSON.stringify(judged));
  const room = openRoom(judged.instance, 'tiny', '.');
  if (room === null || !room.ok) throw new Error(JSON.stringify(room));
  return { instance: judged.instance, model: utilityModel(judged.instance, room.room) };
}

function runs(startsS: readonly number[]): Schedule {
  const none = new Int32Array();
  return {
    task: Int32Array.from(startsS, (_, n) => n),
    option: new Int32Array(startsS.length),
    firstPiece: Int32Array.from({ length: startsS.length + 1 }, (_, n) => n),
    pieceStartS: Float64Array.from(startsS),
    pieceEndS: Float64Array.from(startsS, (startS) => startS + 13),
    node: new Int32Array(startsS.length).fill(-1),
    dropped: none,
    droppedS: new Float64Array(),
    unfinished: none,
  };
}

describe('the error of times in estimated company', () => {
  const { instance, model } = opened();

  it('is the slow-down by three neighbours for a task that ran alone', () => {
    expect(model.options.timeS[0]).toBeCloseTo(13, 12);
    const error = companyError(instance, model, runs([0]))!;
    expect([error.runs, error.busyShare]).toEqual([1, 0]);
    expect(error.mean).toBeCloseTo(13 / 10 - 1, 12);
  });

  it('counts the mean company over the run, on evenly used nodes', () => {
    // Four of eight cores for all the time: each has 3 / 7 of its node's three other cores busy.
    const together = companyError(instance, model, runs([0, 0, 0, 0]))!;
    expect(together.busyShare).toBeCloseTo(3 / 7, 12);
    expect(together.median).toBeCloseTo(13 / (10 + 9 / 7) - 1, 12);
    // Half of its time beside another one.
    const half = companyError(instance, model, runs([0, 6.5]))!;
    expect([half.least5, half.most95].map((error) => Math.abs(error - (13 / (10 + 3 / 14) - 1)) < 1e-12)).toEqual([
      true,
      true,
    ]);
  });

  it('is none without a facility or runs', () => {
    expect(companyError({ ...instance, facility: undefined }, model, runs([0]))).toBeNull();
    expect(companyError(instance, model, runs([]))).toBeNull();
  });
});
