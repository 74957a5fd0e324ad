import type { UtilityInstance } from '../../../models/families/utility/instance.js';
import { bundledUtilityInstances } from '../bundled.js';

/** Part of the facility and of the tasks that a small day has. */
const SHARE = 10;
/** Length of the whole time and of its measured part, s. */
const [WHOLE_S, MEASURED_S] = [3 * 3600, 2 * 3600];

/** A tenth of serial-100, the first three hours of it, the last two measured: some 500 tasks on 13 machines. */
export function smallSerialDay(): UtilityInstance {
  const whole = bundled('serial-100');
  if (whole.arrivals.source !== 'generated') throw new RangeError('serial-100 generates its tasks');
  return {
    ...whole,
    name: 'small-serial',
    period: { durationS: WHOLE_S, measuredFromS: WHOLE_S - MEASURED_S },
    energyBudgetJPerDay: (whole.energyBudgetJPerDay! * MEASURED_S) / 86_400 / SHARE,
    pools: whole.pools.map((pool) => ({ ...pool, nodes: Math.max(1, Math.round(pool.nodes / SHARE)) })),
    arrivals: { ...whole.arrivals, tasksPerDay: whole.arrivals.tasksPerDay / SHARE },
  };
}

/** The first six hours of preemptive-64 on a tenth of its cores, the last five measured: bursts of 8 on average. */
export function smallPreemptiveDay(): UtilityInstance {
  const whole = bundled('preemptive-64');
  if (whole.arrivals.source !== 'generated') throw new RangeError('preemptive-64 generates its tasks');
  return {
    ...whole,
    name: 'small-preemptive',
    period: { durationS: 6 * 3600, measuredFromS: 3600 },
    pools: whole.pools.map((pool) => ({ ...pool, nodes: Math.max(1, Math.round(pool.nodes / SHARE)) })),
    arrivals: { ...whole.arrivals, tasksPerDay: whole.arrivals.tasksPerDay / SHARE },
  };
}

/** The first hours of parallel-5000 with a tenth of its tasks on a tenth of its nodes. */
export function smallParallelDay(): UtilityInstance {
  const whole = bundled('parallel-5000');
  if (whole.arrivals.source !== 'generated') throw new RangeError('parallel-5000 generates its tasks');
  return {
    ...whole,
    name: 'small-parallel',
    period: { durationS: 6 * 3600, measuredFromS: 3600 },
    energyBudgetJPerDay: (whole.energyBudgetJPerDay! * 5) / 24 / SHARE,
    pools: whole.pools.map((pool) => ({ ...pool, nodes: Math.max(1, Math.round(pool.nodes / SHARE)) })),
    arrivals: { ...whole.arrivals, tasksPerDay: whole.arrivals.tasksPerDay / SHARE },
  };
}

function bundled(name: string): UtilityInstance {
  return bundledUtilityInstances().find(({ instance }) => instance.name === name)!.instance;
}
