import type { DesignPoint } from '../../models/families/jobs/design-point.js';
import type { Month } from '../../models/families/jobs/month.js';
import type { PointTables } from '../../models/families/jobs/month-schedule.js';
import { utilityAt } from '../../models/families/utility-function.js';
import type { MonthPolicy } from '../../src/families/jobs/methods/month/policy.js';

/** Piece of a run as the slow twin keeps it. */
export interface SlowPiece {
  readonly job: number;
  readonly node: number;
  readonly point: DesignPoint;
  readonly startS: number;
  readonly share: number;
  readonly moveS: number;
  readonly checksS: number[];
  endS: number;
  done: number;
}

export interface SlowMonth {
  readonly pieces: SlowPiece[];
  readonly ends: { job: number; atS: number; value: number }[];
  readonly drops: { job: number; atS: number }[];
}

/**
 * Month by the rules of docs/jobs/run-time.md, as plainly as can be: every end is worked out anew from a piece's start, move and checks whenever it is
 * asked for, every choice looks at everything.
 */
export function slowMonth(month: Month, tables: PointTables, policy: MonthPolicy): SlowMonth {
  const { checkS, moveInNodeS, moveToNodeS, changeLevelS } = month.overheads;
  const nodes = month.nodeTypes.flatMap(({ nodes: count, coresPerNode }, type) =>
    Array.from({ length: count }, () => ({ type, cores: coresPerNode })),
  );
  const pieces: SlowPiece[] = [];
  const running: SlowPiece[] = [];
  const ends: SlowMonth['ends'] = [];
  const drops: SlowMonth['drops'] = [];
  const waiting: number[] = [];
  const moved = new Map<number, number>();
  let [nowS, arrived] = [-1, 0];
  /** Moments to come: of the next checkpoint, and at which waiting jobs are looked at again though nothing else happens. */
  let [checkpointS, wakeS] = [policy.adaptation?.intervalS ?? Infinity, 0];
  /** Prices of core-seconds by node type, and the moment at which they were looked at. */
  const perCoreS = month.nodeTypes.map(() => 0);
  let lookedS = -Infinity;

  const workedAt = (piece: SlowPiece, atS: number): { workedS: number; resumeS: number } => {
    let workedS = 0;
    let resumeS = piece.startS + piece.moveS;
    for (const check of piece.checksS) {
      workedS += Math.max(0, check - resumeS);
      resumeS = Math.max(check, resumeS) + checkS;
    }
    return { workedS: workedS + Math.max(0, atS - resumeS), resumeS };
  };
  const needS = ({ job, share, point }: SlowPiece): number => month.paceOf[job]! * share * point.timeS;
  const endOf = (piece: SlowPiece): number => {
    const { workedS, resumeS } = workedAt(piece, -Infinity);
    return resumeS + needS(piece) - workedS;
  };
  const freeOn = (node: number): number =>
    running.reduce((free, piece) => (piece.node === node ? free - piece.point.cores : free), nodes[node]!.cores);
  const valueOf = (job: number, atS: number): number => utilityAt(month.values, job, atS - month.arrivalS[job]!);
  const tableOf = (job: number, type: number): readonly DesignPoint[] => tables[month.typeOf[job]!]![type]!;
  const ratio = (value: number, energyJ: number): number =>
    value > 0 ? (energyJ > 0 ? value / energyJ : Infinity) : 0;
  const add = (job: number, node: number, point: DesignPoint, share: number, moveS: number): void => {
    const piece = { job, node, point, startS: nowS, share, moveS, checksS: [], endS: -1, done: -1 };
    pieces.push(piece);
    running.push(piece);
  };
  const take = (piece: SlowPiece, done: number): void => {
    running.splice(running.indexOf(piece), 1);
    piece.endS = nowS;
    piece.done = done;
  };

  /** Remaining time of a running piece, as it is expected: without move or check nobody knows the pace. */
  const leftOf = (piece: SlowPiece): number => {
    const { startS, share, point, moveS, checksS, job } = piece;
    if (moveS === 0 && checksS.length === 0) return Math.max(0, startS + share * point.timeS - nowS);
    const resumeS = Math.max(nowS, workedAt(piece, nowS).resumeS);
    const left = (endOf(piece) - resumeS) / (month.paceOf[job]! * point.timeS);
    return Math.max(0, nowS + left * month.paceOf[job]! * point.timeS - nowS);
  };
  /** Points of a job on a node type with what they are worth for a part of its work, fewest core-seconds first. */
  const offersOf = ({ job, left }: { job: number; left: number }, type: number) =>
    tableOf(job, type)
      .map(({ cores, timeS, energyJ }) => ({
        type,
        coreS: cores * left * timeS,
        aheadS: cores * (mayMove() ? Math.min(aheadS(), left * timeS) : left * timeS),
        worth: valueOf(job, nowS + left * timeS) - policy.prices!.perJ * left * energyJ,
      }))
      .toSorted((a, b) => a.coreS - b.coreS);
  /** Those who bid for cores, with the work they have left: whoever waits, and whoever runs and may move. */
  const bidders = (): { job: number; left: number }[] => [
    ...waiting.map((job) => ({ job, left: 1 })),
    ...(mayMove() ? running : [])
      .map((piece) => ({ job: piece.job, left: leftOf(piece) / piece.point.timeS }))
      .filter(({ left }) => left > 0)
      .toSorted((a, b) => a.job - b.job),
  ];
  /** Core-seconds ahead that the points chosen at the present prices want, by node type. */
  const wanted = (): number[] => {
    const sums = month.nodeTypes.map(() => 0);
    for (const bidder of bidders()) {
      const offers = month.nodeTypes.flatMap((_, type) => offersOf(bidder, type));
      const net = ({ worth, coreS, type }: (typeof offers)[number]): number => worth - perCoreS[type]! * coreS;
      const best = Math.max(0, ...offers.map(net));
      const chosen = offers.find((offer) => net(offer) === best);
      if (best > 0 && chosen !== undefined) sums[chosen.type]! += chosen.aheadS;
    }
    return sums;
  };
  const supplyOf = (type: number, horizonS: number): number => {
    const own = nodes.filter((node) => node.type === type);
    const taken = running.map((piece) => {
      if (nodes[piece.node]!.type !== type || mayMove()) return 0;
      return piece.point.cores * Math.min(horizonS, leftOf(piece));
    });
    return own.reduce((sum, { cores }) => sum + cores * horizonS, 0) - taken.reduce((sum, one) => sum + one, 0);
  };
  /** Horizon of the prices now. */
  const aheadS = (): number => {
    const leastS = [...month.arrivalS].flatMap((atS, job) =>
      atS <= nowS ? [Math.min(...tables[month.typeOf[job]!]!.flat().map(({ timeS }) => timeS))] : [],
    );
    return policy.prices!.horizonS ?? (0.25 * leastS.reduce((sum, one) => sum + one, 0)) / leastS.length;
  };
  /** Whether a checkpoint comes within four horizons: the mean time of a job. */
  const mayMove = (): boolean => (policy.adaptation?.intervalS ?? Infinity) <= 4 * aheadS();
  const updateS = (): number => Math.min(3600, aheadS() / 12);
  const look = (): void => {
    if (policy.prices?.cores !== 'clearing' || nowS < lookedS + updateS()) return;
    lookedS = nowS;
    const supplyS = month.nodeTypes.map((_, type) => Math.max(0, supplyOf(type, aheadS())));
    perCoreS.fill(0);
    for (let round = 0; round < (perCoreS.length > 1 ? 3 : 1); round++) {
      for (const type of perCoreS.keys()) {
        perCoreS[type] = 0;
        if (wanted()[type]! <= supplyS[type]!) continue;
        const bids = bidders().map((bidder) => offersOf(bidder, type).filter(({ worth }) => worth > 0));
        const greatest = Math.max(0, ...bids.flat().map(({ worth, coreS }) => worth / coreS));
        const sum = bids.reduce((all, own) => all + Math.max(0, ...own.map(({ worth }) => worth)), 0);
        let [low, high] = [0, Math.min(greatest, sum / supplyS[type]!)];
        for (let halving = 0; halving < 20; halving++) {
          perCoreS[type] = (low + high) / 2;
          if (wanted()[type]! > supplyS[type]!) low = perCoreS[type];
          else high = perCoreS[type];
        }
        perCoreS[type] = low;
      }
    }
  };

  const adapt = (): void => {
    const rules = policy.adaptation!;
    if (running.length > 0) look();
    for (;;) {
      const moves = running.flatMap((piece) => {
        const { job, node: own, point, share } = piece;
        if (rules.times === 'once' ? moved.has(job) : moved.get(job) === nowS) return [];
        const pace = month.paceOf[job]!;
        const endS = endOf(piece);
        const judge = (end: number, at: DesignPoint, type: number): number => {
          const energyJ = (at.energyJ / at.timeS) * (end - nowS);
          const value = valueOf(job, end);
          if (policy.order !== 'net') return ratio(value, energyJ);
          return value - policy.prices!.perJ * energyJ - perCoreS[type]! * at.cores * (end - nowS);
        };
        const staying = judge(endS, point, nodes[own]!.type);
        const { resumeS } = workedAt(piece, nowS);
        const fromS = Math.max(nowS, resumeS);
        const leftShare = (endS - fromS) / (pace * point.timeS);
        const seen = rules.remaining === 'literal' ? (share * (endS - nowS)) / (endS - piece.startS) : leftShare * pace;
        return nodes.flatMap(({ type }, node) =>
          tableOf(job, type).flatMap((to) => {
            const [isUp, isDown] = [to.cores > point.cores, to.cores < point.cores];
            const late = rules.directions === 'both' || pace > 1;
            const early = rules.directions === 'both' || pace < 1;
            if (!((isUp && late) || (isDown && early && node === own))) return [];
            if (to.cores > freeOn(node) + (node === own ? point.cores : 0)) return [];
            const isSame =
              type === nodes[own]!.type && to.levelOf.every((level, task) => level === point.levelOf[task]);
            const overheadS = (node === own ? moveInNodeS : moveToNodeS) + (isSame ? 0 : changeLevelS);
            const after = judge(fromS + overheadS + seen * to.timeS, to, type);
            const gains = after > staying;
            if (rules.choice === 'gaining' && !gains) return [];
            const key = policy.order === 'net' ? after - staying : after;
            return [{ piece, node, to, key, gains, leftShare, moveS: fromS - nowS + overheadS }];
          }),
        );
      });
      moves.sort((a, b) => b.key - a.key || a.piece.job - b.piece.job || a.to.cores - b.to.cores || a.node - b.node);
      const best = moves[0];
      if (!best?.gains) return;
      take(best.piece, best.piece.share - best.leftShare);
      add(best.piece.job, best.node, best.to, best.leftShare, best.moveS);
      moved.set(best.piece.job, nowS);
    }
  };

  const bidOf = (job: number, node: number): { point: DesignPoint; key: number; energyJ: number } | null => {
    const all = tableOf(job, nodes[node]!.type);
    const worth = ({ timeS }: DesignPoint): number =>
      valueOf(job, policy.valueAt === 'completion' ? nowS + timeS : nowS);
    const fits = all.filter(({ cores }) => cores <= freeOn(node));
    const bestOf = (points: readonly DesignPoint[]): DesignPoint | undefined =>
      points
        .filter((point) => worth(point) > 0)
        .toSorted((a, b) => ratio(worth(b), b.energyJ) - ratio(worth(a), a.energyJ))[0];
    const kept = bestOf(all)?.cores ?? 0;
    const point = {
      atMostBest: fits.filter(({ cores }) => cores <= kept).at(-1),
      best: bestOf(fits),
      fewest: fits.toSorted((a, b) => a.timeS - b.timeS)[0],
      maxBid: fits.at(-1),
    }[policy.cores];
    if (point === undefined || !(worth(point) > 0)) return null;
    const { energyJ } = point;
    return { point, energyJ, key: policy.order === 'valuePerEnergy' ? ratio(worth(point), energyJ) : worth(point) };
  };
  const byBids = (): { job: number; node: number; point: DesignPoint } | null => {
    const best = month.nodeTypes
      .map((_, type) => {
        const own = [...nodes.keys()].filter((node) => nodes[node]!.type === type);
        return own.sort((a, b) => freeOn(b) - freeOn(a) || a - b)[0]!;
      })
      .sort((a, b) => freeOn(b) - freeOn(a) || a - b);
    for (const node of best) {
      const bids = waiting.flatMap((job) => {
        const bid = bidOf(job, node);
        return bid === null ? [] : [{ job, node, ...bid }];
      });
      bids.sort((a, b) => (b.key === a.key ? 0 : b.key - a.key) || tie(a, b) || a.job - b.job);
      if (bids.length > 0) return bids[0]!;
    }
    return null;
  };
  const tie = (a: { energyJ: number }, b: { energyJ: number }): number =>
    policy.order === 'valueThenEnergy' ? a.energyJ - b.energyJ : 0;
  const byNet = (): { job: number; node: number; point: DesignPoint } | null => {
    const bids = waiting.flatMap((job) => {
      const own = nodes.flatMap(({ type }, node) =>
        tableOf(job, type)
          .filter(({ cores }) => cores <= freeOn(node))
          .map((point) => ({
            node,
            point,
            net:
              valueOf(job, nowS + point.timeS) -
              (policy.prices!.perJ * point.energyJ + perCoreS[type]! * point.cores * point.timeS),
          })),
      );
      // Of the nodes of a type the one with most free cores, then the lowest.
      own.sort(
        (a, b) =>
          b.net - a.net ||
          nodes[a.node]!.type - nodes[b.node]!.type ||
          a.point.cores - b.point.cores ||
          freeOn(b.node) - freeOn(a.node) ||
          a.node - b.node,
      );
      const best = own[0];
      return best !== undefined && best.net > 0 ? [{ job, ...best }] : [];
    });
    const rate = ({ net, point }: { net: number; point: DesignPoint }): number => net / (point.cores * point.timeS);
    return bids.toSorted((a, b) => rate(b) - rate(a) || a.job - b.job)[0] ?? null;
  };

  for (;;) {
    const { adaptation, prices } = policy;
    const next = Math.min(month.arrivalS[arrived] ?? Infinity, checkpointS, wakeS > nowS ? wakeS : Infinity);
    nowS = Math.min(next, ...running.map(endOf));
    if (nowS === Infinity) break;
    const isCheckpoint = checkpointS === nowS;
    for (const piece of [...running].filter((one) => endOf(one) <= nowS)) {
      take(piece, piece.share);
      ends.push({ job: piece.job, atS: nowS, value: valueOf(piece.job, nowS) });
    }
    while (month.arrivalS[arrived]! <= nowS) waiting.push(arrived++);
    if (isCheckpoint) {
      checkpointS = Infinity;
      for (const piece of running) piece.checksS.push(nowS);
      adapt();
    }
    for (const job of waiting.slice()) {
      const leastS = Math.min(...tables[month.typeOf[job]!]!.flat().map(({ timeS }) => timeS));
      if (valueOf(job, nowS) > 0 && (policy.valueAt === 'allocation' || valueOf(job, nowS + leastS) > 0)) continue;
      waiting.splice(waiting.indexOf(job), 1);
      drops.push({ job, atS: nowS });
    }
    for (;;) {
      if (waiting.length > 0 && nodes.some((_, node) => freeOn(node) > 0)) look();
      const start = policy.order === 'net' ? byNet() : byBids();
      if (start === null) break;
      waiting.splice(waiting.indexOf(start.job), 1);
      add(start.job, start.node, start.point, 1, 0);
    }
    const isOpen = arrived < month.typeOf.length || running.length > 0;
    if (isOpen && adaptation !== null && checkpointS === Infinity) {
      for (let count = 1; checkpointS === Infinity; count++)
        if (count * adaptation.intervalS > nowS) checkpointS = count * adaptation.intervalS;
    }
    if (isOpen && prices !== null && waiting.length > 0 && nowS >= wakeS) wakeS = nowS + updateS();
  }
  for (const job of waiting) drops.push({ job, atS: nowS });
  return { pieces, ends, drops };
}
