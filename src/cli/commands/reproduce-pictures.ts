import type { Records } from '../../experiments/record.js';
import { type FigureName, TEMPLATES_FIGURES } from '../../studies/reproduction/names.js';
import { orError } from '../study-files.js';

/** The page of a figure that has one, as HTML; null for the others. */
export async function figurePicture(figure: FigureName, records: Records): Promise<string | Error | null> {
  if (figure === 'text-5.6' || !(TEMPLATES_FIGURES as readonly FigureName[]).includes(figure)) return null;
  const { templatesFigure } = await import('../../studies/templates-figures/figure.js');
  const { templatesFigurePage } = await import('../../reports/html/templates/figure-page.js');
  return orError(() => templatesFigurePage(templatesFigure(records)));
}
