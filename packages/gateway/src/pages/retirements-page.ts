import type { Locale } from '@flight-offset/core';
import type { ShownRetirement } from '../retirements/credits-of.ts';
import type { CoveredBatch } from '../retirements/find.ts';
import { formatDate, formatMass, formatNumber } from './format.ts';
import { fill } from './messages/fill.ts';
import { textsFor } from './messages/texts.ts';
import { type Html, html } from './page.ts';
import { wordsFor } from './product-words.ts';
import { signOf } from './punctuation.ts';

/** Content of the public list of retirements. */
export interface RetirementsPageOptions {
  readonly batches: readonly CoveredBatch[];
  /** Batch after which older ones follow; undefined if there are none. */
  readonly olderThan: string | undefined;
  readonly locale: Locale;
  readonly sandbox: boolean;
}

function batchSection(
  { batch, project, retirements, corrections }: CoveredBatch,
  locale: Locale,
): Html | Promise<Html> {
  const m = wordsFor(project, locale);
  /** Writes the mass of a retirement that covers this batch: another batch lists the rest. */
  const massOf = ({ tonnes, grams }: ShownRetirement): string => {
    const whole = formatMass(tonnes * 1e6, locale);
    return grams === tonnes * 1e6 ? whole : fill(m.batchPart, { part: formatMass(grams, locale), whole });
  };
  const lines = retirements.map(
    (one) =>
      html`<div class="line"><dt>${m.registryRetirement}</dt><dd>${formatDate(Date.parse(one.retiredOn), locale)}</dd><dd class="detail"><a href="${one.url}" rel="noreferrer">${massOf(one)}${signOf('colon', locale)}<bdi>${one.serials.join(', ')}</bdi></a></dd></div>`,
  );
  const corrected = corrections.map(
    ({ hash, reason, corrected_at }) =>
      html`<div class="line"><dt>${m.batchCorrected}</dt><dd>${formatDate(corrected_at, locale)}</dd><dd class="detail"><a href="/retirements/${batch.id}/${hash}.jws"><bdi>${reason}</bdi></a></dd></div>`,
  );
  const orders = formatNumber(batch.orders, locale);
  return html`<section aria-labelledby="${batch.id}">
<h2 id="${batch.id}"><bdi>${project.name}</bdi></h2>
<p>${m.creditsRetired}</p>
<dl>
<div class="line"><dt>${m.registry}</dt><dd><bdi>${project.registry} ${project.project_id}</bdi></dd></div>
${lines}
<div class="line"><dt>${m.batchOrders}</dt><dd>${orders}</dd></div>
<div class="line"><dt>${m.batchGrams}</dt><dd>${formatMass(batch.grams, locale)}</dd></div>
<div class="line"><dt>${m.batchPublished}</dt><dd>${formatDate(batch.published_at, locale)}</dd><dd class="detail"><a href="/retirements/${batch.id}.jws">${fill(m.batchSigned, { batch: batch.id })}</a></dd></div>
${corrected}
</dl>
</section>`;
}

/** Renders the public list of retirements, without its heading. */
export function retirementsPage({
  batches,
  olderThan,
  locale,
  sandbox,
}: RetirementsPageOptions): Html | Promise<Html> {
  const m = textsFor(locale);
  const note = sandbox ? html`<p class="sandbox">${m.sandboxNote}</p>` : '';
  const older = olderThan
    ? html`<ul class="links"><li><a href="?before=${olderThan}&amp;lang=${locale.tag}">${m.retirementsOlder}</a></li></ul>`
    : '';
  const none = batches.length === 0 ? html`<p>${m.retirementsNone}</p>` : '';
  return html`<p>${m.retirementsNote}</p>${note}${none}${batches.map((one) => batchSection(one, locale))}${older}`;
}
