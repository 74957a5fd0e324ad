// @ts-check
// A facility of one's own, built in a program: the instance is an object until it is written, and a file from then on. What is wrong
// with it is listed, all at once; corrected, it is solved, and the plan with its report is written beside it.
//
//   node own-facility.mjs [directory]
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { formatFaults, open, solve } from 'plenum';

const directory = process.argv[2] ?? mkdtempSync(join(tmpdir(), 'own-facility-'));
mkdirSync(directory, { recursive: true });

const RACKS = ['R1', 'R2'];
const NODES_PER_RACK = 2;
const RACK_WIDTH_M = 0.6;
const box = { widthXM: RACK_WIDTH_M, depthYM: 1.2 };
const placeOf = (/** @type {number} */ n) => 1.2 + n * RACK_WIDTH_M;

/** All numbers as they would come from data sheets and a floor plan (docs/reward-rate/instances.md). */
const facility = {
  nodeTypes: [
    {
      name: 'four-core',
      cores: 4,
      idlePowerW: 110,
      airFlowM3PerS: 0.04,
      pStateFrequenciesGHz: [2.6, 2, 1.4],
      tasks: [
        { taskType: 'render', timeS: [60, 75, 103], corePowerW: [38, 24, 14], memoryIntensity: 0.0005 },
        { taskType: 'index', timeS: [20, 24, 30], corePowerW: [30, 20, 12], memoryIntensity: 0.01 },
      ],
    },
  ],
  nodeGroups: RACKS.map((rack) => ({ nodeType: 'four-core', count: NODES_PER_RACK, rack })),
  cracs: [{ name: 'CRAC1', airFlowM3PerS: 0.4, setPointMinC: 12, setPointMaxC: 30 }],
  airflow: {
    source: 'room',
    layout: {
      lengthXM: 4.2,
      widthYM: 4.2,
      heightZM: 2.8,
      cellM: { x: 0.3, y: 0.3, z: 0.35 },
      levelsPerRack: 1,
      racks: RACKS.map((name, n) => ({
        name,
        xM: placeOf(n),
        yM: 1.8,
        ...box,
        heightZM: 2.1,
        slots: 8,
        inletSide: '-y',
      })),
      tiles: RACKS.map((name, n) => ({ name: `in front of ${name}`, xM: placeOf(n), yM: 0.6, ...box, opening: 1 })),
      aisles: [
        {
          name: 'cold',
          xM: placeOf(0),
          yM: 0.6,
          widthXM: RACKS.length * RACK_WIDTH_M,
          depthYM: 1.2,
          containmentHeightM: 2.1,
        },
      ],
      cracPlacements: [{ crac: 'CRAC1', xM: 0, yM: 1.8, widthXM: 0.6, depthYM: 0.6, heightZM: 2.1 }],
    },
    nodeAirflowFactor: 1,
    floorLeakageFraction: 0,
    coldAisles: 'open',
    mixingFraction: 0.5,
  },
  coolingPerformance: { quadraticPerC2: 0.0068, linearPerC: 0.0008, constant: 0.458 },
  colocation: { model: 'none' },
};

const instance = {
  format: 'plenum.reward-rate',
  formatVersion: 1,
  name: 'own-facility',
  facility,
  workload: {
    taskTypes: [
      { name: 'render', memoryClass: 'C', rewardPerTask: 5, arrivalRatePerS: 1, deadlineS: 600 },
      { name: 'index', memoryClass: 'M', rewardPerTask: 2, arrivalRatePerS: 1, deadlineS: 60 },
    ],
  },
  limits: { powerCapW: 800, redLineC: 27 },
};

/**
 * @param {string} name
 * @param {unknown} content
 */
function written(name, content) {
  const file = join(directory, name);
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`);
  return file;
}

// A slip in two places, as they happen: a cap below zero, and a rack that is not in the room.
const slips = {
  ...instance,
  facility: { ...facility, nodeGroups: [{ nodeType: 'four-core', count: NODES_PER_RACK, rack: 'R9' }] },
  limits: { powerCapW: -800, redLineC: 27 },
};
const refused = await open(written('slips.json', slips));
if (!refused.ok) console.log(formatFaults(refused.faults));

const file = written('own-facility.json', instance);
const solved = await solve(file, { timeLimitS: 60, out: join(directory, 'solved') });
if (!solved.ok) throw new Error(formatFaults(solved.faults));
console.log(solved.text);
