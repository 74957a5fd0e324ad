import type { DayResult } from '../../../../../models/families/templates/online.js';
import { mapperOf } from '../../methods/online/mapping.js';
import { nodeList } from '../../methods/online/node-list.js';
import { nodeTasks } from '../../methods/online/node-tasks.js';
import { taskTables } from '../../methods/online/task-tables.js';
import {
  constantSetting,
  type Lookups,
  noLookups,
  templateSetting,
  type ThermalManager,
} from '../../methods/online/thermal.js';
import { simulation } from '../../../../online/simulation.js';
import { randomStream } from '../../../../random/stream.js';
import { type DayEvent, dayEvents } from './events.js';
import { dayLedger } from './ledger.js';
import { refuseBadRequest, refuseEndlessTasks } from './request-faults.js';
import { DAY_DEFAULTS, type DayOptions, type DayRequest } from './request.js';
import { checkedRooms } from './rooms.js';
import { roomTemperatures } from './room-temperatures.js';
import { seriesCollector } from './series.js';
import { stepTasks } from './step-tasks.js';
import { waitingTasks } from './waiting-tasks.js';

/**
 * Simulates a day of the room event by event (thesis sections 5.2 to 5.5; docs/templates/day.md). What happens at the
 * same time is processed in this order:
 *
 * 1. Tasks finish and arrive.
 * 2. The step before ends: temperatures are checked and hot nodes throttled.
 * 3. Set-points and vents are set.
 * 4. Waiting tasks are mapped.
 * 5. The next step begins.
 *
 * @throws RangeError for a request that cannot be simulated
 */
export function simulateDay(request: DayRequest): DayResult {
  const options: DayOptions = { ...DAY_DEFAULTS, ...request.options };
  refuseBadRequest(request, options);
  const { model, arrivals, energyBudgetsJ } = request;
  const rooms = checkedRooms(model, request.rooms);
  const { durationS } = arrivals;
  const vents = model.ventOpenings.length - 1;
  const nodes = nodeList(
    model,
    rooms(vents).matrix.zones.map(({ firstSlot }) => firstSlot),
  );
  const tables = taskTables(model);
  refuseEndlessTasks(arrivals, tables);
  const { timeS: arrivalsS } = arrivals;
  const simulated = simulation({ layout: nodes, arrivalsS, untilS: durationS });
  const { cores, meter } = simulated;
  const tasks = nodeTasks(nodes, tables, cores);
  const waiting = waitingTasks(arrivals, nodes, tables, tasks, model.blocks);
  const random = randomStream(request.seed, 'online mapping');
  const map = mapperOf(request.mapping, { nodes, tables, random, ...options });
  const lookups = noLookups();
  const manager = managerOf(request, options, lookups, vents);
  const quadrantCores = new Float64Array(model.quadrants.length);
  const found = (nowS: number, arrivingWorkPerS: number, spentJ: number) => {
    quadrantCores.fill(0);
    for (let n = 0; n < nodes.count; n++) quadrantCores[nodes.quadrant[n]!]! += cores.running[n]!;
    const powerLimitW = (energyBudgetsJ[0]! - spentJ) / (durationS - nowS);
    return { arrivingWorkPerS, runningCores: quadrantCores, powerLimitW };
  };

  const first = manager.atThermalEvent(found(0, 0, 0));
  const room = roomTemperatures(model, nodes, rooms, first, options.startSetPointC ?? first.setPointC);
  const idleW = model.blocks.reduce((sum, block) => sum + block.idleW, 0);
  const ledger = dayLedger({
    budgetsJ: energyBudgetsJ,
    idleW,
    durationS,
    arrivalsS,
    storedAtStartJ: room.storedHeatJ(),
    hottestAtStartC: room.hottestOutletC(),
  });
  const series = seriesCollector(options.seriesIntervalS, durationS);
  const steps = stepTasks(tasks, tables, arrivals);
  let ventChanges = 0;

  const events = dayEvents(durationS, options);
  let event: DayEvent;
  let step = 0;
  const schedule = ({ done, value }: IteratorResult<DayEvent, void>): void => {
    if (done === true) return;
    event = value;
    step = 0;
    if (event.thermal && event.atS > 0) simulated.at(event.atS, 'control');
    if (event.mapping) simulated.at(event.atS, 'decide');
    simulated.at(event.atS, 'resume');
  };
  const throttleHotNodes = (): void => {
    for (let n = 0; n < nodes.count; n++) {
      if (room.hot[n] === 0 || cores.running[n] === 0) continue;
      const already = tasks.throttled[n]! > 0;
      if (tasks.throttle(n) > 0 && !already) ledger.nodeThrottled();
    }
  };

  if (energyBudgetsJ.some((budgetJ) => budgetJ > 0)) schedule(events.next());
  simulated.run({
    arrival: waiting.arrive,
    finish(core, nowS) {
      steps.finished(core, nowS);
      tasks.finished(core);
    },
    control(_, nowS) {
      const work = waiting.arrivingWorkPerS('thermal', nowS);
      const heatJ = room.set(manager.atThermalEvent(found(nowS, work, ledger.totalJ())));
      if (heatJ === null) return;
      ventChanges++;
      ledger.ventsMoved(heatJ);
    },
    decide(_, nowS) {
      const work = waiting.arrivingWorkPerS('mapping', nowS);
      const allowed = manager.allowableCores(found(nowS, work, ledger.totalJ()));
      waiting.map(map, nowS, allowed, ledger);
    },
    resume() {
      steps.begin();
      step++;
      simulated.measureUntil(step === event.steps ? event.untilS : event.atS + step * event.stepS);
    },
    measure(_, endS) {
      const { startS, nodeJ } = meter.window;
      const heat = room.step(nodeJ, endS - startS);
      const { throttledCores, finishes } = steps;
      const behind = {
        ...heat,
        power: meter.window,
        throttledCores: throttledCores(),
        finishes,
        setPointC: room.setting().setPointC,
      };
      let busyJ = 0;
      for (let n = 0; n < nodes.count; n++) busyJ += nodeJ[n]!;
      const stoppedAtS = ledger.close(behind, busyJ + idleW * (endS - startS), () => room.storedHeatJ());
      const untilS = stoppedAtS ?? endS;
      series.add(behind, untilS, idleW, waiting.taskSeconds(startS, untilS));
      steps.end();
      if (stoppedAtS !== null) {
        simulated.stop();
        return;
      }
      if (heat.hotNodes > 0 && endS < durationS) throttleHotNodes();
      if (step < event.steps) simulated.at(endS, 'resume');
      else schedule(events.next());
    },
  });

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
