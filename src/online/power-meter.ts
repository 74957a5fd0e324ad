/**
 * Power of all cores over a time window: its value at the start, and every later change. Power is constant between
 * changes, so energies are exact up to rounding.
 */
export interface PowerWindow {
  readonly startS: number;
  readonly endS: number;
  /** Power above idle of all nodes together at startS, W. */
  readonly startW: number;
  /** Number of busy cores of all nodes together at startS. */
  readonly startCores: number;
  /** Energy above idle of each node from startS to endS, J, if no further change is recorded. */
  readonly nodeJ: Float64Array;
  /** Changes within the window, earliest first. Only the first `count` entries of each array are valid. */
  readonly changes: {
    readonly count: number;
    readonly timeS: Float64Array;
    /** Increase of power at each change, W. */
    readonly powerW: Float64Array;
    /** Increase of the number of busy cores at each change. */
    readonly cores: Int32Array;
  };
}

/** Records the changes of all nodes' power in a time window, and integrates the power over time. */
export interface PowerMeter {
  /** The open time window; if none is open, the one that was closed last. */
  readonly window: PowerWindow;
  /**
   * Opens a time window. `busyW` and `busyCores` are the power above idle and the number of busy cores of each node at
   * its start.
   *
   * @throws RangeError unless startS <= endS, both finite, and no other window is open.
   */
  readonly open: (busyW: Float64Array, busyCores: Int32Array, startS: number, endS: number) => void;
  /** Closes the window. Changes until the next one are not recorded, but are part of its starting power. */
  readonly close: () => void;
  /** Records a change of a node's power and busy cores at time atS, which must not be earlier than the last change. */
  readonly change: (node: number, powerW: number, cores: number, atS: number) => void;
}

/** Initial capacity of a window, in changes; it grows when needed. */
const MIN_CAPACITY = 64;

export function powerMeter(nodeCount: number): PowerMeter {
  const changes = {
    count: 0,
    timeS: new Float64Array(MIN_CAPACITY),
    powerW: new Float64Array(MIN_CAPACITY),
    cores: new Int32Array(MIN_CAPACITY),
  };
  const window = { startS: 0, endS: 0, startW: 0, startCores: 0, nodeJ: new Float64Array(nodeCount), changes };
  let isOpen = false;
  const grow = (): void => {
    const { timeS, powerW, cores } = changes;
    changes.timeS = new Float64Array(2 * timeS.length);
    changes.powerW = new Float64Array(2 * timeS.length);
    changes.cores = new Int32Array(2 * timeS.length);
    changes.timeS.set(timeS);
    changes.powerW.set(powerW);
    changes.cores.set(cores);
  };
  return {
    window,
    open(busyW, busyCores, startS, endS) {
      const lengthS = endS - startS;
      if (!(lengthS >= 0 && lengthS < Infinity)) throw new RangeError(`A window from ${startS} to ${endS} s`);
      if (isOpen) throw new RangeError(`A window from ${startS} s while one is open until ${window.endS} s`);
      let startW = 0;
      let startCores = 0;
      for (let n = 0; n < nodeCount; n++) {
        startW += busyW[n]!;
        startCores += busyCores[n]!;
        window.nodeJ[n] = busyW[n]! * lengthS;
      }
      Object.assign(window, { startS, endS, startW, startCores });
      changes.count = 0;
      isOpen = true;
    },
    close: () => void (isOpen = false),
    change(node, powerW, cores, atS) {
      if (!isOpen) return;
      if (changes.count === changes.timeS.length) grow();
      const n = changes.count++;
      changes.timeS[n] = atS;
      changes.powerW[n] = powerW;
      changes.cores[n] = cores;
      window.nodeJ[node]! += powerW * (window.endS - atS);
    },
  };
}

/**
 * Returns the energy above idle of all nodes from the start of the window to the time `untilS` (s) in the window, J.
 */
export function energyUntilJ({ startS, startW, changes }: PowerWindow, untilS: number): number {
  let joules = startW * (untilS - startS);
  for (let n = 0; n < changes.count && changes.timeS[n]! < untilS; n++) {
    joules += changes.powerW[n]! * (untilS - changes.timeS[n]!);
  }
  return joules;
}

/**
 * Returns the core-seconds during which cores of all nodes are busy, from the start of the window to the time `untilS`
 * (s) in the window.
 */
export function coreSecondsUntil({ startS, startCores, changes }: PowerWindow, untilS: number): number {
  let seconds = startCores * (untilS - startS);
  for (let n = 0; n < changes.count && changes.timeS[n]! < untilS; n++) {
    seconds += changes.cores[n]! * (untilS - changes.timeS[n]!);
  }
  return seconds;
}

/**
 * Returns the time at which `joules` have been consumed since the start of the window, s. If they last longer than the
 * window, returns the end of the window.
 *
 * @param besideW constant power drawn by loads other than cores, W
 */
export function momentUsedS({ startS, endS, startW, changes }: PowerWindow, besideW: number, joules: number): number {
  let powerW = besideW + startW;
  let atS = startS;
  let leftJ = joules;
  for (let n = 0; n < changes.count; n++) {
    const untilS = changes.timeS[n]!;
    const usedJ = powerW * (untilS - atS);
    if (usedJ >= leftJ) break;
    leftJ -= usedJ;
    atS = untilS;
    powerW += changes.powerW[n]!;
  }
  return powerW > 0 ? Math.min(endS, atS + leftJ / powerW) : endS;
}
