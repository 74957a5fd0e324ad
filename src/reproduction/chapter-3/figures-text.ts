import type { Cell, Design } from '../../experiments/design.js';
import type { FigureOptions } from '../figure-options.js';

/** Names of the figures for claims of chapter 3's text that need runs of their own, by section. */
export const TEXT_FIGURES = ['text-3.3.6', 'text-3.6.4', 'text-3.6.5'] as const;

export type TextFigure = (typeof TEXT_FIGURES)[number];

/** Version of these designs, raised when the same design gives different records. */
const VERSION = 1;
/** Number of trials in the thesis (section 3.6.1). */
const THESIS_TRIALS = 48;
/** Number of trials of reduced figures. */
const REDUCED_TRIALS = 12;
/** Level of the factor "method": the GA, stopped after its first step. */
export const FIRST_STEP = 'ga-first-step';

/** Mean and greatest absolute error of the thermal model, K (Appendix F: up to 0.4 on average, up to 2.8 at most). */
export const THERMAL_ERRORS_K = ['0.4', '2.8'] as const;
/** Level of the factor "reserveK" without a reserve below the red line. */
const NO_RESERVE = '0';

interface Sketch {
  readonly levels: Readonly<Record<string, readonly string[]>>;
  readonly without: readonly Cell[];
}

function sketch(figure: TextFigure, full: boolean): Sketch {
  switch (figure) {
    // Claims on co-location: 30 zones (one for each rack) are enough.
    case 'text-3.3.6':
      return {
        levels: {
          nodes: ['1080'],
          capKW: ['230'],
          workload: ['cpu', 'hybrid', 'memory'],
          colocation: ['anchored', 'literal'],
          method: ['greedy', 'config-lp', 'config-lp-naive', ...(full ? ['nlp', 'nlp-naive'] : [])],
        },
        without: [],
      };
    // One more kelvin against ten more kilowatts, and a reserve as large as the errors of the thermal model.
    case 'text-3.6.4': {
      const redLineC = ['30', '31', '32'];
      const capKW = ['230', '240'];
      const reserveK = [NO_RESERVE, ...THERMAL_ERRORS_K];
      const isOneChange = (changes: number): boolean => changes <= 1;
      const without = redLineC.flatMap((red) =>
        capKW.flatMap((cap) =>
          reserveK
            .filter((reserve) => {
              const changes = [red !== '30', cap !== '230', reserve !== NO_RESERVE].filter(Boolean).length;
              return !isOneChange(changes);
            })
            .map((reserve): Cell => ({ redLineC: red, capKW: cap, reserveK: reserve })),
        ),
      );
      const plain = full ? [] : [...['31', '32'].map((red) => ({ redLineC: red })), { capKW: '240' }];
      const reserved = THERMAL_ERRORS_K.map((reserve) => ({ reserveK: reserve }));
      return {
        levels: {
          nodes: ['1080'],
          aisles: ['open', 'isolated'],
          workload: ['hybrid'],
          redLineC,
          capKW,
          reserveK,
          method: ['greedy', 'config-lp', ...(full ? ['nlp'] : [])],
        },
        // Of isolated aisles only what the claim on set-points compares.
        without: [
          ...without,
          ...[...plain, ...(full ? [] : reserved)].map((cell) => ({ aisles: 'isolated', ...cell })),
        ],
      };
    }
    // Two task types, so that the NLP of 2,160 nodes takes seconds.
    case 'text-3.6.5':
      return {
        levels: {
          nodes: ['1080', '2160'],
          capKW: ['230', '460'],
          workload: ['hybrid'],
          taskTypes: [full ? '5' : '2'],
          method: ['greedy', FIRST_STEP, 'nlp'],
        },
        without: [
          { nodes: '1080', capKW: '460' },
          { nodes: '2160', capKW: '230' },
        ],
      };
  }
}

/** Returns true for a figure that `textDesign` has a design for. */
export function isTextFigure(figure: string): figure is TextFigure {
  return (TEXT_FIGURES as readonly string[]).includes(figure);
}

/**
 * Returns the experiment design of a figure of the text. Its factor "section" tells `textTrial` from the trials of
 * figures.
 */
export function textDesign(figure: TextFigure, { scale, trials }: FigureOptions): Design {
  const { levels, without } = sketch(figure, scale === 'full');
  return {
    name: `${figure} ${scale}`,
    version: VERSION,
    factors: Object.entries({ section: [figure.replace('text-', '')], ...levels }).map(([name, own]) => ({
      name,
      levels: own,
    })),
    without,
    trials: trials ?? (scale === 'full' ? THESIS_TRIALS : REDUCED_TRIALS),
    seed: 1,
    settings: figure === 'text-3.6.5' ? { gaSteps1080: 1, gaSteps2160: 1 } : {},
  };
}
