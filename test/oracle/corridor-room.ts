import type { InfluenceMatrix } from '../../models/physics/thermal/influence-matrix.js';
import type { RewardRateInstance } from '../../models/families/reward-rate/instance.js';
import { randomStream } from '../../src/random/stream.js';

/** Choices of a corridor room. */
export interface Corridor {
  /** Nodes of each of the two levels. */
  readonly nodes: number;
  readonly idlePowerW: number;
  /** Power of a core at work, W, and its rate of tasks of worth 1, tasks/s, by P-state. */
  readonly states: readonly { readonly powerW: number; readonly timeS: number }[];
  readonly standbyPowerW: number;
  /** Air flow of a node, on and on standby, and of the CRAC, m3/s. */
  readonly airFlowM3PerS: number;
  readonly standbyFlowM3PerS: number;
  readonly cracFlowM3PerS: number;
  readonly powerCapW: number;
  readonly redLineC: number;
}

/**
 * A room one cell wide in which air has one way only: tile and inlets of two levels on one side of a rack, exhausts and the CRAC on the
 * other, and a passage over the rack. CoP 4 at every set-point from 10 to 30 C.
 */
export function corridorRoom(room: Corridor): RewardRateInstance {
  return {
    format: 'plenum.reward-rate',
    formatVersion: 1,
    name: 'corridor',
    facility: {
      nodeTypes: [
        {
          name: 'S',
          cores: 1,
          idlePowerW: room.idlePowerW,
          offPowerW: room.standbyPowerW,
          airFlowM3PerS: room.airFlowM3PerS,
          offAirFlowM3PerS: room.standbyFlowM3PerS,
          pStateFrequenciesGHz: [2, 1],
          tasks: [
            {
              taskType: 'a',
              timeS: { atHighestFrequency: room.states[0]!.timeS, atLowestFrequency: room.states[1]!.timeS },
              corePowerW: { atHighestFrequency: room.states[0]!.powerW, atLowestFrequency: room.states[1]!.powerW },
              memoryIntensity: 0.001,
            },
          ],
        },
      ],
      nodeGroups: [{ nodeType: 'S', count: 2 * room.nodes, rack: 'R1', mayBeOff: true }],
      cracs: [{ name: 'C1', airFlowM3PerS: room.cracFlowM3PerS, setPointMinC: 10, setPointMaxC: 30 }],
      airflow: {
        source: 'room',
        layout: {
          lengthXM: 1,
          widthYM: 4,
          heightZM: 3,
          cellM: { x: 1, y: 1, z: 1 },
          levelsPerRack: 2,
          racks: [
            { name: 'R1', xM: 0, yM: 1, widthXM: 1, depthYM: 1, heightZM: 2, slots: 2 * room.nodes, inletSide: '-y' },
          ],
          tiles: [{ name: 'T1', xM: 0, yM: 0, widthXM: 1, depthYM: 1, opening: 1 }],
          aisles: [{ name: 'A1', xM: 0, yM: 0, widthXM: 1, depthYM: 1, containmentHeightM: 2 }],
          cracPlacements: [{ crac: 'C1', xM: 0, yM: 3, widthXM: 1, depthYM: 1, heightZM: 2 }],
        },
        nodeAirflowFactor: 1,
        floorLeakageFraction: 0,
        coldAisles: 'open',
      },
      coolingPerformance: { quadraticPerC2: 0, linearPerC: 0, constant: 4 },
      colocation: { model: 'none' },
    },
    workload: {
      taskTypes: [{ name: 'a', memoryClass: 'M', rewardPerTask: 1, arrivalRatePerS: 1000, deadlineS: 1000 }],
    },
    limits: { powerCapW: room.powerCapW, redLineC: room.redLineC },
  };
}

/** Shares of CRAC air and of hot air in the inlets of both levels, and shares of both levels in the hot air, from the flows alone. */
export interface CorridorAir {
  readonly cold: readonly [number, number];
  readonly hot: readonly [number, number];
}

/**
 * Air of a corridor room, m3/s: the tile's air rises past the lower inlet to the upper one; what is missing comes over the rack, as the mixture of
 * both exhausts. The lower inlet gets it once the lower level draws more than the tile gives. A level without flow meets the air that passes it.
 */
export function corridorAir(lower: number, upper: number, crac: number): CorridorAir {
  const rising = crac - lower;
  const over = rising - upper;
  const hot: readonly [number, number] =
    lower + upper === 0 ? [0, 0] : [lower / (lower + upper), upper / (lower + upper)];
  if (over >= 0) return { cold: [1, 1], hot };
  if (rising >= 0) return { cold: [1, rising / (rising - over)], hot };
  return { cold: [crac / lower, 0], hot };
}

