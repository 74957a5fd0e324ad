import type { DayResult } from '../../../models/problems/templates/online.js';
import { coreState } from '../../methods/online/core-state.js';
import { mapperOf } from '../../methods/online/mapping.js';
import { nodeList } from '../../methods/online/node-list.js';
import { taskTables } from '../../methods/online/task-tables.js';
import {
  constantSetting,
  type Lookups,
  noLookups,
  templateSetting,
  type ThermalManager,
} from '../../methods/online/thermal.js';
import { randomStream } from '../../random/stream.js';
import { dayEvents } from './events.js';
import { dayLedger } from './ledger.js';
import { refuseBadRequest } from './request-problems.js';
import { DAY_DEFAULTS, type DayOptions, type DayRequest } from './request.js';
import { checkedRooms } from './rooms.js';
import { roomTemperatures } from './room-temperatures.js';
import { seriesCollector } from './series.js';
import { stepFinishes } from './step-finishes.js';
import { waitingTasks } from './waiting-tasks.js';

/**
 * A day of the room, event by event (thesis sections 5.2 to 5.5; docs/methods/online-day.md). At one moment things happen in this order: tasks
 * finish, temperatures are looked at and nodes throttled, CRACs and vents are set, waiting tasks are mapped.
 *
 * @throws RangeError for a request that cannot be simulated.
 */
export function simulateDay(request: DayRequest): DayResult {
  const options: DayOptions = { ...DAY_DEFAULTS, ...request.options };
  refuseBadRequest(request, options);
  const { problem, arrivals, energyBudgetsJ } = request;
  const rooms = checkedRooms(problem, request.rooms);
  const { durationS } = arrivals;
  const vents = problem.ventOpenings.length - 1;
  const nodes = nodeList(
    problem,
    rooms(vents).matrix.zones.map(({ firstSlot }) => firstSlot),
  );
  const tables = taskTables(problem);
  const cores = coreState(nodes, tables);
  const waiting = waitingTasks(arrivals, nodes, tables, cores, problem.blocks);
  const random = randomStream(request.seed, 'online mapping');
  const map = mapperOf(request.mapping, { nodes, tables, random, ...options });
  const lookups = noLookups();
  const manager = managerOf(request, options, lookups, vents);
  const quadrantCores = new Float64Array(problem.quadrants.length);
  const found = (nowS: number, arrivingWorkPerS: number, spentJ: number) => {
    quadrantCores.fill(0);
    for (let n = 0; n < nodes.count; n++) quadrantCores[nodes.quadrant[n]!]! += cores.running[n]!;
    const powerLimitW = (energyBudgetsJ[0]! - spentJ) / (durationS - nowS);
    return { arrivingWorkPerS, runningCores: quadrantCores, powerLimitW };
  };

  const first = manager.atThermalEvent(found(0, 0, 0));
  const room = roomTemperatures(problem, nodes, rooms, first, options.startSetPointC ?? first.setPointC);
  const idleW = problem.blocks.reduce((sum, block) => sum + block.idleW, 0);
  const ledger = dayLedger({
    ...{ budgetsJ: energyBudgetsJ, idleW, durationS, arrivalsS: arrivals.timeS },
    ...{ storedAtStartJ: room.storedHeatJ(), hottestAtStartC: room.hottestOutletC() },
  });
  const series = seriesCollector(options.seriesIntervalS, durationS);
  const finishes = stepFinishes(nodes, tables, cores, arrivals);
  let ventChanges = 0;

  for (const event of energyBudgetsJ.some((budgetJ) => budgetJ > 0) ? dayEvents(durationS, options) : []) {
    if (event.thermal && event.atS > 0) {
      const work = waiting.arrivingWorkPerS('thermal', event.atS);
      const heatJ = room.set(manager.atThermalEvent(found(event.atS, work, ledger.totalJ())));
      if (heatJ !== null) {
        ventChanges++;
        ledger.ventsMoved(heatJ);
      }
    }
    if (event.mapping) {
      const work = waiting.arrivingWorkPerS('mapping', event.atS);
      const allowed = manager.allowableCores(found(event.atS, work, ledger.totalJ()));
      waiting.map(map, event.atS, allowed, ledger);
    }
    let stoppedAtS: number | null = null;
    for (let k = 0; k < event.steps && stoppedAtS === null; k++) {
      const startS = event.atS + k * event.stepS;
      const endS = k + 1 === event.steps ? event.untilS : event.atS + (k + 1) * event.stepS;
      const at = finishes.run(startS, endS);
      const heat = room.step(finishes.busyJ, endS - startS);
      const step = { ...heat, ...at, startS, endS, setPointC: room.setting().setPointC };
      const nodesJ = finishes.busyJ.reduce((sum, one) => sum + one, 0) + idleW * (endS - startS);
      stoppedAtS = ledger.close(step, nodesJ, () => room.storedHeatJ());
      const untilS = stoppedAtS ?? endS;
      series.add(step, untilS, idleW, waiting.taskSeconds(startS, untilS));
      if (heat.hotNodes > 0 && stoppedAtS === null && endS < durationS) {
        for (let n = 0; n < nodes.count; n++) {
          if (room.hot[n] === 0 || cores.running[n] === 0) continue;
          const already = cores.throttled[n]! > 0;
          if (cores.throttle(n, endS) > 0 && !already) ledger.nodeThrottled();
        }
      }
    }
    if (stoppedAtS !== null) break;
  }

  return {
    mapping: request.mapping,
    thermal: request.thermal,
    outcomes: ledger.outcomes(room.storedHeatJ()),
    series: series.series(),
    lookups: request.thermal === 'templates' ? { ...lookups, ventChanges } : null,
  };
}

function managerOf(
  { thermal, book }: DayRequest,
  { overcoolingC, throttlingC, infeasibleState }: DayOptions,
  lookups: Lookups,
  vents: number,
): ThermalManager {
  if (thermal === 'templates') return templateSetting(book!, infeasibleState, lookups);
  return constantSetting({ setPointC: thermal === 'overcooling' ? overcoolingC : throttlingC, vents });
}
