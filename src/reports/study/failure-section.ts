import { oneLine } from '../format.js';
import { type Content, markup, nameOf, NOTHING } from '../html/markup.js';
import { table } from '../html/table.js';
import type { StudyReport } from './input.js';

/** Words for the reasons of a run's failure; others are shown unchanged. */
const REASONS: Readonly<Record<string, string>> = {
  crashed: 'crashed',
  memory: 'passed the limit of memory',
  time: 'passed the limit of time',
  refused: 'input was refused',
};

/** Returns a table of failed runs by family, method and reason; empty if none failed. */
export function failures({ analysis: { failures: all }, repeat }: StudyReport): Content {
  return all.length === 0
    ? NOTHING
    : [
        markup`<h3 id="failures">Runs without an answer</h3>\n`,
        table({
          caption: 'Runs without an answer, by family, method and reason; the first of each with its command line',
          columns: [
            { head: 'Family' },
            { head: 'Method' },
            { head: 'Reason' },
            { head: 'Runs', numeric: true },
            { head: 'First of them', wide: true },
          ],
          rows: all.map(({ family, method, reason, runs, key, message }, n) => [
            oneLine(family),
            nameOf(method),
            Object.hasOwn(REASONS, reason) ? REASONS[reason]! : oneLine(reason),
            markup`<data data-field="failures.${String(n)}" value="${String(runs)}">${String(runs)}</data>`,
            markup`<bdi>${oneLine(message)}</bdi>${key === '' ? NOTHING : markup`<br><code>${repeat} ${key}</code>`}`,
          ]),
        }),
      ];
}
