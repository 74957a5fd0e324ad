import type { Month } from '../../models/families/jobs/month.js';
import type { PointTables } from '../../models/families/jobs/month-schedule.js';
import type { MonthPolicy, MonthPrices } from '../../src/families/jobs/methods/month/policy.js';
import type { RandomStream } from '../../src/random/stream.js';
import { bare, shortMonth } from './jobs-months.js';

/** Month of up to 12 jobs on one or two node types with the points they may run at, and any policy for it. */
export function drawnMonth(draw: RandomStream): { month: Month; tables: PointTables; policy: MonthPolicy } {
  const whole = draw.uniform() < 0.3;
  const real = (low: number, high: number): number => (whole ? draw.integer(low, high) : draw.uniform(low, high));
  const pick = <T>(...of: readonly T[]): T => of[draw.integer(0, of.length - 1)]!;
  const nodes = Array.from({ length: draw.integer(1, 2) }, () => {
    const cores = draw.integer(1, 4);
    return Array.from({ length: draw.integer(1, 3) }, () => cores);
  });
  const types = draw.integer(1, 3);
  const order = pick('value', 'valueThenEnergy', 'valuePerEnergy', 'net');
  const rule = pick('atMostBest', 'best', 'fewest', 'maxBid');
  // Several points of one number of cores where the rule allows them: slower ones that take less energy.
  const levels = order === 'net' || rule === 'best' ? draw.integer(1, 3) : 1;
  const tables = Array.from({ length: types }, () => {
    const [workS, workJ] = [real(40, 120), real(40, 120)];
    return nodes.map(([cores]) =>
      Array.from({ length: cores! * levels }, (_, at) => {
        const [k, level] = [Math.floor(at / levels), at % levels];
        const timeS = (Math.ceil(workS) / (k + 1) + real(0, 12)) * (1 + 0.4 * level);
        return bare(k + 1, timeS, (workJ + real(0, 20) * k) * (1 - 0.2 * level), [level, draw.integer(0, 1)]);
      }).filter((_, at) => at === 0 || draw.uniform() < 0.8),
    );
  });
  let atS = 0;
  const jobs = Array.from({ length: draw.integer(1, 12) }, () => {
    atS += draw.uniform() < 0.3 ? 0 : real(0, 50);
    const softS = real(30, 200);
    const pace = draw.uniform() < 0.2 ? 1 : whole ? pick(0.5, 0.75, 1.25, 1.5) : draw.uniform(0.6, 1.6);
    return { type: draw.integer(0, types - 1), atS, pace, curve: [real(1, 9), softS, softS + real(1, 200)] as const };
  });
  const adapts = !whole && draw.uniform() < 0.7;
  const prices = {
    perJ: draw.uniform() < 0.3 ? 0 : draw.uniform(0, 0.05),
    cores: pick<MonthPrices['cores']>('none', 'clearing', 'clearing'),
    horizonS: draw.uniform() < 0.5 ? null : draw.uniform(20, 300),
  };
  const policy: MonthPolicy = {
    order,
    cores: rule,
    valueAt: order === 'net' ? 'completion' : pick('allocation', 'completion'),
    adaptation: adapts
      ? {
          intervalS: draw.uniform(5, 60),
          times: pick('once', 'repeated'),
          remaining: pick('literal', 'repaired'),
          directions: pick('deviation', 'both'),
          choice: pick('best', 'gaining'),
        }
      : null,
    prices: order === 'net' ? prices : null,
  };
  const overheads = [draw.uniform(0, 4), draw.uniform(0, 8), draw.uniform(0, 20), draw.uniform(0, 10)] as const;
  return { month: shortMonth(nodes, types, jobs, overheads), tables, policy };
}
