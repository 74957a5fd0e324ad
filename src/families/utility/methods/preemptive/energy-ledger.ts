import { chargedOverlapS } from '../../../../../models/families/utility/energy-tariff.js';
import { overlapS, type UtilityModel } from '../../../../../models/families/utility/model.js';

/** Energy drawn by day and energy committed recently. D days. */
export interface EnergyLedger {
  /** Length D: energy drawn so far, J. */
  readonly drawnJ: Float64Array;
  /** Length D: drawn energy as it counts towards budgets: weighted by the tariff if there is one, J. */
  readonly chargedJ: Float64Array;
  readonly powerW: () => number;
  /** Advances time to now, at the present power. */
  readonly advance: (nowS: number) => void;
  readonly changePower: (byW: number) => void;
  /** Records a started task that will draw this energy from now on. */
  readonly commit: (nowS: number, energyJ: number) => void;
  /** Returns the mean rate at which energy was committed during the last half hour, W. */
  readonly committedW: (nowS: number) => number;
}

/** Time over which committedW of a MappingEvent is averaged, s. Chosen: half an hour in every environment. */
const LOOK_BACK_S = 1800;

export function energyLedger({ days, charging }: UtilityModel): EnergyLedger {
  const drawnJ = new Float64Array(days.length);
  const chargedJ = charging === undefined ? drawnJ : new Float64Array(days.length);
  const atS: number[] = [];
  const joules: number[] = [];
  let [powerW, lastS, oldest, recentJ] = [0, 0, 0, 0];
  return {
    drawnJ,
    chargedJ,
    powerW: () => powerW,
    advance(nowS) {
      if (nowS === lastS) return;
      if (powerW > 0) {
        for (let d = 0; d < days.length; d++) {
          const [fromS, toS] = [days[d]!.startS, days[d]!.endS];
          drawnJ[d]! += powerW * overlapS(lastS, nowS, fromS, toS);
          if (charging !== undefined) chargedJ[d]! += powerW * chargedOverlapS(charging, lastS, nowS, fromS, toS);
        }
      }
      lastS = nowS;
    },
    changePower: (byW) => {
      powerW += byW;
    },
    commit(nowS, energyJ) {
      atS.push(nowS);
      joules.push(energyJ);
      recentJ += energyJ;
    },
    committedW(nowS) {
      while (oldest < atS.length && atS[oldest]! < nowS - LOOK_BACK_S) recentJ -= joules[oldest++]!;
      return recentJ / LOOK_BACK_S;
    },
  };
}
