import { US_PER_S } from '../../models/units.js';
import { THERMAL_NAMES, type TemplateBook } from '../../models/families/templates/online.js';
import { stateAt } from '../../models/families/templates/states.js';
import type { TemplatesModel } from '../../models/families/templates/model.js';
import type { Template } from '../../models/families/templates/template.js';
import { drawArrivals } from '../../src/online/draw-arrivals.js';
import { PATTERN_DEFAULTS } from '../../src/online/arrival-pattern.js';
import { openTemplates } from '../../src/families/templates/instances/open.js';
import { TemplatesSolver } from '../../src/families/templates/methods/solve-templates.js';
import { transientRooms } from '../../src/families/templates/studies/day/rooms.js';
import { simulateDay } from '../../src/families/templates/studies/day/simulate-day.js';

/**
 * Measures the processor time of one simulated day with 6 tasks/s (518,400 tasks on average), greedy mapping and each
 * thermal manager. Prints one JSON object. With templates the day is simulated twice: the first run solves the states
 * that occur, the second one is measured.
 * - node dist/bench/templates/day-speed.js <instance file> [thermal step, s]
 */
export function daySpeed(file: string, thermalStepS: number): object {
  const opened = openTemplates(file);
  if (!opened.ok) throw new Error(JSON.stringify(opened.faults));
  const { model, air } = opened;
  if (air === null) throw new Error('The instance has no air of its own');
  const rooms = transientRooms(model.instance, (vents) => air.transientAir(vents));
  const arrivals = drawArrivals(PATTERN_DEFAULTS.constant, 86_400, model.instance.taskTypes.length, 1);
  const solved = solvedAsAsked(model);
  const days = THERMAL_NAMES.map((thermal) => {
    const book = thermal === 'templates' ? solved : null;
    const once = (): ReturnType<typeof simulateDay> =>
      simulateDay({
        model,
        rooms,
        arrivals,
        mapping: 'greedy',
        thermal,
        book,
        energyBudgetsJ: [16e9],
        seed: 1,
        options: { thermalStepS },
      });
    if (book !== null) once();
    const before = process.cpuUsage();
    const { outcomes, lookups } = once();
    const { user, system } = process.cpuUsage(before);
    return { thermal, cpuS: (user + system) / US_PER_S, reward: outcomes[0]!.reward, lookups: lookups?.count ?? 0 };
  });
  const peakMiB = process.resourceUsage().maxRSS / 1024;
  return { instance: model.instance.name, tasks: arrivals.timeS.length, thermalStepS, days, peakMiB };
}

/** Returns a book of templates that solves each state when it is first asked for. */
function solvedAsAsked(model: TemplatesModel): TemplateBook {
  const { grid } = model.instance;
  const solver = new TemplatesSolver(model);
  const kept = new Map<number, Template>();
  return {
    grid,
    template(state) {
      let template = kept.get(state);
      if (template === undefined) {
        solver.forget();
        template = solver.solveState(stateAt(grid, state));
        kept.set(state, template);
      }
      return template;
    },
  };
}

if (process.argv[1]?.endsWith('day-speed.js') === true) {
  const [file, thermalStepS] = process.argv.slice(2);
  if (file === undefined) throw new Error('usage: day-speed.js <instance file> [thermal step, s]');
  console.log(JSON.stringify(daySpeed(file, Number(thermalStepS ?? 10)), null, 2));
}
