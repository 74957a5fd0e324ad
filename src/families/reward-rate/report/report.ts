import { factsOf } from './facts.js';
import { oneLine } from '../../../reports/format.js';
import { alternativesSections } from './html/alternatives-section.js';
import { settings } from './html/apply-section.js';
import { bindingSection } from './html/binding-section.js';
import { convergenceSection } from './html/convergence-section.js';
import { failuresSections } from './html/failures-section.js';
import { markup } from '../../../reports/html/markup.js';
import { mixSection } from './html/mix-section.js';
import { powerSection } from './html/power-section.js';
import { rewardRateProvenance } from './html/provenance-section.js';
import { reserveSections } from './html/reserve-section.js';
import { stepsSections } from './html/steps-section.js';
import { roomsSections } from './html/rooms-section.js';
import { roomSection } from './html/room-section.js';
import { runPage } from '../../../reports/html/run-page.js';
import { tasksSection } from './html/tasks-section.js';
import type { ReportRequest } from './input.js';
import { optionWords, toldRun } from './told.js';

/**
 * Returns the input of a report that shows the idle facility in place of a plan, for runs without a plan in which even
 * idle nodes violate a limit. Returns null for other runs.
 */
function idleInput(input: ReportRequest): ReportRequest | null {
  const { record } = input;
  const { idle } = record;
  if (idle === undefined || record.evaluation !== null) return null;
  return { ...input, plan: idle.plan, record: { ...record, evaluation: idle.evaluation } };
}

/**
 * Returns the report of a run as one self-contained HTML file, without network access, fonts or scripts to run. The
 * run's record is embedded as JSON in the element #plenum-data. An element with the attribute data-field shows one of
 * its values.
 */
export function renderReport(input: ReportRequest): string {
  const { record, instance } = input;
  const facts = factsOf(input);
  const room = idleInput(input) ?? input;
  const roomFacts = factsOf(room);
  const { result } = record;
  const description = instance.description === undefined ? '' : `. ${oneLine(instance.description)}`;
  return runPage({
    run: toldRun(input),
    kind: 'reward rate',
    lead: markup`Reward-rate plan by method <span data-field="method">${oneLine(result.method)}</span>${optionWords(result)}${description}`,
    apply: settings(input, facts),
    rest: [
      tasksSection(input),
      powerSection(room, roomFacts),
      roomSection(room, roomFacts),
      bindingSection(input),
      mixSection(input),
      ...reserveSections(input),
      ...stepsSections(input),
      ...roomsSections(input),
      ...failuresSections(input),
      ...alternativesSections(input),
      convergenceSection(input),
      rewardRateProvenance(input),
    ],
    record,
  });
}
