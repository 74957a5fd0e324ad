import { count, oneLine, plain, seconds, significant, type Shown } from '../../../../reports/format.js';
import type { ReportInput } from '../input.js';
import { markup, quantity, type Content, type Markup } from '../../../../reports/html/markup.js';
import type { SectionOptions } from '../../../../reports/html/section.js';
import { table } from '../../../../reports/html/table.js';

/** Section on the origin of the figures, complete enough to make them again. */
export function provenanceSection({ instance, matrix, plan, record: { result } }: ReportInput): SectionOptions {
  const { provenance } = matrix;
  const row = (name: string, content: Content): Content[] => [name, content];
  const entries = (values: Readonly<Record<string, number>>, write: (value: number) => Shown | null): Content[][] =>
    Object.entries(values).map(([name, value]) => [oneLine(name), quantity(write(value))]);
  const small = (value: number): string => significant(value, 3);
  const repair = provenance.repair;
  return {
    id: 'provenance',
    title: 'Provenance',
    body: [
      table({
        caption: 'What was solved, and how.',
        columns: [{ head: 'Item' }, { head: 'Value', wide: true }],
        rows: [
          row('Instance', oneLine(result.instance)),
          row('Description', oneLine(instance.description ?? 'none given')),
          row(
            'SHA-256 of the instance file',
            plan ? code(plan.instance.sha256) : 'not recorded, because there is no plan',
          ),
          row('Method', `${oneLine(result.method)}${result.naive ? ' --naive' : ''}`),
          row('Seed', code(String(result.seed))),
          row(
            'Formats',
            `instance ${instance.format} version ${String(instance.formatVersion)}${plan ? `, plan ${plan.format} version ${String(plan.formatVersion)}` : ''}`,
          ),
          row('Co-location model', instance.facility.colocation.model),
          row('Influence matrix', oneLine(`${provenance.kind}: ${provenance.summary}`)),
          row('Matrix as recorded by the run', oneLine(result.matrixProvenance)),
          row(
            'Matrix before any repair',
            `largest row-sum error ${small(provenance.rowSumError)}, largest conservation error ${small(provenance.conservationError)}`,
          ),
          row('Matrix repair', repair ? oneLine(repair.summary) : 'none'),
          row(
            'Reward rate the method claimed',
            result.claimedObjective === null
              ? 'none'
              : plain({ digits: significant(result.claimedObjective, 8), unit: 'reward/s' }),
          ),
          ...Object.entries(result.files).map(([name, file]) => row(oneLine(`File: ${name}`), code(oneLine(file)))),
        ],
      }),
      markup`<div class="trio">${[
        table({
          caption: 'Time',
          columns: [{ head: 'Phase' }, { head: 'Seconds', numeric: true }],
          rows: entries(result.timeS, (value) => bare(seconds(value))),
        }),
        table({
          caption: 'Work',
          columns: [{ head: 'Counter' }, { head: 'Count', numeric: true }],
          rows: entries(result.work, count),
        }),
      ]}</div>\n`,
    ],
  };
}

function bare(value: Shown | null): Shown | null {
  return value === null ? null : { ...value, unit: '' };
}

function code(text: string): Markup {
  return markup`<code>${text}</code>`;
}