/** Weights of zone `sink` (0 lower, 1 upper) in a matrix: of the CRAC, of the lower and of the upper level. */
export function weightsOf({ weights }: InfluenceMatrix, sink: number): [number, number, number] {
  const row: [number, number, number] = [0, 0, 0];
  for (let n = weights.start[1 + sink]!; n < weights.start[2 + sink]!; n++) row[weights.column[n]!] = weights.value[n]!;
  return row;
}

/** Inlets above the set-point for powers of both levels, K, by elimination in the 2 x 2 system; dry air at 20 C. */
export function corridorRiseK(
  room: Corridor,
  flows: readonly [number, number],
  powersW: readonly [number, number],
): [number, number] {
  const { cold, hot } = corridorAir(flows[0], flows[1], room.cracFlowM3PerS);
  const rise = powersW.map((powerW, z) => (flows[z] === 0 ? 0 : powerW / (1.204 * 1006 * flows[z]!))) as [
    number,
    number,
  ];
  // The mixture of the exhausts is h1 (t1 + r1) + h2 (t2 + r2) above the set-point, and t_z = (1 - cold_z) times that.
  const ownK = hot[0] * rise[0] + hot[1] * rise[1];
  const mixtureK = ownK / (1 - hot[0] * (1 - cold[0]) - hot[1] * (1 - cold[1]));
  return [(1 - cold[0]) * mixtureK, (1 - cold[1]) * mixtureK];
}

/** Best plan of a corridor room and the best with given numbers of nodes on standby by level, reward/s; null where there is none. */
export function corridorBest(room: Corridor, only?: readonly [number, number]): number | null {
  let best: number | null = null;
  const levels = levelOptions(room);
  for (const lower of levels) {
    for (const upper of levels) {
      if (only !== undefined && (lower.off !== only[0] || upper.off !== only[1])) continue;
      const reward = lower.rewardPerS + upper.rewardPerS;
      if (reward <= (best ?? -1)) continue;
      const flowOf = ({ off }: { readonly off: number }): number =>
        (room.nodes - off) * room.airFlowM3PerS + off * room.standbyFlowM3PerS;
      const riseK = corridorRiseK(room, [flowOf(lower), flowOf(upper)], [lower.powerW, upper.powerW]);
      const isCool = 10 + Math.max(...riseK) <= room.redLineC + 1e-6;
      const meterW = 1.25 * (lower.powerW + upper.powerW);
      if (isCool && meterW <= room.powerCapW * (1 + 1e-9)) best = reward;
    }
  }
  return best;
}

interface LevelOption {
  readonly off: number;
  readonly powerW: number;
  readonly rewardPerS: number;
}

function levelOptions({ nodes, idlePowerW, standbyPowerW, states }: Corridor): LevelOption[] {
  const options: LevelOption[] = [];
  for (let off = 0; off <= nodes; off++) {
    for (let fast = 0; off + fast <= nodes; fast++) {
      for (let slow = 0; off + fast + slow <= nodes; slow++) {
        options.push({
          off,
          powerW:
            off * standbyPowerW + (nodes - off) * idlePowerW + fast * states[0]!.powerW + slow * states[1]!.powerW,
          rewardPerS: fast / states[0]!.timeS + slow / states[1]!.timeS,
        });
      }
    }
  }
  return options;
}

/** A drawn corridor room; in every second one the nodes on standby move no air and draw nothing. */
export function drawnCorridor(seed: number): Corridor {
  const draw = randomStream(seed, 'corridor').uniform;
  const nodes = seed % 3 === 0 ? 2 : 1;
  const airFlowM3PerS = draw(0.02, 0.06);
  const idlePowerW = draw(40, 120);
  const isStill = seed % 2 === 0;
  const fastW = draw(60, 150);
  const mostW = 1.25 * 2 * nodes * (idlePowerW + fastW);
  return {
    nodes,
    idlePowerW,
    states: [
      { powerW: fastW, timeS: draw(5, 10) },
      { powerW: fastW * draw(0.3, 0.7), timeS: draw(11, 20) },
    ],
    standbyPowerW: isStill ? 0 : idlePowerW * draw(0.02, 0.3),
    airFlowM3PerS,
    standbyFlowM3PerS: isStill ? 0 : airFlowM3PerS * draw(0.1, 0.9),
    cracFlowM3PerS: nodes * airFlowM3PerS * draw(0.5, 2.2),
    powerCapW: mostW * draw(0.3, 1.1),
    redLineC: 10 + draw(0.2, 6),
  };
}
