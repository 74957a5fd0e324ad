import type { Cell } from '../../experiments/design.js';

/** Names of the figures for claims of chapter 3's text that need runs of their own, by section. */
export const TEXT_FIGURES = ['text-3.3.6', 'text-3.6.4', 'text-3.6.5'] as const;

export type TextFigure = (typeof TEXT_FIGURES)[number];

/** A figure's cells: combinations of these levels, less those that match a pattern. */
export interface Sketch {
  readonly levels: Readonly<Record<string, readonly string[]>>;
  readonly without: readonly Cell[];
}

/** Levels of the factor "room" that meet the numbers that the thesis states (docs/decisions/airflow-thesis-rooms.md). */
export const CALIBRATED_ROOMS = ['mixed', 'fine', 'tight'] as const;
/** Room in which claims are judged that no calibration decides, or that take long. */
export const FIRST_ROOM = CALIBRATED_ROOMS[0];
/** Room of more than 1,080 nodes: no calibrated room fits them, so it has the cells of the bundled ones. */
export const LARGE_ROOM = 'large';
/** Demand at which searches that take long are run in reduced figures: where most claims hold (Fig. 3.3). */
export const MIDDLE = '0.8';
/** Demand of the bundled rooms. */
export const BUNDLED = '1.3';

/** Mean and greatest absolute error of the thermal model, K (Appendix F: up to 0.4 on average, up to 2.8 at most). */
const THERMAL_ERRORS_K = ['0.4', '2.8'] as const;
/** Level of the factor "reserveK" without a reserve below the red line. */
const NO_RESERVE = '0';

/** Levels that the text's figures on one room have in common. */
const PLAIN = {
  nodes: ['1080'],
  demand: [MIDDLE, BUNDLED],
  capKW: ['230'],
  redLineC: ['30'],
  aisles: ['open'],
} as const;

/** Returns a pattern for each combination of these levels. */
export function each(levels: Readonly<Record<string, readonly string[]>>): Cell[] {
  return Object.entries(levels).reduce<Cell[]>(
    (cells, [name, values]) => cells.flatMap((cell) => values.map((value) => ({ ...cell, [name]: value }))),
    [{}],
  );
}

/** Returns the cells of a figure of the text. Its factor "section" says that trials record more values. */
export function textSketch(figure: TextFigure, full: boolean): Sketch {
  const section = [figure.replace('text-', '')];
  const room = full ? CALIBRATED_ROOMS : CALIBRATED_ROOMS.slice(0, 2);
  switch (figure) {
    // Eq. 21 as printed is tried at demand 1.3: below 1 config-lp does not stand for an NLP that ignores co-location.
    case 'text-3.3.6': {
      const colocation = ['anchored', 'literal'];
      const method = ['greedy', 'config-lp', 'config-lp-naive'];
      return {
        levels: { section, ...PLAIN, room, workload: ['cpu', 'hybrid', 'memory'], colocation, method },
        without: [
          { demand: MIDDLE, colocation: 'literal' },
          ...each({ colocation: ['anchored'], method: ['greedy', 'config-lp-naive'] }),
        ],
      };
    }
    // A warmer red line against a greater cap, and a reserve as large as the errors of the thermal model: one change each.
    case 'text-3.6.4': {
      const [redLineC, capKW, reserveK] = [['32'], ['240'], THERMAL_ERRORS_K];
      const aisles = ['isolated'];
      return {
        levels: {
          section,
          ...PLAIN,
          room,
          aisles: ['open', ...aisles],
          redLineC: ['30', ...redLineC],
          capKW: ['230', ...capKW],
          reserveK: [NO_RESERVE, ...reserveK],
          workload: ['hybrid'],
          method: ['greedy', full ? 'nlp' : 'config-lp'],
        },
        without: [
          ...[
            { redLineC, capKW },
            { redLineC, reserveK },
            { capKW, reserveK },
          ].flatMap(each),
          // Of isolated aisles only what the claim on set-points compares.
          ...[
            { aisles, redLineC },
            { aisles, capKW },
            { aisles, reserveK },
          ].flatMap(each),
          ...(full ? [] : [{ room: room[1], demand: BUNDLED }]),
        ],
      };
    }
    case 'text-3.6.5':
      return {
        levels: {
          section,
          ...PLAIN,
          nodes: ['2160', '4320'],
          room: [LARGE_ROOM],
          demand: [MIDDLE],
          capKW: ['450', '900'],
          workload: ['hybrid'],
          method: ['greedy', 'nlp', ...(full ? ['config-lp'] : [])],
        },
        without: [
          { nodes: '2160', capKW: '900' },
          { nodes: '4320', capKW: '450' },
        ],
      };
  }
}

/** Returns true for a figure that `textSketch` has the cells of. */
export function isTextFigure(figure: string): figure is TextFigure {
  return (TEXT_FIGURES as readonly string[]).includes(figure);
}
